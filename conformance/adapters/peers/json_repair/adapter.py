"""json_repair from PyPI as it is, in profile `parse`.

Called as its README says under "How to use": `good_json_string = repair_json(bad_json_string)`. "If the string was
super broken this will return an empty string", so an empty string is a rejection, and so is any exception. The text
that it returns is the value sent back. It may hold NaN or Infinity, which no JSON reader takes: that is a rejection
as well. `finish` is not passed on, since the library knows no such thing.
"""

import json
import sys
from importlib.metadata import version

from json_repair import repair_json


def parse(response):
    """Return the JSON text that the library makes of `response`, or None for a rejection."""
    try:
        text = repair_json(response)
        json.loads(text, parse_constant=refuse)
    except Exception:  # Whatever the library raises, it has not accepted the text.
        return None
    return text


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def answer(request):
    if request["op"] == "hello":
        implementation = {"name": "json_repair", "version": version("json_repair"), "language": "python"}
        return json.dumps({"protocol": 1, "implementation": implementation, "profiles": ["parse"], "pipeline": 32})
    if request["op"] != "parse":
        return '{"error":"unsupported_op"}'
    if not isinstance(request.get("response"), str):
        return '{"error":"request"}'
    value = parse(request["response"])
    if value is None:
        return '{"outcome":"rejected","reason":"parse"}'
    return '{"outcome":"accepted","value":' + value + "}"


for line in sys.stdin.buffer:
    request = json.loads(line)
    reply = '{"id":' + json.dumps(request["id"]) + "," + answer(request)[1:]
    sys.stdout.buffer.write(reply.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()
