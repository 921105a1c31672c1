"""Writes to standard output for ever, without a line end, from the start on."""

import sys

while True:
    sys.stdout.write("x" * 1_000_000)
