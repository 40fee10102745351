"""The bill of materials of a wheel: what is linked into libstretto, with versions, digests and licences.

In CycloneDX's form, by the CycloneDX project's own library. It is a function of the sources and of what they
are linked with: two builds of one commit have the same bytes.
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

#: Licences that no tool puts beside its parts: where Debian's expat and the Swift toolchain have theirs.
EXPAT_LICENSE = pathlib.Path("/usr/share/doc/libexpat1-dev/copyright")
EXPAT_HEADER = pathlib.Path("/usr/include/expat.h")


def swift_license() -> pathlib.Path | None:
    """The licence of the Swift toolchain, whose library is linked; None where there is none."""
    compiler = shutil.which("swiftc")
    found = compiler and pathlib.Path(compiler).resolve().parents[1] / "share/swift/LICENSE.txt"
    return found if found and found.is_file() else None


def licenses() -> dict[str, pathlib.Path]:
    """The licence files of what is linked and comes from the system, by their names in the wheel."""
    found = {"expat.txt": EXPAT_LICENSE, "Swift.txt": swift_license()}
    return {name: path for name, path in found.items() if path and path.is_file()}


def document(root: pathlib.Path, version: str) -> str:
    """The bill of this version as JSON. `root` is the folder of Package.swift."""
    parts = list(_parts(root))
    subject = _component("stretto", version, "MIT", PackageURL("pypi", name="stretto", version=version))
    bom = Bom(components=parts)
    bom.metadata.component = subject
    bom.register_dependency(subject, parts)
    written = json.loads(make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string())
    # No time and no random number: the same parts are the same bill.
    del written["metadata"]["timestamp"]
    content = json.dumps({**written, "serialNumber": ""}, sort_keys=True)
    written["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, content).urn
    return json.dumps(written, indent=1, sort_keys=True) + "\n"


def _parts(root: pathlib.Path) -> Iterator[Component]:
    text, zlib = ((root / "tools" / name).read_text() for name in ("text-parts", "zlib-parts"))
    yield _pinned(
        "HarfBuzz",
        _said(text, "harfbuzz_version"),
        "MIT-Modern-Variant",
        text,
        "harfbuzz_package",
        "harfbuzz_digest",
    )
    inter = _component("Inter", None, "OFL-1.1", PackageURL("deb", "debian", "fonts-inter-variable"))
    inter.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=_said(text, "inter_digest")))
    yield inter
    yield _pinned("zlib-ng", _said(zlib, "version"), "Zlib", zlib, "package", "digest")
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
    """A part that comes as a source distribution, pinned by its digest in the tool that fetches it."""
    source, _, number = _said(tool, package).partition("==")
    made = _component(name, version, license_, PackageURL("pypi", name=source, version=number))
    made.hashes.add(HashType(alg=HashAlgorithm.SHA_256, content=_said(tool, digest)))
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


def _said(tool: str, name: str) -> str:
    """The value of a variable of a shell script."""
    found = re.search(rf"^{name}=(\S+)$", tool, re.MULTILINE)
    if found is None:
        raise ValueError(f"no {name}= in the tool")
    return found[1]


def _swift_version() -> str | None:
    if shutil.which("swiftc") is None:
        return None
    told = subprocess.check_output(["swiftc", "--version"], text=True, stderr=subprocess.DEVNULL)
    found = re.search(r"Swift version (\S+)", told)
    return found and found[1]
