"""Answers the handshake and never reads on, so that its input fills up."""

import json
import sys
import time

from common import hello

hello(json.loads(sys.stdin.readline()), pipeline=64)
time.sleep(1000)
