"""Names a profile whose operation it does not know."""

from common import requests, say

for request in requests(pipeline=8):
    say({"id": request["id"], "error": "unsupported_op"})
