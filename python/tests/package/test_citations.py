"""Tests that every rule of docs/core-animation.md that a comment or a property table cites exists."""

from __future__ import annotations

import re

import pytest

import installed
from stretto._ffi import ffi
from stretto._ffi.signatures import AnimationKind, LayerKind, ObjectKind

RULES = installed.ROOT / "docs" / "core-animation.md"
#: The pattern finds "section 8.1", but not "edition, section 8.1", which cites a section of another text.
CITED = re.compile(r"(?<!edition, )\bsections? (\d+(?:\.\d+)*)")

pytestmark = pytest.mark.skipif(
    not RULES.exists(), reason="the rules are not here: these tests need the repository"
)


def headings() -> set[str]:
    return set(re.findall(r"^#+ (\d+(?:\.\d+)*)\.? ", RULES.read_text(encoding="utf-8"), re.M))


def test_every_citation_in_a_comment_resolves() -> None:
    known, unknown, count = headings(), [], 0
    for folder, ending in (("Sources", "swift"), ("Tests", "swift"), ("python/src", "py"), ("include", "h")):
        for path in sorted((installed.ROOT / folder).rglob(f"*.{ending}")):
            for found in CITED.findall(path.read_text(encoding="utf-8")):
                count += 1
                if found not in known:
                    unknown.append(f"{path.relative_to(installed.ROOT)}: section {found}")
    assert count > 10
    assert unknown == []


def test_every_decision_that_is_named_is_there() -> None:
    pages = {path.name for path in (installed.ROOT / "docs" / "decisions").glob("*.md")}
    named = {
        (name, str(path.relative_to(installed.ROOT)))
        for folder in ("Sources", "Tests", "python/src", "python/tests", "python/tools", "tools", "docs")
        for path in sorted((installed.ROOT / folder).rglob("*"))
        if path.is_file() and path.suffix in ("", ".swift", ".py", ".c", ".h", ".md")
        for name in re.findall(r"decisions/([\w-]+(?:\.md)?)", path.read_text("utf-8", errors="ignore"))
    }
    assert len(named) > 10
    assert sorted(pair for pair in named if pair[0] not in pages) == []


def test_every_row_of_a_property_table_cites_a_rule() -> None:
    known, unknown, count = headings(), [], 0
    kinds = [(ObjectKind.LAYER, kind) for kind in LayerKind] + [(ObjectKind.CELL, 0)]
    kinds += [(ObjectKind.ANIMATION, kind) for kind in AnimationKind]
    for object_kind, kind in kinds:
        for row in ffi.properties(int(object_kind), int(kind)):
            for part in re.findall(r"\d+(?:\.\d+)*", row.section.decode()):
                count += 1
                if part not in known:
                    unknown.append(f"{row.name.decode()}: {part}")
    assert count > 100
    assert sorted(set(unknown)) == []
