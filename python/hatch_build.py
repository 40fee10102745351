"""Puts libstretto into the wheel: the one that STRETTO_LIBRARY names, or one built from source with Swift.

STRETTO_LIBRARY        a libstretto.so that is there already
STRETTO_LIBRARY_V3     the same, built for x86-64-v3; left out if not given
STRETTO_WEB            the folder of the engine for web pages (`make web`); left out if not given
STRETTO_SCRATCH_PATH   where Swift builds, in place of its own choice
"""

from __future__ import annotations

import importlib.util
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import sysconfig
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = pathlib.PurePosixPath("stretto/_native")
#: The engine for web pages, as one script.
PAGES, ENGINE = pathlib.PurePosixPath("stretto/_web"), "stretto.engine.js"
#: The soname, so that a C program can be linked with the library where it lies.
NAME = "libstretto.so.0"
#: Package.swift links Swift's runtime statically (-static-stdlib), so that users need none.
BUILD = ["swift", "build", "-c", "release", "--product", "stretto"]
#: HarfBuzz and the sans, and zlib-ng, by the tools that make them: folders beside Package.swift.
PARTS = {"text-parts": ".build/text", "zlib-parts": ".build/zlib"}


def _bill_of_materials() -> Any:
    """The module tools/sbom.py, which stands beside this file."""
    found = importlib.util.spec_from_file_location(
        "sbom", pathlib.Path(__file__).with_name("tools") / "sbom.py"
    )
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


class LibraryHook(BuildHookInterface[Any]):
    """Runs for every wheel; an editable one finds the library in the source tree."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the library and names the platform, as no other Python part depends on it."""
        library = self._library()
        self._add(build_data, library, PACKAGE / NAME, version)
        newer = os.environ.get("STRETTO_LIBRARY_V3")
        if newer:
            self._add(build_data, pathlib.Path(newer), PACKAGE / "x86-64-v3" / NAME, version)
        web = os.environ.get("STRETTO_WEB")
        if web and version != "editable":
            build_data["force_include"][str(pathlib.Path(web) / ENGINE)] = str(PAGES / ENGINE)
        folder = f"stretto-{self.metadata.version}.dist-info/licenses"
        license_file = pathlib.Path(self.root).parent / "LICENSE"
        if license_file.exists():  # an sdist has it beside pyproject.toml, where it is found
            build_data["force_include"][str(license_file)] = f"{folder}/LICENSE"
        root, bill = self._swift_root(), _bill_of_materials()
        for part in PARTS.values():
            for other in sorted((root / part / "licenses").glob("*.txt")):
                build_data["force_include"][str(other)] = f"{folder}/{other.name}"
        for name, other in bill.licenses().items():
            build_data["force_include"][str(other)] = f"{folder}/{name}"
        if version != "editable":
            written = pathlib.Path(self.root) / "build" / "stretto.cdx.json"
            written.write_text(bill.document(root, self.metadata.version))
            build_data["sbom_files"].append(str(written.relative_to(self.root)))
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")

    def _library(self) -> pathlib.Path:
        given = os.environ.get("STRETTO_LIBRARY")
        if given:
            return pathlib.Path(given)
        root = self._swift_root()
        command = [*BUILD]
        scratch = os.environ.get("STRETTO_SCRATCH_PATH")
        if scratch:
            command += ["--scratch-path", scratch]
        if shutil.which("swift") is None:
            raise RuntimeError(
                f"no wheel for {platform.system()} {platform.machine()}, and building libstretto needs Swift "
                "6.3 (https://swift.org/install) and libexpat1-dev. STRETTO_LIBRARY may name "
                "one that is built."
            )
        for tool in PARTS:
            subprocess.run([root / "tools" / tool, sys.executable], cwd=root, check=True)
        subprocess.run(command, cwd=root, check=True)
        shown = subprocess.check_output([*command, "--show-bin-path"], cwd=root, text=True)
        return pathlib.Path(shown.strip()) / "libstretto.so"

    def _swift_root(self) -> pathlib.Path:
        """The folder of Package.swift: inside an sdist, or around the python folder of the repository."""
        here = pathlib.Path(self.root)
        for root in (here / "swift", here.parent):
            if (root / "Package.swift").exists():
                return root
        raise RuntimeError(f"the Swift sources of libstretto are not beside {here}")

    def _add(
        self, build_data: dict[str, Any], source: pathlib.Path, target: pathlib.PurePosixPath, version: str
    ) -> None:
        if not source.is_file():
            raise RuntimeError(f"there is no {source}")
        stripped = pathlib.Path(self.root) / "build" / target.relative_to(PACKAGE)
        if version == "editable":
            stripped = pathlib.Path(self.root) / "src" / target
        stripped.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, stripped)
        subprocess.run(["strip", "--strip-unneeded", str(stripped)], check=False)
        if version != "editable":
            build_data["force_include"][str(stripped)] = str(target)
