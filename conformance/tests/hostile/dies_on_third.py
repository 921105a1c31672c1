"""Dies on every third request of its life."""

import sys

from common import requests, right, say

for number, request in enumerate(requests(pipeline=8), 1):
    if number == 3:
        print("Traceback: something broke", file=sys.stderr)
        sys.exit(3)
    say(right(request))
