"""Takes its time to start, each time, and dies on one of the requests."""

import sys
import time

from common import requests, right, say

time.sleep(2)
for request in requests():
    if request["response"] == "1":
        sys.exit(3)
    say(right(request))
