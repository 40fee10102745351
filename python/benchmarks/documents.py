"""Measures the time and memory of opening and saving a document of 100,000 layers.

    python python/benchmarks/documents.py

Each document is measured in a process of its own. The memory of a call is the peak memory of the process
minus the memory before the call.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time

import stretto as st

SIZES = 1_000, 10_000, 100_000
#: Longest allowed time in seconds for opening or saving the largest document.
_LIMIT = 2.0


def document(count: int) -> bytes:
    """A document of `count` layers in groups of a hundred layers. Every tenth layer is animated."""
    head = "http://www.apple.com/CoreAnimation/1.0"
    parts = [f'<caml xmlns="{head}"><CALayer bounds="0 0 800 600"><sublayers>']
    for index in range(count):
        if index % 100 == 0:
            parts.append("</sublayers></CALayer>" * (index > 0) + '<CALayer bounds="0 0 80 60"><sublayers>')
        geometry = f'position="{index % 80} {index // 80 % 60}" bounds="0 0 4 3"'
        geometry += f' backgroundColor="0.2 0.5 0.{index % 7}"'
        if index % 10:
            parts.append(f"<CALayer {geometry}/>")
        else:
            fade = '<animations><p key="a" type="CABasicAnimation" keyPath="opacity" duration="2">'
            parts.append(
                f'<CALayer {geometry}>{fade}<toValue type="real" value="0.5"/></p></animations></CALayer>'
            )
    return "\n".join([*parts, "</sublayers></CALayer></sublayers></CALayer></caml>"]).encode()


def measure(count: int) -> dict[str, float]:
    """Seconds and bytes for opening and saving a document of one size, measured in the current process."""
    data = document(count)
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/x.caml"
        with open(path, "wb") as file:  # noqa: PTH123
            file.write(data)
        before, began = _memory(), time.perf_counter()
        scene = st.Scene.open(path)
        opened = time.perf_counter()
        scene.save(f"{folder}/y.caml")
        saved = time.perf_counter()
    return {
        "layers": count,
        "bytes": len(data),
        "open": opened - began,
        "save": saved - opened,
        "memory": _memory() - before,
    }


def _memory() -> int:
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main() -> int:
    """Prints a row for each document. Returns 1 if the largest document takes longer than the limit."""
    print(f"{'layers':>8} {'document':>9} {'open':>8} {'save':>8} {'memory a layer':>15}")
    found: dict[str, float] = {}
    for size in SIZES:
        ran = subprocess.run(
            [sys.executable, __file__, str(size)], capture_output=True, text=True, check=True
        )
        found = json.loads(ran.stdout)
        print(
            f"{size:8} {found['bytes'] / 1e6:6.1f} MB {found['open']:6.2f} s {found['save']:6.2f} s "
            f"{found['memory'] / size:13.0f} B"
        )
    return int(max(found["open"], found["save"]) > _LIMIT)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(measure(int(sys.argv[1]))))
    else:
        sys.exit(main())
