#!/usr/bin/env python3
"""A strict adapter for profile `parse`, and an example to copy.

It reads requests as JSON Lines on standard input and writes replies on standard output:

    > {"id":1,"op":"parse","response":"```json\\n{\\"a\\":1.10}\\n```"}
    < {"id":1,"outcome":"accepted","value":{"a":1.10}}

To hold a parser of your own against the suite, keep the lower half (the protocol) and let `recover` call your parser.

The upper half is the policy in small: a parser for RFC 8259 and nothing else, one code fence around the text, one
string around the object. The `json` module alone does not serve: it keeps the last of two equal keys, rounds
decimals, and takes NaN and lone surrogates. Here every token is checked and passed on as it is spelled, so that no
digit can be lost. Where the policy leaves a choice (MAY), this adapter rejects, but for these: any top level is
accepted as it stands, so is nesting up to 128, and valid text of any size.

Python 3.9 or later, standard library only.
"""

import json
import re
import sys

MAX_DEPTH = 128  # open arrays and objects (PAR-5)
MAX_RULE_BYTES = 65_536  # a longer response gets no rule (LIM-1)

BLANK = " \t"
WHITE_SPACE = " \t\n\r"  # JSON's own four; `str.strip()` would take many more

# None of these patterns can match one text in two ways, so each runs in linear time.
SPACE = re.compile(r"[ \t\n\r]*")
STRING = re.compile(r'"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*)*"')
SCALAR = re.compile(STRING.pattern + r"|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
SURROGATE = re.compile("[\ud800-\udfff]")
OPENING_FENCE = re.compile("```+")


class Rejected(Exception):
    """The response is not what the policy accepts. Holds a reason out of a fixed list and no text of the response."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


# ---- The policy: text in, the text of one JSON value out, or `Rejected`.


def recover(response, finish="stop"):
    """Return the JSON text of the value that `response` holds: fence, parse, whole decode, in this order."""
    if finish != "stop":  # A cut answer may be valid and still lack its end (PAR-8).
        raise Rejected("parse:incomplete")
    if len(response.encode("utf-8")) > MAX_RULE_BYTES:
        return parse(response)
    return unwrap(parse(unfence(response)))


def unfence(text):
    """Return the body of the one fenced block that `text` is, or `text` itself if it is none (FEN-1, FEN-2)."""
    first, line_end, rest = text.strip(WHITE_SPACE).partition("\n")
    fence = OPENING_FENCE.match(first)
    if not fence or not line_end:
        return text
    info = first[fence.end() :]
    if info.endswith("\r"):  # A CR is part of the line end directly before an LF, nowhere else.
        info = info[:-1]
    body, _, last = rest.rpartition("\n")
    is_closed = len(last) >= len(fence[0]) and not last.strip("`")
    return body if is_closed and info.strip(BLANK) in ("", "json") else text


def unwrap(value):
    """Return the object that a string holds, one layer deep (DEC-1, DEC-3); any other value as it stands."""
    if not value.startswith('"'):
        return value
    content = json.loads(value)
    if not content.lstrip(WHITE_SPACE).startswith("{"):
        return value
    try:
        return parse(content)
    except Rejected as fault:
        if fault.reason == "parse":  # No object after all, so just a string.
            return value
        raise  # Equal keys and deep nesting count inside a decoded string as well (PAR-2, PAR-5).


def parse(text):
    """Return the tokens of the one JSON value in `text`, without the white space between them."""
    return Parser(text).document()


class Parser:
    """A recursive-descent parser for RFC 8259, at most `MAX_DEPTH` calls deep."""

    def __init__(self, text):
        self.text = text
        self.at = 0
        self.tokens = []

    def document(self):
        self.value(0)
        if self.peek():
            raise Rejected("parse")
        return "".join(self.tokens)

    def value(self, depth):
        start = self.peek()
        if start not in ("{", "["):
            self.scalar(SCALAR)
        elif depth == MAX_DEPTH:
            raise Rejected("limit")
        elif start == "{":
            self.object(depth + 1)
        else:
            self.array(depth + 1)

    def object(self, depth):
        self.expect("{")
        keys = set()
        while not self.take("}"):
            if keys:
                self.expect(",")
            key = self.scalar(STRING)
            if key in keys:
                raise Rejected("parse:duplicate_key")
            keys.add(key)
            self.expect(":")
            self.value(depth)

    def array(self, depth):
        self.expect("[")
        first = True
        while not self.take("]"):
            if not first:
                self.expect(",")
            first = False
            self.value(depth)

    def scalar(self, pattern):
        """Take a token that matches `pattern`. Return a string's content; a lone surrogate in it is no character."""
        self.peek()
        match = pattern.match(self.text, self.at)
        if not match:
            raise Rejected("parse")
        token = match[0]
        self.at = match.end()
        self.tokens.append(token)
        if not token.startswith('"'):
            return None
        # The token is known to be valid, so the `json` module can be trusted with its escapes.
        content = json.loads(token) if "\\" in token else token[1:-1]
        if SURROGATE.search(content):
            raise Rejected("parse")
        return content

    def expect(self, char):
        if not self.take(char):
            raise Rejected("parse")

    def take(self, char):
        """Take `char` if it comes next."""
        if self.peek() != char:
            return False
        self.at += 1
        self.tokens.append(char)
        return True

    def peek(self):
        """Skip white space and return the next character, or "" at the end."""
        self.at = SPACE.match(self.text, self.at).end()
        return self.text[self.at : self.at + 1]


# ---- The protocol: one request a line in, one reply a line out.

HELLO = {
    "protocol": 1,
    "implementation": {"name": "strict-python", "version": "1.0.0", "language": "python"},
    "profiles": ["parse"],
    "pipeline": 32,
}


def answer(line):
    """Return the reply, without its line end, to one request line (bytes)."""
    try:
        request = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        return reply(None, error="request")
    request_id, op = request.get("id"), request.get("op")
    if op == "hello":
        return reply(request_id, **HELLO)
    if op == "parse":
        return answer_parse(request_id, request.get("response"), request.get("finish", "stop"))
    return reply(request_id, error="unsupported_op" if isinstance(op, str) else "request")


def answer_parse(request_id, response, finish):
    if not isinstance(response, str) or SURROGATE.search(response):  # A lone surrogate is no UTF-8.
        return reply(request_id, error="request")
    if finish not in ("stop", "length", "content_filter"):
        return reply(request_id, error="request")
    try:
        value = recover(response, finish)
    except Rejected as fault:
        return reply(request_id, outcome="rejected", reason=fault.reason)
    # The value is set in as text: `json.dumps` would need numbers, and a Python float rounds them.
    return reply(request_id, outcome="accepted")[:-1] + ',"value":' + value + "}"


def reply(request_id, **fields):
    return json.dumps({"id": request_id, **fields}, separators=(",", ":"))


def main():
    # Bytes, not text: text mode would also end a line at a CR, and not every platform's text is UTF-8.
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line).encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
