#!/usr/bin/env python3
"""The guard that the policy starts from, as a program of its own: what one writes first.

It compares the content type as a text, the length as Python counts it, parses with `json`, and checks by hand the four
things that it knows of a profile. It stands here to be held against the suite (profile `guard`); README.md beside this
folder tells what it lets through. It knows one contract, that of `crm.get_profile`, and no runs.

Python 3.9 or later, standard library only.
"""

import base64
import json
import sys

MAX_CHARS = 200_000
CONTENT_TYPE = "application/json"


class Corrupt(Exception):
    """A fault of the body, by its name."""


def check_profile(profile):
    """Check by hand what a profile has to be."""
    if not isinstance(profile, dict):
        raise Corrupt("schema:root")
    if not isinstance(profile.get("user_id"), str):
        raise Corrupt("schema:root" if "user_id" not in profile else "schema:user_id")
    if profile.get("plan") not in ("free", "pro", "enterprise"):
        raise Corrupt("schema:plan" if "plan" in profile else "schema:root")
    if profile.get("quota", 0) < 0:
        raise Corrupt("invariant:quota_not_negative")


def guard(body, content_type):
    """Return the value of a body, or raise why it is corrupt."""
    if content_type != CONTENT_TYPE:
        raise Corrupt("content_type_mismatch")
    if len(body) > MAX_CHARS:
        raise Corrupt("output_too_large")
    try:
        profile = json.loads(body)
    except json.JSONDecodeError:
        raise Corrupt("invalid_json") from None
    check_profile(profile)
    return profile


def answer(request, contracts):
    """Return the reply to one request, but for its id."""
    operation = request.get("op")
    if operation == "hello":
        program = {"name": "minimal-guard", "version": "1", "language": "python"}
        return {"protocol": 1, "implementation": program, "profiles": ["guard"], "pipeline": 16}
    if operation == "load":
        contracts[request["name"]] = request["contract"].get("tool")
        return {"ok": True}
    if operation != "guard" or contracts.get(request["contract"]) != "crm.get_profile":
        return {"error": "unsupported_op"}
    output = request["output"]
    if output["transport"] != "ok":
        failure = "tool_timeout" if output["transport"] == "timeout" else "tool_unavailable"
        return {"verdict": "tool_failure", "stop_reason": failure}
    # What an HTTP client gives out as text: bytes that are none become question marks.
    body = base64.b64decode(output["body_base64"]).decode("utf-8", "replace")
    try:
        return {"verdict": "valid", "value": guard(body, output.get("content_type"))}
    except (Corrupt, TypeError) as fault:
        reason = fault if isinstance(fault, Corrupt) else "schema:quota"
        return {"verdict": "corrupt", "stop_reason": f"response_corruption:{reason}"}


def main():
    contracts = {}
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request["id"], **answer(request, contracts)}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
