"""Answers the handshake and nothing after it. Goes on even when its input ends."""

import time

from common import requests

for request in requests(pipeline=4):
    pass
time.sleep(1000)
