"""Answers every request twice."""

from common import requests, right, say

for request in requests(pipeline=8):
    say(right(request))
    say(right(request))
