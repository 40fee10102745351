"""A browser fixture for tests of web pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

#: Longest time in seconds that a test waits for a page, on a busy machine.
PATIENCE = 240


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Debian's Chromium in headless mode."""
    chromium, driver_path = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and driver_path):
        pytest.skip("no browser to test pages in: install Debian's chromium and chromium-driver")
    webdriver = pytest.importorskip("selenium.webdriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "window-size=900,700"):
        options.add_argument(f"--{flag}")
    options.add_argument("--force-color-profile=srgb")
    driver = webdriver.Chrome(options, webdriver.ChromeService(driver_path))
    driver.set_script_timeout(PATIENCE)
    yield driver
    driver.quit()
