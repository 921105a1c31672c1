"""What the hostile programs of the tests have in common: the parts of the protocol that they keep to."""

import json
import sys


def say(message):
    """Writes one message as a line and flushes it."""
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


def hello(request, pipeline=1, profiles=("parse",)):
    """Answers the handshake."""
    implementation = {"name": "hostile", "version": "1", "language": "python"}
    say({"id": request["id"], "protocol": 1, "implementation": implementation, "profiles": profiles, "pipeline": pipeline})


def requests(pipeline=1, profiles=("parse",)):
    """Shakes hands, then yields every request."""
    for line in sys.stdin:
        request = json.loads(line)
        if request["op"] == "hello":
            hello(request, pipeline, profiles)
        else:
            yield request


def right(request):
    """The right reply, given that every response of the tests is JSON and accepted."""
    if request["op"] == "load":
        return {"id": request["id"], "ok": True}
    response = request["response"]
    return {"id": request["id"], "outcome": "accepted", "value": json.loads(response), "text": response, "rules": []}
