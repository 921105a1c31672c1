"""Rejects everything properly, but logs what it got on standard error."""

import sys

from common import requests, say

for request in requests(pipeline=8):
    print("cannot parse", request["response"], file=sys.stderr)
    say({"id": request["id"], "outcome": "rejected", "reason": "parse"})
