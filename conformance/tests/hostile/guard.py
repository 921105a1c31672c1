"""A guard that looks at nothing but the text: what is JSON is valid. It keeps what is not, with a receipt."""

import base64
import hashlib
import json

from common import requests, say


def guarded(output):
    """The verdict on an output."""
    if output["transport"] != "ok":
        return {"verdict": "tool_failure", "stop_reason": "tool_timeout"}
    body = base64.b64decode(output["body_base64"])
    try:
        return {"verdict": "valid", "value": json.loads(body)}
    except ValueError:
        receipt = {"sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body), "prefix": False}
        return {"verdict": "corrupt", "stop_reason": "response_corruption:invalid_json", "quarantine": receipt}


for request in requests(profiles=["guard", "session"]):
    if request["op"] == "load":
        say({"id": request["id"], "ok": True})
    elif request["op"] == "guard":
        say({"id": request["id"], **guarded(request["output"])})
    else:
        say({"id": request["id"], "error": "unsupported_op"})
