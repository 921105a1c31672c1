"""Dies of an exception with a long trace."""

import sys

from common import requests

for request in requests():
    print("Traceback, the first line", file=sys.stderr)
    for line in range(50):
        print(f'  File "program.py", line {line}', file=sys.stderr)
    sys.exit("ValueError: the last line")
