"""Leads sessions of nothing but calls, and misbehaves in them as its argument says."""

import sys
import time

from common import requests, say

way = sys.argv[1]
calls = {}


def taken(session):
    """The next call of a session."""
    calls[session] = calls.get(session, 0) + 1
    call = {"call": f"call-{calls[session]}", "kind": "regular", "provider": "default", "prompt": f"go on {way}"}
    return {"commands": [call], "state": {"invalid_responses": 0, "actions_left": None, "state_changes": [], "stopped": None}}


for request in requests(pipeline=4, profiles=("parse", "session")):
    op, session = request["op"], request.get("session")
    reply = {"id": request["id"]}
    if op == "load":
        say({**reply, "ok": True})
    elif op == "session_open":
        say({**reply, **taken(session)})
    elif op == "session_event":
        text = request["event"]["llm_response"]["text"]
        if way == "dies" and text == "fatal":
            sys.exit("something broke")
        if way == "other":
            # The answer to an event of another session: its ids are those of nobody here.
            say({"id": request["id"] + 1_000, **taken(session)})
        else:
            say({**reply, **taken(session)})
    elif op == "session_resume":
        if way == "hangs":
            time.sleep(60)
        say({**reply, **taken(session)})
    elif op == "session_checkpoint":
        say({**reply, "checkpoint": "c"})
    elif op == "session_audit":
        say({**reply, "records": [], "head": "0" * 64, "log": []})
    else:
        say({**reply, "outcome": "accepted", "value": int(request["response"])})
