#!/usr/bin/env python3
"""Shortens the output of `swift test` to the failures, the number of tests, and the ten slowest tests.

The script exits with an error if a test has failed, or if no test has run.
"""

import re
import sys

PASSED = re.compile(r'. Test (?!run )"?(.+?)"? (?:with \d+ test cases )?(passed|failed) after ([\d.]+) seconds')
DULL = re.compile(r"^. (Test|Suite|Test case) .*(started|passed after)|^$")
#: Start of a line about a test case whose argument contains line breaks.
BROKEN = re.compile(r"^. Test case passing .*[^.]$")

slowest: list[tuple[float, str]] = []
ended = skipping = False
last = ""
for line in sys.stdin:
    line = line.rstrip()
    skipping = bool(BROKEN.match(line)) or (skipping and not line.endswith(" started."))
    if skipping or " started." in line[-9:]:
        continue
    if found := PASSED.match(line):
        slowest.append((float(found[3]), found[1]))
    if "Test run with" in line:
        ended = "passed" in line
        last = line
    elif not DULL.match(line):
        print(line, flush=True)
if not ended:
    sys.exit("swift test: failed" if slowest else "swift test: no test ran")
print("slowest Swift tests, in seconds:")
for seconds, name in sorted(slowest, reverse=True)[:10]:
    print(f"{seconds:7.2f}  {name}")
print(last)
