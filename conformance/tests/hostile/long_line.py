"""Answers one request with 100 MB on one line, the others properly."""

import sys

from common import requests, right, say

for request in requests(pipeline=4):
    if request["response"] == "2":
        for _ in range(100):
            sys.stdout.write("x" * 1_000_000)
        sys.stdout.write("\n")
        sys.stdout.flush()
    say(right(request))
