"""Checks of all pages of the built book: links, alternative texts, sizes, and no request to another host."""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
from collections import Counter

import html5lib
import pytest
import stretto as st
from pages import BUILT, MADE_BY_SPHINX, ROOT, SOURCES, Page, local, page, pages, weight

#: Addresses of the articles that the stories retell, by the page that links to the article.
ARTICLES = {
    "stories/emoji.html": "https://bryce.co/replicating-views",
    "stories/score.html": "http://www.mojolama.com/creating-custom-replicator-views",
    "stories/spinner.html": "https://jordandixoncom.wordpress.com/2018/03/31/seeing-the-light-with-careplicatorlayer/",
    "stories/reflection.html": "http://saveme-dot-txt.blogspot.com/2011/06/dynamic-view-reflection-using.html",
    "stories/spacetime.html": "https://github.com/facebookarchive/spacetime",
}
#: Web pages of the two standards that the changelog follows.
RULES = ("https://keepachangelog.com", "https://semver.org")
#: Pages of other hosts to which the book may link. The pages of the book load nothing from another host.
ELSEWHERE = ("https://github.com/pradyunsg/furo", *RULES, *ARTICLES.values())
HOST = re.compile(r"^(https?:)?//")


def test_there_is_a_book() -> None:
    assert len(pages()) > 90, "run make book first"


def test_every_link_and_anchor_holds() -> None:
    broken = []
    for item in pages():
        for link in item.links:
            if HOST.match(link) or link.startswith("mailto:"):
                continue
            target = local(item, link) if link.partition("#")[0] else item.path
            anchor = link.partition("#")[2]
            if not target.exists() or (
                anchor and target.suffix == ".html" and anchor not in page(target.relative_to(BUILT).as_posix()).ids
            ):
                broken.append((item.name, link))
    assert broken == []


def test_every_page_is_html() -> None:
    """An HTML parser that follows the standard finds no error on any page, and no id occurs twice on a page."""
    wrong = {}
    for item in pages():
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        tree = parser.parse(item.path.read_text(encoding="utf-8"))
        found = [f"{name} at {position}" for position, name, _ in parser.errors]
        ids = Counter(element.get("id") for element in tree.iter() if isinstance(element.tag, str) and element.get("id"))
        found += [f"#{name} is there {count} times" for name, count in ids.items() if count > 1]
        if found:
            wrong[item.name] = found[:5]
    assert wrong == {}


def test_links_to_other_hosts_are_known() -> None:
    unknown = {(item.name, link) for item in pages() for link in item.links if HOST.match(link) and link not in ELSEWHERE}
    assert unknown == set()


@pytest.mark.parametrize("name", ARTICLES)
def test_every_story_thanks_its_article_and_links_to_it(name: str) -> None:
    assert ARTICLES[name] in page(name).links
    assert "thanks" in page(name).path.read_text(encoding="utf-8")


def test_nothing_is_loaded_from_another_host() -> None:
    remote = {(item.name, source) for item in pages() for source in item.sources if HOST.match(source)}
    for path in [*BUILT.rglob("*.css"), *(SOURCES / "static").glob("*.js")]:
        text = path.read_text(encoding="utf-8")
        remote |= {
            (path.name, found) for found in re.findall(r"(?:url\(|@import|fetch\(|import\()\s*['\"]?(https?://[^'\")]+)", text)
        }
    assert remote == set()


def test_every_source_is_there() -> None:
    missing = [
        (item.name, source)
        for item in pages()
        for source in item.sources
        if not HOST.match(source) and not source.startswith("data:") and not local(item, source).exists()
    ]
    assert missing == []


def test_every_picture_has_words_and_a_size() -> None:
    wrong = []
    for item in pages():
        for image in item.images:
            words = (image.get("alt") or "").split()
            is_scene = "scenes/" in (image.get("src") or "")
            if not 5 <= len(words) <= 40 or (is_scene and not image.get("width")):
                wrong.append((item.name, image.get("src"), " ".join(words)))
    assert wrong == []


def test_pictures_that_differ_have_other_words() -> None:
    shown: dict[str, set[str]] = {}
    for item in pages():
        for image in item.images:
            if "scenes/" in (image.get("src") or "") and not (image.get("src") or "").endswith("-small.webp"):
                shown.setdefault(image.get("alt") or "", set()).add((image.get("src") or "").rpartition("/")[2])
    assert {words: files for words, files in shown.items() if len(files) > 1} == {}


def test_pages_have_a_title_with_the_version_a_description_and_an_icon() -> None:
    wrong = []
    for item in pages():
        head = item.path.read_text(encoding="utf-8").partition("</head>")[0]
        title = re.search(r"<title>(.*?)</title>", head, re.S)
        words = re.search(r'<meta name="description" content="([^"]{20,})">', head)
        if not title or st.__version__ not in title[1] or "favicon" not in head:
            wrong.append((item.name, "title or icon"))
        if not words and item.name not in MADE_BY_SPHINX:
            wrong.append((item.name, "description"))
    assert wrong == []


def test_functions_of_the_reference_show_their_parameters() -> None:
    """The reference entry of `Movie.save` lists each parameter."""
    text = page("made/python/movie.html").path.read_text(encoding="utf-8")
    entry = text[text.index('id="stretto.Movie.save"') :]
    fields = entry[: entry.index("</dl>")]
    assert re.search(r"Parameters", fields)
    assert all(f"<strong>{name}</strong>" in fields for name in ("path", "loop", "matte", "quality", "columns", "timeout"))


def test_the_reference_describes_the_types_of_values() -> None:
    """The entries of type aliases have the comment of the alias, and no text of Python's own classes."""
    text = page("made/python/image.html").path.read_text(encoding="utf-8")
    assert "any string of CSS Color 4" in text
    assert [item.name for item in pages() if "PEP 604" in item.path.read_text(encoding="utf-8")] == []


def test_buttons_have_names_and_pages_one_heading() -> None:
    assert [(item.name, text) for item in pages() for text in item.unnamed if "copybtn" not in text] == []
    assert [item.name for item in pages() if item.headings != 1 and item.name not in MADE_BY_SPHINX] == []


@pytest.mark.parametrize("item", pages(), ids=lambda item: item.name)
def test_pages_are_small(item: Page) -> None:
    whole, packed = weight(item)
    assert whole <= 300_000, f"{whole} bytes with styles and scripts"
    assert packed <= 80_000, f"{packed} bytes packed"


def test_the_folder_is_small() -> None:
    assert (BUILT / "searchindex.js").stat().st_size <= 500_000
    engines = ("stretto.engine.js", "stretto.source.js", "stretto.vectors.js")
    files = [path for path in BUILT.rglob("*") if path.is_file() and path.name not in engines]
    assert sum(path.stat().st_size for path in files) <= 25_000_000


#: Pages that the slow checks build: one page of each kind.
SOME = (
    "ideas/windows.md", "made/python/replicator-layer.rst", "reference/c/layers.rst", "reference/key-paths.md",
    "made/notebooks/04_spinner.ipynb", "playground.md",
)  # fmt: skip


def test_two_builds_give_the_same_bytes(tmp_path: pathlib.Path) -> None:
    """Two builds from an empty folder give equal files, although Python orders sets differently in each build."""
    others = [path.relative_to(SOURCES).as_posix() for kind in ("md", "rst", "ipynb") for path in SOURCES.rglob(f"*.{kind}")]
    left_out = ",".join({*others} - {*SOME})
    found = []
    for seed in ("1", "2"):
        folder = tmp_path / seed / "html"
        settings = ["-D", "root_doc=playground", "-D", f"exclude_patterns={left_out},extensions,static,templates"]
        folders = ["-d", str(tmp_path / seed / "doctrees"), str(SOURCES), str(folder)]
        command = [sys.executable, "-m", "sphinx", "-Q", *settings, *folders]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": seed})
        found.append({path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    first, second = found
    assert len(first) > 50
    assert [str(path) for path in first | second if first.get(path) != second.get(path)] == []


def test_every_chapter_of_the_gallery_has_all_of_its_pictures() -> None:
    """A separate process counts the gallery's pictures, because a module of the book could hide a module of the gallery."""
    gallery = ROOT / "python" / "examples" / "gallery"
    count = (
        "import collections, book; print(*(f'{k}={n}' for k, n in collections.Counter(e.chapter for e in book.entries()).items()))"
    )
    printed = subprocess.run([sys.executable, "-c", count], cwd=gallery, capture_output=True, text=True, check=True).stdout
    wanted = {name: int(number) for name, number in (pair.split("=") for pair in printed.split())}
    assert len(wanted) >= 10
    found = {name: len(re.findall(r'<figure class="scene"', page(f"gallery/{name}.html").path.read_text())) for name in wanted}
    assert found == wanted


def test_movies_of_notebooks_are_players() -> None:
    """A page of a notebook has a player for each movie that the notebook shows."""
    notebooks = sorted((ROOT / "python" / "examples" / "notebooks").glob("*.ipynb"))
    movies = {path.stem: path.read_text(encoding="utf-8").count('"<Movie of') for path in notebooks}
    assert sum(movies.values()) >= 10
    found = {name: page(f"made/notebooks/{name}.html").path.read_text(encoding="utf-8") for name in movies}
    assert {name: text.count('<div class="scene-picture"') for name, text in found.items()} == movies
