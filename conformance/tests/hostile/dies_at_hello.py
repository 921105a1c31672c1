"""Dies as soon as it is spoken to."""

import sys

sys.stdin.readline()
print("Traceback (most recent call last):", file=sys.stderr)
sys.exit("ModuleNotFoundError: No module named 'acme'")
