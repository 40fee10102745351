"""Measures the cost of drawing a clip on other machines, for the table of docs/book/ideas/machines.md.

    python python/benchmarks/executors.py [--dask] [--ray]
    mpiexec -n 3 python -m mpi4py.futures python/benchmarks/executors.py --mpi

For small and for large frames, the table shows the seconds per frame, the overhead of a chunk of frames
without drawing, and the bytes of the result. The executors are a pool of spawned processes, and Dask, Ray and
MPI on the same machine. Ray and mpi4py are not among the project's requirements.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import contextlib
import importlib
import multiprocessing
import statistics
import time
from collections.abc import Iterator
from typing import Any

import stretto as st
from stretto._clips.drawing import Payload, draw


def scene(side: int) -> st.Scene:
    """A scene with 120 discs that rotate and fade, over the whole frame."""
    made = st.Scene(side * 16 / 9, side, background="white")
    dot = st.Layer(
        frame=(side * 0.4, side * 0.05, side * 0.3, side * 0.3), background_color="crimson", opacity=0.2
    )
    dot.corner_radius = side * 0.15
    dot.add_animation(
        st.BasicAnimation("position.x", from_value=0, to_value=side, duration=2, repeat_count=99)
    )
    ring = st.ReplicatorLayer(frame=(0, 0, side * 16 / 9, side), instance_count=120, instance_delay=0.01)
    ring.instance_transform = st.Transform3D.rotation(0.0523)
    ring.add_sublayer(dot)
    made.add_sublayer(ring)
    return made


def measure(name: str, executor: concurrent.futures.Executor, side: int) -> None:
    """Row of the table: the median round-trip time of one frame, minus the drawing time that the worker
    reports.
    """
    made = scene(side)
    sent = Payload(made)
    drawing, waiting = [], []
    for index in range(12):
        began = time.perf_counter()
        frames, seconds = executor.submit(draw, sent, [index / 24], 1.0, index).result()
        if index > 3:
            drawing.append(seconds)
            waiting.append(time.perf_counter() - began - seconds)
    height, width, _ = frames[0].shape
    print(
        f"{name:6} {width:5} x {height:<5} scene {len(sent.data()) / 1e3:5.1f} kB"
        f"  drawing {statistics.median(drawing) * 1e3:6.1f} ms"
        f"  overhead {statistics.median(waiting) * 1e3:6.1f} ms  frame {frames[0].nbytes / 1e6:5.2f} MB"
    )


@contextlib.contextmanager
def cluster() -> Iterator[concurrent.futures.Executor]:
    """A Dask cluster of two processes on the same machine."""
    distributed: Any = importlib.import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as found,
        distributed.Client(found) as client,
    ):
        made: Any = client.get_executor()
        yield made


class RayExecutor(concurrent.futures.Executor):
    """An executor for Ray's tasks, as docs/book/ideas/machines.md describes it."""

    def __init__(self, ray: Any) -> None:
        self._run = ray.remote(lambda function, *arguments, **keywords: function(*arguments, **keywords))

    def submit(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        """Ray's future of the call `function(*arguments, **keywords)`."""
        return self._run.remote(function, *arguments, **keywords).future()


@contextlib.contextmanager
def ray_here() -> Iterator[concurrent.futures.Executor]:
    """Two Ray workers on the same machine."""
    ray: Any = importlib.import_module("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        yield RayExecutor(ray)
    finally:
        ray.shutdown()


@contextlib.contextmanager
def mpi_here() -> Iterator[concurrent.futures.Executor]:
    """The worker processes of an MPI job that mpiexec started."""
    futures: Any = importlib.import_module("mpi4py.futures")
    with futures.MPIPoolExecutor() as executor:
        yield executor


#: Executors that run only if their option is given.
OTHERS = {"dask": cluster, "ray": ray_here, "mpi": mpi_here}


def main() -> None:
    """Prints a row for each executor and frame size."""
    options = argparse.ArgumentParser(description=__doc__)
    for name in OTHERS:
        options.add_argument(f"--{name}", action="store_true", help=f"{name} too")
    wanted = vars(options.parse_args())
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as pool:
        for side in (72, 1080):
            measure("spawn", pool, side)
    for name, started in OTHERS.items():
        if wanted[name]:
            with started() as executor:
                for side in (72, 1080):
                    measure(name, executor, side)


if __name__ == "__main__":
    main()
