"""Rules for all tests: slow tests run first, tests that start processes need a marker, and golden pictures
can be rewritten.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from browsers import browser  # noqa: F401 (a fixture)
from firefox import firefox  # noqa: F401 (a fixture)
from goldens import Goldens

#: Audit events that Python raises when a process is started.
STARTS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.system"}

#: Test files whose tests share an expensive fixture.
TOGETHER = ("test_browser.py", "test_web_pages.py", "test_notebooks.py", "test_wheel.py", "test_types.py")

#: Name of the running test if the test must not start processes.
_alone: list[str] = []
_goldens = pytest.StashKey[Goldens]()


def _forbid(event: str, _: tuple[object, ...]) -> None:
    if _alone and event in STARTS:
        raise AssertionError(f"{_alone[0]} starts a process ({event}): mark it with @pytest.mark.process")


sys.addaudithook(_forbid)

# A shell starts background jobs with Ctrl-C ignored, and child processes inherit the setting. With Ctrl-C
# ignored, tests that send Ctrl-C would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    if not any(item.iter_markers("process")):
        _alone.append(item.nodeid)
    try:
        return (yield)
    finally:
        _alone.clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="run the tests that compare with kept pictures alone, and write those anew that differ",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_goldens] = Goldens(update=config.getoption("--update-goldens"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if "goldens" in getattr(item, "fixturenames", ()):
            item.add_marker("golden")
    if config.getoption("--update-goldens"):
        items[:] = [item for item in items if any(item.iter_markers("golden"))]
    # Slow tests run first, so that no worker finishes late because it started a slow test last.
    items.sort(key=lambda item: not any(item.iter_markers("slow")))


def pytest_collection_finish() -> None:
    # Objects that exist before the first test are frozen, which makes garbage collections during the tests
    # faster.
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Schedules tests for `--dist loadgroup`, one by one on any free worker.

    Tests that share a browser, a Jupyter kernel, a wheel or a run of mypy run on one worker. xdist 3.8 does
    not find its test groups in pytest 9.2.
    """
    if config.getvalue("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class Scheduling(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return file if file.endswith(TOGETHER) else nodeid

    return Scheduling(config, log)


@pytest.fixture
def goldens(request: pytest.FixtureRequest) -> Goldens:
    """The golden pictures: files that a person looked at."""
    return request.config.stash[_goldens]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.getoption("--update-goldens"):
        written = config.stash[_goldens].written
        terminalreporter.section(f"{len(written)} pictures differed and were written anew: look at each")
        for path in written:
            terminalreporter.line(str(path))
