"""Tests of documents that were saved under a former name of a Stretto property."""

from __future__ import annotations

import stretto as st


def test_the_number_of_a_text_was_its_value() -> None:
    text = st.TextLayer("x", number_format="{:.1f}", number=3)
    text.add_animation(st.BasicAnimation("number", from_value=0, to_value=10, duration=1))
    scene = st.Scene(9, 9, sublayers=[text])
    scene.add_state("on", {text: {"number": 7}})
    document = scene.to_bytes()
    former = document.replace(b"stretto:number=", b"stretto:value=")
    former = former.replace(b'keyPath="number"', b'keyPath="value"')
    assert former.count(b"value=") - document.count(b"value=") == 1
    assert document.count(b'keyPath="number"') == former.count(b'keyPath="value"') == 2
    read = st.Scene.from_bytes(former)
    assert read.warnings == []
    assert read == scene


def test_the_loop_duration_of_an_emitter_was_its_loop() -> None:
    scene = st.Scene(9, 9, sublayers=[st.EmitterLayer(loop_duration=2)])
    document = scene.to_bytes()
    assert b'loopDuration="2"' in document
    read = st.Scene.from_bytes(document.replace(b'loopDuration="2"', b'loop="2"'))
    assert (read.warnings, read == scene) == ([], True)
