"""Answers one request after any patience has ended, the others at once."""

import time

from common import requests, right, say

for request in requests():
    if request["response"] == "2":
        time.sleep(30)
    say(right(request))
