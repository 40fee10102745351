"""Runs code in a process of its own, because the code might crash, block or exhaust the memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from typing import Any, NamedTuple

#: A program that runs the code and prints the error, the seconds and the megabytes.
_PROGRAM = """
import json, pathlib, sys, threading, time
import stretto as st
error, start = "", time.monotonic()
try:
    exec(sys.argv[1])
except (st.Error, MemoryError) as problem:
    error = f"{type(problem).__name__}: {problem}"
seconds = time.monotonic() - start
status = pathlib.Path("/proc/self/status").read_text().split()
megabytes = int(status[status.index("VmHWM:") + 1]) / 1024
print("\\n" + json.dumps({"error": error, "seconds": seconds, "megabytes": megabytes}))
"""
#: Limit of the address space in KiB, so that a failing test ends only its own process. AddressSanitizer needs
#: terabytes of address space.
_MOST = "unlimited" if "asan" in os.environ.get("LD_PRELOAD", "") else 12 << 20


class Outcome(NamedTuple):
    """Result of code that ran in a process of its own."""

    #: Name and message of the package's error that the code raised, or "".
    error: str
    seconds: float
    #: Peak memory of the process.
    megabytes: float


def run(code: str, *, stack: int = 0, timeout: float = 60) -> Outcome:
    """Runs code in which `st` is the package. Fails if the process crashes or takes more than `timeout`
    seconds.

    If `stack` is not 0, the code runs on a thread with a stack of `stack` bytes.
    """
    if stack:
        code = (
            f"threading.stack_size({stack})\nproblems = []\n"
            f"def work():\n  try:\n    exec({code!r}, {{'st': st}})\n"
            "  except st.Error as problem:\n    problems.append(problem)\n"
            "thread = threading.Thread(target=work); thread.start(); thread.join()\n"
            "if problems: raise problems[0]"
        )
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -v {_MOST}; exec "$@"', "sh", sys.executable, "-c", _PROGRAM, code],
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr[-2000:]}"
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return Outcome(**found)


def until_interrupted(code: str, after: float) -> float:
    """Runs code that prints "ready" and then starts a long call, and sends Ctrl-C after the given seconds.
    Returns the seconds from the interrupt to the end of the call.
    """
    program = (
        "import signal, time, stretto as st\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"try:\n{textwrap.indent(code, '  ')}\n  print('not interrupted', flush=True)\n"
        "except KeyboardInterrupt:\n  print('interrupted', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(after)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        line = process.stdout.readline()
        seconds = time.monotonic() - start
    assert line == "interrupted\n"
    assert process.returncode == 0
    return seconds
