"""Rejects everything properly, but takes four times as long for twice as much."""

import time

from common import requests, say

for request in requests():
    time.sleep(0.3 * (len(request["response"]) / 65_536) ** 2)
    say({"id": request["id"], "outcome": "rejected", "reason": "parse"})
