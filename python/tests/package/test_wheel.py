"""Tests that the wheel contains everything it needs."""

from __future__ import annotations

import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tarfile
import zipfile

import pytest

from stretto._ffi import ffi

pytestmark = [pytest.mark.process, pytest.mark.slow]
PROJECT = pathlib.Path(__file__).parents[2]
#: Time stamp of the files in an archive, in seconds since 1970.
EPOCH = "1700000000"
#: Stand-in for the engine for web pages.
ENGINE = "globalThis.stretto = {};"

pytest.importorskip("hatchling")
pytest.importorskip("auditwheel")


def run(*command: object, cwd: pathlib.Path | None = None, **environment: str) -> str:
    tools = pathlib.Path(sys.executable).parent
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, "PATH": path, **environment},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    return made(tmp_path_factory.mktemp("wheel"))


def made(folder: pathlib.Path) -> pathlib.Path:
    """A wheel with the library under test. The wheel is repaired, so it contains the system libraries it
    needs.
    """
    pip = (
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
    )
    engine = folder / "web" / "stretto.engine.js"
    engine.parent.mkdir()
    engine.write_text(ENGINE)
    given = {"STRETTO_LIBRARY": ffi.lib._name, "STRETTO_WEB": str(engine.parent), "SOURCE_DATE_EPOCH": EPOCH}
    run(*pip, "--wheel-dir", folder, PROJECT, **given)
    if "stretto.libs" not in run("readelf", "-d", ffi.lib._name):
        run(
            sys.executable,
            "-m",
            "auditwheel",
            "repair",
            "--wheel-dir",
            folder / "dist",
            *folder.glob("*.whl"),
            SOURCE_DATE_EPOCH=EPOCH,
        )
        return next((folder / "dist").glob("*.whl"))
    return next(folder.glob("*.whl"))


def test_the_wheel_is_for_any_python_on_this_platform(wheel: pathlib.Path) -> None:
    assert re.search(rf"-py3-none-(many)?linux[\w.]*_{platform.machine()}\.whl$", wheel.name)


def test_the_wheel_holds_the_library_the_page_engine_the_types_and_the_licence(wheel: pathlib.Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "stretto/_native/libstretto.so.0" in names
    assert "stretto/py.typed" in names
    assert {"stretto/assets/player.js", "stretto/assets/page.js", "stretto/assets/player.css"} <= set(names)
    assert zipfile.ZipFile(wheel).read("stretto/_web/stretto.engine.js").decode() == ENGINE
    for licence in ("LICENSE", "HarfBuzz.txt", "Inter.txt", "zlib-ng.txt", "expat.txt", "Swift.txt"):
        assert any(name.endswith(f"licenses/{licence}") for name in names), licence
    assert not any(name.startswith("stretto.libs/") for name in names), "the library needs no other"
    assert not any("swift" in name.lower() for name in names if "/licenses/" not in name)


def test_the_bill_of_materials_names_all_that_is_linked(wheel: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        bills = [name for name in archive.namelist() if ".dist-info/sboms/stretto" in name]
        bill = json.loads(archive.read(bills[0]))
    assert (bill["bomFormat"], bill["metadata"]["component"]["name"]) == ("CycloneDX", "stretto")
    parts = {part["name"]: part for part in bill["components"]}
    assert parts.keys() == {"HarfBuzz", "Inter", "zlib-ng", "expat", "Swift standard library"}
    assert all(part["licenses"] and part["purl"] for part in parts.values())
    needs = {item["ref"]: set(item.get("dependsOn", [])) for item in bill["dependencies"]}
    assert needs["stretto"] == parts.keys()
    # The manifest Package.swift lists the static libraries that the build links.
    manifest = (PROJECT.parent / "Package.swift").read_text()
    assert set(re.findall(r"lib([\w-]+)\.a\b", manifest)) == {"expat", "stretto-text", "z-ng"}
    assert "-static-stdlib" in manifest


@pytest.mark.longer
def test_two_wheels_of_one_library_have_the_same_bytes(
    wheel: pathlib.Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    again = made(tmp_path_factory.mktemp("again"))
    assert (again.name, again.read_bytes()) == (wheel.name, wheel.read_bytes())


def test_the_wheel_works_where_there_is_nothing_else(wheel: pathlib.Path, tmp_path: pathlib.Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import stretto as st; s = st.Scene(3, 2, 'red');"
        "s.save_png('x.png'); print(st.__file__, st.Image.open('x.png').to_array()[0, 0].tolist())"
    )
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("STRETTO", "PYTHON"))
    }
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout == f"{tmp_path}/stretto/__init__.py [255, 0, 0, 255]\n"


def test_the_sdist_holds_the_sources_of_the_library(tmp_path: pathlib.Path) -> None:
    if not (PROJECT.parent / "Package.swift").exists():
        pytest.skip("the Swift sources are not here")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path, cwd=PROJECT)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "swift/Package.swift",
        "swift/include/stretto.h",
        "hatch_build.py",
        "LICENSE",
        "pyproject.toml",
    } <= names
    sources = {
        str(path.relative_to(PROJECT.parent)) for path in (PROJECT.parent / "Sources").rglob("*.swift")
    }
    assert {f"swift/{name}" for name in sources} <= names
