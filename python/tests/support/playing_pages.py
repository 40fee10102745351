"""Helpers for tests of pages that play scenes: waiting, pictures, and widgets without a kernel."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

#: Longest time in seconds that a test waits for a page, on a busy machine.
PATIENCE = 120
ELEMENT = "document.querySelector('stretto-scene')"

#: A script that returns the pixel rows of an element's canvas.
_PIXELS = """
const shown = %s.shadowRoot.querySelector("canvas");
const copy = new OffscreenCanvas(shown.width, shown.height), context = copy.getContext("2d");
context.drawImage(shown, 0, 0);
const { data } = context.getImageData(0, 0, copy.width, copy.height);
let text = "";
for (const byte of data) text += String.fromCharCode(byte);
return [copy.width, copy.height, btoa(text)];
"""

#: A page with widgets without a kernel. Stand-ins for the widgets' models record all changes.
_NOTEBOOK = """<!doctype html><meta charset="utf-8"><script type="module">
const engine = %s;
window.askedForEngine = 0;
window.bytes = (text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer);
const widget_manager = { get_model: async (id) => {
  window.askedForEngine += 1;
  return { get: (name) => (id === "engine" && name === "_text" ? engine : undefined) };
} };
const widget = await import("data:text/javascript;base64,%s");
const models = %s.map((state) => {
  const heard = {};
  state._document = bytes(state._document);
  return { state, heard, widget_manager, get: (name) => state[name],
    set: (name, value) => (state[name] = value), save_changes: () => {},
    on: (name, listen) => (heard[name] = listen), off: () => {} };
});
window.states = models.map(({ state }) => state);
window.set = (number, name, value) => {
  models[number].state[name] = value;
  models[number].heard["change:" + name]?.();
};
for (const model of models) {
  const el = document.body.appendChild(document.createElement("div"));
  await widget.default.render({ model, el });
}
</script>"""


def until(browser: Any, condition: str) -> Any:
    """Waits until an expression is true on the page, and returns its value."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        found = browser.execute_script(f"return {condition}")
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"never true: {condition}; the console says {browser.get_log('browser')}")


def until_drawn(browser: Any, frame: npt.NDArray[np.uint8], element: str = ELEMENT) -> None:
    """Waits until the element shows the frame."""
    deadline = time.monotonic() + PATIENCE
    while True:
        width, height, text = browser.execute_script(_PIXELS % element)
        shown = np.frombuffer(base64.b64decode(text), np.uint8).reshape(height, width, 4)
        if shown.shape == frame.shape and (shown == frame).all():
            return
        assert time.monotonic() < deadline, (shown.shape, shown[0, ::15], frame[0, ::15])
        time.sleep(0.02)


def notebook(widgets: Iterable[Any]) -> str:
    """A page that shows widgets of `stretto._pages.widget` like a notebook, without a kernel."""
    given = list(widgets)
    states = [
        {
            **{name: getattr(widget, name) for name in widget.keys if name in _INITIAL_TRAITS},
            "_document": base64.b64encode(widget._document).decode(),
            "_engine": "IPY_MODEL_engine",
        }
        for widget in given
    ]
    code = base64.b64encode(str(given[0]._esm).encode()).decode()
    return _NOTEBOOK % (_script(given[0]._engine._text), code, _script(states))


_INITIAL_TRAITS = {"time", "speed", "playing", "hover", "state", "delay", "_element", "_attributes"}


def _script(value: object) -> str:
    """JSON that is safe inside a page's script element."""
    return json.dumps(value).replace("</", "<\\/")
