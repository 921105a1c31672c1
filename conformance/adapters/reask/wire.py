"""What the adapters in Python have in common: the lines in and out, and a model at the end of the wire.

The form of both lines is stated in README.md beside this file.
"""

import json
import sys
from importlib.metadata import version

try:  # The clients of OpenAI have moved from the one to the other.
    import httpx2 as httpx
except ImportError:
    import httpx


class Enough(Exception):
    """The library asks a third time; only two requests are looked at."""


class Model:
    """A model that answers what it is told to, and keeps the requests."""

    def __init__(self, *answers):
        self.requests = []
        self._answers = answers
        self._last = None

    def answer(self, request):
        """Keep `request`, a body as sent, and return the next answer."""
        if len(self.requests) == len(self._answers):
            raise Enough
        # Bodies are kept as text: libraries go on changing the lists that they have sent.
        self.requests.append(json.dumps(request, ensure_ascii=False))
        self._last = self._answers[len(self.requests) - 1]
        return self._last

    def way(self, fault):
        """Return what a line out says of one way of asking again, `fault` being what `fault_of` returned."""
        first, reask = (*map(json.loads, self.requests), None, None)[:2]
        return {"first": first, "reask": reask, "answer": self._last if reask else None, "fault": fault}

    def handler(self, request):
        """Be the handler of a mock transport that speaks OpenAI's chat completions."""
        return httpx.Response(200, json=self.completion(json.loads(request.content)))

    def completion(self, body):
        """Return the completion: a call of the first tool, or text where there is none."""
        answer = self.answer(body)
        message = {"role": "assistant", "content": answer}
        if body.get("tools"):
            name = body["tools"][0]["function"]["name"]
            call = {"id": f"call_{len(self.requests)}", "type": "function"}
            call["function"] = {"name": name, "arguments": answer}
            message |= {"content": None, "tool_calls": [call]}
        choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if body.get("tools") else "stop"}
        usage = {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}
        head = {"id": "chatcmpl-0", "object": "chat.completion", "created": 0, "model": body["model"]}
        return head | {"choices": [choice], "usage": usage}


def fault_of(attempt):
    """Return the name of what ends `attempt`, all that the library does; none if it takes the answer."""
    try:
        attempt()
    except Exception as fault:  # Whatever the library raises, it has not taken the answer.
        print(f"{type(fault).__name__}: {fault}"[:500], file=sys.stderr)
        return type(fault).__name__
    return None


def run(packages, ask):
    """Answer each line of standard input by `ask`, a function from a fixture to its ways by name."""
    # Standard output belongs to the lines, whatever a library prints.
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        reply = {"packages": {name: version(name) for name in packages}, "ways": ask(json.loads(line))}
        out.write(json.dumps(reply, ensure_ascii=False, separators=(",", ":")) + "\n")
        out.flush()
