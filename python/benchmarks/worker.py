"""Measures one row of the table of `run.py` in one process: `worker.py MODULE [THREADS]`.

The program reads one JSON request per line and writes one JSON answer per line:

    {"scene": "w1", "seconds": 0.3}          median time of a frame: {"seconds": 0.0001}
    {"scene": "w1", "picture": "w1.png"}     writes one frame:       {}
    {"about": true}                          {"version": "..."}

The answer to a request that fails is {"error": "..."}.
"""

import importlib
import json
import os
import statistics
import sys
import time
from typing import Any

from scenes import SCENES, SHOT, Drawing

FEWEST_FRAMES = 3


def seconds_a_frame(drawing: Drawing, frames: int, budget: float) -> float:
    """The median seconds per frame, over as many frames as fit into the budget. The measurement draws each
    frame at most once.
    """
    drawing.draw(0)  # warms up
    spent: list[float] = []
    end = time.perf_counter() + budget
    for frame in range(max(frames, FEWEST_FRAMES)):
        start = time.perf_counter()
        drawing.draw(frame % frames)
        now = time.perf_counter()
        spent.append(now - start)
        if now > end and len(spent) >= FEWEST_FRAMES:
            break
    return statistics.median(spent)


class Row:
    """The module of a library, and the scenes that the module has prepared so far."""

    def __init__(self, module: str, threads: str = "1") -> None:
        self.module: Any = importlib.import_module(module)
        vars(self.module)["THREADS"] = int(threads)  # other libraries draw with one thread
        self.drawings: dict[str, Drawing] = {}

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if "about" in request:
            return {"version": self.module.version()}
        name = request["scene"]
        if name not in self.module.DRAWINGS:
            return {"error": "does not draw this scene"}
        if name not in self.drawings:
            self.drawings[name] = self.module.DRAWINGS[name]()
        drawing = self.drawings[name]
        if "picture" in request:
            from PIL import Image  # Pillow is not needed for times

            drawing.draw(SHOT)
            Image.fromarray(drawing.pixels()).save(request["picture"])
            return {}
        return {"seconds": seconds_a_frame(drawing, SCENES[name].frames, request["seconds"])}


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # output of libraries must not mix with answers
    row: Row | None = None
    for line in sys.stdin:
        try:
            row = row or Row(*sys.argv[1:])
            answer = row.answer(json.loads(line))
        except Exception as error:  # every exception becomes an answer
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
