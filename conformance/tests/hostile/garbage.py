"""Answers every request with a line that is no message."""

from common import requests, say

for request in requests(pipeline=4):
    say("Sure! Here is the JSON you asked for:")
