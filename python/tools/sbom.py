"""Writes the bill of materials of a wheel, which lists the libraries in libstretto with versions, digests and
licences.

The bill of materials has the format CycloneDX, which the library of the CycloneDX project writes. Two builds
of one commit give equal bills, because a bill depends only on the sources and the linked libraries.
"""

from __future__ import annotations

import json
import pathlib
import re
import shutil
import subprocess
import uuid
from collections.abc import Iterator

from cyclonedx.factory.license import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

#: Paths of the licences of Debian's expat and of the Swift toolchain, which no tool copies.
EXPAT_LICENSE = pathlib.Path("/usr/share/doc/libexpat1-dev/copyright")
EXPAT_HEADER = pathlib.Path("/usr/include/expat.h")


def swift_license() -> pathlib.Path | None:
    """Returns the licence of the Swift toolchain, whose standard library is linked, or None if no
    licence file is found."""
    compiler = shutil.which("swiftc")
    found = compiler and pathlib.Path(compiler).resolve().parents[1] / "share/swift/LICENSE.txt"
    return found if found and found.is_file() else None


def licenses() -> dict[str, pathlib.Path]:
    """Returns the licence files of linked system libraries, by their names in the wheel."""
    found = {"expat.txt": EXPAT_LICENSE, "Swift.txt": swift_license()}
    return {name: path for name, path in found.items() if path and path.is_file()}


def document(root: pathlib.Path, version: str) -> str:
    """Returns the bill of materials of a version of Stretto as JSON. The argument `root` is the folder that
    contains Package.swift.
    """
    parts = list(_parts(root))
    subject = _component("stretto", version, "MIT", PackageURL("pypi", name="stretto", version=version))
    bom = Bom(components=parts)
    bom.metadata.component = subject
    bom.register_dependency(subject, parts)
    written = json.loads(make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string())
    # A bill of materials contains no time and no random number, so that equal libraries give equal bills.
    del written["metadata"]["timestamp"]
    content = json.dumps({**written, "serialNumber": ""}, sort_keys=True)
    written["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, content).urn
    return json.dumps(written, indent=1, sort_keys=True) + "\n"


def _parts(root: pathlib.Path) -> Iterator[Component]:
    text, zlib = ((root / "tools" / name).read_text() for name in ("text-parts", "zlib-parts"))
    yield _pinned(
        "HarfBuzz",
        _variable(text, "harfbuzz_version"),
        "MIT-Modern-Variant",
        text,
        "harfbuzz_package",
        "harfbuzz_digest",
    )
    inter = _component("Inter", None, "OFL-1.1", PackageURL("deb", "debian", "fonts-inter-variable"))
    inter.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=_variable(text, "inter_digest")))
    yield inter
    yield _pinned("zlib-ng", _variable(zlib, "version"), "Zlib", zlib, "package", "digest")
    numbers = (
        re.findall(r"#define XML_M\w+_VERSION (\d+)", EXPAT_HEADER.read_text())
        if EXPAT_HEADER.is_file()
        else []
    )
    expat = ".".join(numbers) or None
    yield _component("expat", expat, "MIT", PackageURL("deb", "debian", "libexpat1-dev", expat))
    swift = _swift_version()
    license_ = "Apache-2.0 WITH Swift-exception"
    yield _component(
        "Swift standard library", swift, license_, PackageURL("github", "swiftlang", "swift", swift)
    )


def _pinned(name: str, version: str, license_: str, tool: str, package: str, digest: str) -> Component:
    """Returns the component for a library that is built from a source distribution. The script that downloads
    the source distribution pins its digest.
    """
    source, _, number = _variable(tool, package).partition("==")
    made = _component(name, version, license_, PackageURL("pypi", name=source, version=number))
    made.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=_variable(tool, digest)))
    return made


def _component(name: str, version: str | None, license_: str, url: PackageURL) -> Component:
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        licenses=[LicenseFactory().make_from_string(license_)],
        purl=url,
        bom_ref=name,
    )


def _variable(tool: str, name: str) -> str:
    """Returns the value of a variable in a shell script."""
    found = re.search(rf"^{name}=(\S+)$", tool, re.MULTILINE)
    if found is None:
        raise ValueError(f"no {name}= in the tool")
    return found[1]


def _swift_version() -> str | None:
    if shutil.which("swiftc") is None:
        return None
    version = subprocess.check_output(["swiftc", "--version"], text=True, stderr=subprocess.DEVNULL)
    found = re.search(r"Swift version (\S+)", version)
    return found and found[1]
