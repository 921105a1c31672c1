"""Writes to standard error for ever, and nothing to standard output."""

import sys

while True:
    print("warming up, please wait", file=sys.stderr, flush=True)
