"""Worker processes that draw for a test."""

from __future__ import annotations

import concurrent.futures
import contextlib
import multiprocessing
from collections.abc import Iterator


@contextlib.contextmanager
def spawned() -> Iterator[concurrent.futures.Executor]:
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=context) as executor:
        yield executor
