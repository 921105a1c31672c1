"""Never answers anything."""

import sys

for line in sys.stdin:
    pass
