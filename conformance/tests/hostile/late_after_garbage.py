"""Writes a stray line before each second answer, so that each answer comes late."""

from common import requests, right, say

for number, request in enumerate(requests()):
    if number % 2:
        say("debug: thinking")
    say(right(request))
