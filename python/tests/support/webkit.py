"""WebKitGTK on a virtual screen, for tests of pages."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from browsers import PATIENCE


@pytest.fixture(scope="module")
def webkit() -> Iterator[Any]:
    """Debian's WebKitGTK with its WebDriver, on a screen of Xvfb."""
    driver_path, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    programs = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    if not (driver_path and screen and programs):
        pytest.skip("no WebKitGTK to test pages in: install Debian's webkit2gtk-driver and xvfb")
    webdriver = pytest.importorskip("selenium.webdriver")
    read, write = os.pipe()
    process = subprocess.Popen(
        [screen, "-displayfd", str(write), "-screen", "0", "1000x800x24"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as display:
            environment = {**os.environ, "DISPLAY": f":{display.readline().strip()}"}
        options = webdriver.WebKitGTKOptions()
        options.binary_location = str(programs[-1])
        options.add_argument("--automation")
        service = webdriver.WebKitGTKService(driver_path, env=environment)
        with warnings.catch_warnings():
            # Selenium's WebKitGTK class raises a DeprecationWarning of its own.
            warnings.simplefilter("ignore", DeprecationWarning)
            driver = webdriver.WebKitGTK(options=options, service=service)
        driver.set_script_timeout(PATIENCE)
        yield driver
        driver.quit()
    finally:
        process.terminate()
        process.wait(PATIENCE)
