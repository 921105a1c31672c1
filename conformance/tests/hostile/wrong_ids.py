"""Answers under ids that nobody asked for."""

from common import requests, right, say

for request in requests(pipeline=8):
    say({**right(request), "id": request["id"] + 1_000_000})
