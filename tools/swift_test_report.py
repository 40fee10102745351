#!/usr/bin/env python3
"""Shortens what `swift test` prints: failures, how many tests ran, and the ten slowest. Fails if a test failed or none ran."""

import re
import sys

PASSED = re.compile(r'. Test (?!run )"?(.+?)"? (?:with \d+ test cases )?(passed|failed) after ([\d.]+) seconds')
DULL = re.compile(r"^. (Test|Suite|Test case) .*(started|passed after)|^$")
#: The start of a test case whose argument has line breaks in it.
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
