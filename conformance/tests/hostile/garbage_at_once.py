"""Prints a banner where the answer to the handshake is due."""

import sys

print("Loading model weights ...", flush=True)
sys.stdin.read()
