"""Takes the last of two equal keys and closes what is open, as many parsers that repair do."""

import json

from common import requests, say


def parse(text):
    """The value of the text, or of the text with something after it."""
    for end in ("", "}", "]", '"}', "]}"):
        try:
            return json.loads(text + end)
        except ValueError:
            continue
    raise ValueError


for request in requests(pipeline=8):
    try:
        say({"id": request["id"], "outcome": "accepted", "value": parse(request["response"])})
    except ValueError:
        say({"id": request["id"], "outcome": "rejected", "reason": "parse"})
