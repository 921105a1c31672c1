"""Answers the handshake, then prints debug lines for ever."""

from common import requests, say

for request in requests(pipeline=4):
    while True:
        say("debug: still thinking about it")
