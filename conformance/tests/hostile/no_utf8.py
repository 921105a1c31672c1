"""Answers with bytes that are no text."""

import sys

from common import requests

for request in requests():
    sys.stdout.buffer.write(b'{"id":%d,"outcome":"accepted","value":"\xff"}\n' % request["id"])
    sys.stdout.buffer.flush()
