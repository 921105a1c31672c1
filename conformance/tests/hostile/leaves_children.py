"""Starts a process that outlives it and holds its pipes, tells its number on standard error, and dies."""

import subprocess
import sys

from common import requests

for request in requests():
    child = subprocess.Popen(["sleep", "1000"])
    print(child.pid, file=sys.stderr, flush=True)
    sys.exit(1)
