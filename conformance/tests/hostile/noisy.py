"""Writes a megabyte to standard error with every answer, which is right."""

import sys

from common import requests, right, say

for request in requests(pipeline=8):
    for _ in range(1_000):
        sys.stderr.write("w" * 999 + "\n")
    say(right(request))
