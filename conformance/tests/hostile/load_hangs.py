"""Answers properly, but never once it has been told to load a contract."""

import time

from common import requests, right, say

for request in requests(pipeline=4, profiles=("parse", "normalize")):
    if request["op"] == "load":
        time.sleep(1000)
    say(right(request))
