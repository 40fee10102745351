"""Tests of the book's texts: gallery pictures have descriptions, and every page that is linked exists."""

from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).parents[3]
BOOK = ROOT / "docs" / "book"
EXAMPLES = ROOT / "python" / "examples"
#: Effect scripts whose name is also the name of a gallery entry.
TWICE = ("carousel", "confetti", "cube", "message_confetti", "reflection")


def pairs(name: str) -> list[tuple[str, str]]:
    """Pairs of a name and its text, from the lines "name: text" of a file of the book."""
    lines = (BOOK / name).read_text(encoding="utf-8").splitlines()
    found = (line.partition(": ") for line in lines if line and not line.startswith("#"))
    return [(name, words) for name, _, words in found]


def test_every_picture_of_the_gallery_has_words_of_its_own() -> None:
    sources = (path.read_text(encoding="utf-8") for path in (EXAMPLES / "gallery").glob("*.py"))
    entries = {
        name for text in sources for name in re.findall(r"^@entry\(.*?\)\ndef (\w+)\(", text, re.M | re.S)
    }
    effects = {path.stem for path in (EXAMPLES / "effects").glob("*.py")} - {"save"}
    effects = {f"{name}_effect" if name in TWICE else name for name in effects}
    found = pairs("gallery.words")
    assert sorted(name for name, _ in found) == sorted(entries | effects), (
        "docs/book/gallery.words says what is to be seen in each picture"
    )
    assert all(5 <= len(words.split()) <= 40 for _, words in found)
    assert len({words for _, words in found}) == len(found)


def test_pages_that_words_lead_to_are_there() -> None:
    made = re.findall(
        r'^    \(\s*"([\w-]+)"', (BOOK / "extensions" / "reference.py").read_text(encoding="utf-8"), re.M
    )
    pages = {
        path.relative_to(BOOK).with_suffix("").as_posix()
        for path in BOOK.rglob("*")
        if path.suffix in (".md", ".rst")
    }
    pages |= {f"made/python/{name}" for name in made} | {"made/changes"}
    assert {name for name, _ in pairs("search.words")} - pages == set()


def test_every_page_is_in_a_menu() -> None:
    listed = set()
    for path in BOOK.rglob("*.md"):
        for block in re.findall(r"```\{toctree\}(.*?)```", path.read_text(encoding="utf-8"), re.S):
            lines = [line.strip() for line in block.splitlines() if line.strip() and not line.startswith(":")]
            folder = path.parent.relative_to(BOOK).as_posix()
            listed |= {
                line.lstrip("/") if line.startswith("/") or folder == "." else f"{folder}/{line}"
                for line in lines
            }
    pages = {
        path.relative_to(BOOK).with_suffix("").as_posix()
        for path in BOOK.rglob("*")
        if path.suffix in (".md", ".rst") and "made" not in path.parts
    }
    assert pages - listed == {"index"}


def test_what_the_book_is_built_with_is_pinned_with_hashes() -> None:
    wanted = re.findall(r"^([\w-]+)", (BOOK / "requirements.in").read_text(encoding="utf-8"), re.M)
    text = (BOOK / "requirements.txt").read_text(encoding="utf-8")
    pinned = dict(re.findall(r"^([\w.-]+)==\S+ \\\n    --hash=(sha256):", text, re.M))
    assert {name.lower() for name in wanted} - {name.lower() for name in pinned} == set()
