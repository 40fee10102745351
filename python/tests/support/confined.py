"""Code run in a process of its own, for what might end it, hold it or take its memory."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import textwrap
import time
from typing import Any, NamedTuple

#: Runs the code, and tells the error, the seconds and the megabytes that it took.
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
#: Kilobytes of address space, so that a test that fails ends its own process and no other. The address
#: sanitizer takes terabytes of it.
_MOST = "unlimited" if "asan" in os.environ.get("LD_PRELOAD", "") else 12 << 20


class Outcome(NamedTuple):
    """How it ended."""

    #: "" or the name and the text of the error of the package that was raised.
    error: str
    seconds: float
    #: The most memory that the process had at any time.
    megabytes: float


def run(code: str, *, stack: int = 0, timeout: float = 60) -> Outcome:
    """Runs code in which `st` is the package; fails if the process dies or takes more than `timeout` seconds.

    With a stack, on a thread that has one of so many bytes.
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
    """Runs code that prints "ready", then something long; sends Ctrl-C so many seconds later. Gives the
    seconds from the interrupt to where the code that follows would run.
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
