"""Rejects everything properly, but logs many made up canaries, and what it got after them, on standard error."""

import sys

from common import requests, say

print("\n".join(f"CANARY-x{number}" for number in range(20_000)), file=sys.stderr)
for request in requests(pipeline=8):
    print("cannot parse", request["response"], file=sys.stderr)
    say({"id": request["id"], "outcome": "rejected", "reason": "parse"})
