"""Tests that saving a document writes no file outside its own path."""

from __future__ import annotations

import os
import pathlib

import pytest

import stretto as st


def scene_with_image() -> st.Scene:
    return st.Scene(8, 8, sublayers=[st.Layer(contents=st.Image.solid(2, 2, "red"))])


def test_saving_into_a_prepared_folder_follows_no_link_out_of_it(tmp_path: pathlib.Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "a.ca"
    outside.mkdir()
    (outside / "main.caml").write_text("<caml")
    (outside / "keep.txt").write_text("kept")
    folder.mkdir()
    (folder / "main.caml").symlink_to(outside / "main.caml")
    (folder / "index.xml").symlink_to(outside / "keep.txt")
    scene_with_image().save(folder)
    assert sorted(path.name for path in outside.iterdir()) == ["keep.txt", "main.caml"]
    assert (outside / "main.caml").read_text() == "<caml"
    assert (outside / "keep.txt").read_text() == "kept"
    assert not (folder / "main.caml").is_symlink()
    assert st.Scene.open(folder) == scene_with_image()


def test_assets_that_are_a_link_are_refused(tmp_path: pathlib.Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "a.ca"
    outside.mkdir()
    folder.mkdir()
    (folder / "main.caml").write_text("<caml/>")
    (folder / "assets").symlink_to(outside)
    with pytest.raises(st.WriteError, match=r"a\.ca/assets"):
        scene_with_image().save(folder)
    assert list(outside.iterdir()) == []


def test_a_pipe_in_a_prepared_folder_is_replaced_and_nobody_waits(tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "a.ca"
    folder.mkdir()
    os.mkfifo(folder / "main.caml")
    scene_with_image().save(folder)
    assert st.Scene.open(folder) == scene_with_image()
    assert sorted(path.name for path in folder.iterdir()) == ["assets", "index.xml", "main.caml"]


def test_the_folder_itself_may_be_a_link(tmp_path: pathlib.Path) -> None:
    (tmp_path / "real.ca").mkdir()
    (tmp_path / "a.ca").symlink_to(tmp_path / "real.ca")
    scene_with_image().save(tmp_path / "a.ca")
    assert st.Scene.open(tmp_path / "real.ca") == scene_with_image()
