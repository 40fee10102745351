"""Measures the web engine in Chromium against canvas programs and lottie-web, and with twelve scenes at once.

    make web && .venv/bin/python python/benchmarks/pages.py

The numbers that a canvas program draws, such as positions and colours, are computed before the measured time.
Like the engine, a canvas program draws in software. Reading one pixel of the canvas makes the browser finish
the drawing. lottie-web draws the scenes that Lottie can express on a software canvas too. The package
pylottie (`requirements-pages.txt`) contains lottie-web in a web page, and is used for nothing else.
"""

from __future__ import annotations

import argparse
import base64
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import statistics
import sys
import tempfile
import time
from typing import Any
from unittest import mock

import lottie_scenes
import numpy as np
import scenes
import stretto_scenes

import stretto as st

ROOT = pathlib.Path(__file__).parents[2]
WEB = pathlib.Path(os.environ.get("STRETTO_WEB", ROOT / "dist" / "web"))
SCENES = {"w1": stretto_scenes.spinner, "w2": stretto_scenes.stars}
#: Scenes that lottie-web can play. lottie-web does not finish the two nested repeaters of scene l2.
LOTTIE = {"w1": lottie_scenes.spinner_document}
#: Seconds for which frames are drawn in one measurement.
LENGTH = 0.3
#: Number of scenes on the page with many scenes, the seconds of the measurement, and the requested frames per
#: second.
MANY, LOOK, ASKED = 12, 10, 30

#: JavaScript functions, by scene, that make a canvas program from the scene's numbers.
PROGRAMS = """
const color = ([red, green, blue, alpha]) => `rgba(${255 * red}, ${255 * green}, ${255 * blue}, ${alpha})`;
const clear = (context, { width, height, background }) => {
  context.resetTransform();
  context.fillStyle = color(background);
  context.fillRect(0, 0, width, height);
};
const programs = {
  w1: (context, facts) => (frame) => {
    clear(context, facts);
    context.fillStyle = color(facts.color);
    for (const [x, y, radius, alpha] of facts.dots[frame]) {
      context.globalAlpha = alpha;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
    context.globalAlpha = 1;
  },
  w2: (context, facts) => {
    const star = new Path2D();
    facts.star.forEach(([x, y], k) => (k ? star.lineTo(x, y) : star.moveTo(x, y)));
    star.closePath();
    const colors = facts.colors.map(color);
    return (frame) => {
      clear(context, facts);
      facts.stars[frame].forEach((matrix, k) => {
        context.setTransform(...matrix);
        context.fillStyle = colors[k];
        context.fill(star);
      });
    };
  },
};
"""

#: A script that opens the scene and the canvas program. The script's function `round` returns the mean
#: milliseconds per frame of the scene and of the canvas program.
PAGE = """
window.rows = {};
window.prepare = async (name, document, start, facts, animation) => {
  const scene = await stretto.open(Uint8Array.from(atob(document), (letter) => letter.charCodeAt(0)));
  const canvas = () => {
    const made = window.document.createElement("canvas");
    [made.width, made.height] = [facts.width, facts.height];
    return made.getContext("2d", { willReadFrequently: true });
  };
  const [shown, drawn, played] = [canvas(), canvas(), canvas()];
  const pixels = new ImageData(facts.width, facts.height);
  const program = programs[name](drawn, facts);
  const lottie = animation && window.lottie.loadAnimation({
    renderer: "canvas", autoplay: false, animationData: animation,
    rendererSettings: { context: played, clearCanvas: true },
  });
  rows[name] = {
    frames: facts.frames, shown: { canvas: drawn, lottie: played }, ours: shown,
    engine: (frame) => {
      scene.render(start + frame / facts.fps, { into: pixels });
      shown.putImageData(pixels, 0, 0);
    },
    canvas: (frame) => {
      program(frame);
      drawn.getImageData(0, 0, 1, 1);
    },
    lottie: lottie && ((frame) => {
      lottie.goToAndStop(frame, true);
      played.getImageData(0, 0, 1, 1);
    }),
  };
};
// A page's clock has steps of a tenth of a millisecond: frames are measured together.
const mean = (draw, frames, seconds) => {
  draw(0);
  const begun = performance.now();
  let count = 0;
  while (count < 3 || performance.now() - begun < 1000 * seconds) draw(count++ % frames);
  return (performance.now() - begun) / count;
};
window.round = (name, seconds, isTurned) => {
  const { engine, canvas, lottie, frames } = rows[name];
  const order = [engine, canvas, lottie];
  if (isTurned) order.reverse();
  const found = order.map((draw) => draw && mean(draw, frames, seconds));
  return isTurned ? found.reverse() : found;
};
window.difference = (name, peer, frame) => {
  const { engine, ours, shown, [peer]: draw } = rows[name];
  engine(frame);
  draw(frame);
  const [one, other] = [ours, shown[peer]].map((context) =>
    context.getImageData(0, 0, context.canvas.width, context.canvas.height).data);
  let sum = 0;
  for (let k = 0; k < one.length; k += 1) sum += Math.abs(one[k] - other[k]);
  return sum / one.length;
};
"""


def facts_of(name: str) -> dict[str, Any]:
    """The numbers of a scene, such as positions and colours, that a canvas program needs."""
    scene = scenes.SCENES[name]
    known: dict[str, Any] = {
        "width": scene.width, "height": scene.height, "frames": scene.frames, "fps": scenes.FPS,
        "background": scene.background,
    }  # fmt: skip
    frames = scenes.frames_of(name)
    if name == "w1":
        return {**known, "color": scenes.DOT_COLOR, "dots": [scenes.dots(frame) for frame in frames]}
    stars = [scenes.stars(frame) for frame in frames]
    return {**known, "star": scenes.STAR, "colors": scenes.star_colors(), "stars": stars}


def lottie_web() -> tuple[str, str]:
    """The script of lottie-web and its version."""
    files = importlib.metadata.files("pylottie") or []
    page = next(file for file in files if file.name == "lottie.html").read_text(encoding="utf-8")
    script = page.partition("<script>")[2].partition("</script>")[0]
    version = re.search(r'lottie\.version="([\d.]+)"', script)
    return script, version[1] if version else "of an unknown version"


def scene_of(name: str) -> tuple[st.Scene, float]:
    """The scene that `run.py` measures, and the time of the scene's first frame in seconds."""
    saved: list[tuple[st.Scene, float]] = []

    def keep(scene: st.Scene, facts: scenes.Scene, start: float = 0.0) -> scenes.Drawing:
        saved.append((scene, start))
        return scenes.Drawing(lambda frame: None, lambda: None)

    with mock.patch.object(stretto_scenes, "drawing_of", keep):
        SCENES[name]()
    return saved[0]


def outside(scene: st.Scene, start: float, frames: int) -> float:
    """Mean milliseconds per frame of Stretto's native library with one thread."""
    width, height = scene.pixel_size(1)
    pixels = np.empty((height, width, 4), np.uint8)
    count, begun = 0, time.perf_counter()
    while count < 3 or time.perf_counter() - begun < LENGTH:
        scene.render(start + count % frames / scenes.FPS, out=pixels, threads=1)
        count += 1
    return 1e3 * (time.perf_counter() - begun) / count


def browser() -> Any:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which("chromium"))
    for flag in (
        "headless=new",
        "no-sandbox",
        "disable-gpu",
        "disable-dev-shm-usage",
        "window-size=1400,1000",
    ):
        options.add_argument(f"--{flag}")
    return webdriver.Chrome(options, webdriver.ChromeService(str(shutil.which("chromedriver"))))


def open_page(driver: Any, folder: pathlib.Path, script: str) -> None:
    engine = json.dumps((WEB / "stretto.engine.js").as_uri())
    (folder / "page.html").write_text(
        f"<!doctype html><meta charset=utf-8><body><script src={engine}></script><script>{script}</script>",
        encoding="utf-8",
    )
    driver.get((folder / "page.html").as_uri())


def compare_with_peers(driver: Any, folder: pathlib.Path, rounds: int) -> None:
    script, version = lottie_web()
    open_page(driver, folder, f"{script}</script><script>{PROGRAMS}{PAGE}")
    title = f"page/lottie-web {version} (difference)"
    print(f"{'':22}{'page':>9}  page/library  page/canvas (difference)  {title}")
    for name in SCENES:
        scene, start = scene_of(name)
        document = base64.b64encode(scene.to_bytes()).decode()
        driver.execute_async_script(
            "const [name, text, start, facts, animation, done] = arguments;"
            "prepare(name, text, start, facts, animation).then(done)",
            name, document, start, facts_of(name), LOTTIE[name]() if name in LOTTIE else None,
        )  # fmt: skip
        found = []
        for number in range(rounds):
            row = driver.execute_script("return round(...arguments)", name, LENGTH, number % 2 == 1)
            found.append((*row, outside(scene, start, scenes.SCENES[name].frames)))
        page = statistics.median(row[0] for row in found)
        native = statistics.median(row[0] / row[3] for row in found)
        title = f"{name} {scenes.SCENES[name].title}"
        words = [f"{title:22}{page:6.2f} ms{native:14.2f}"]
        for k, peer in ((1, "canvas"), (2, "lottie")):
            if found[0][k] is None:
                continue
            ratio = statistics.median(row[0] / row[k] for row in found)
            apart = driver.execute_script("return difference(...arguments)", name, peer, scenes.SHOT)
            words.append(f"{ratio:10.2f} ({apart:.2f}/255)")
        print("".join(words), flush=True)


def many_at_once(driver: Any, folder: pathlib.Path) -> None:
    """The fraction of requested frames that each of twelve emoji previews on one page shows.

    The table also shows the idle time of the processors, which shows whether other work disturbed the
    measurement.
    """
    sys.path.insert(0, str(ROOT / "python" / "examples"))
    import emoji_preview

    scene = emoji_preview.make_scene(emoji_preview.drawn_face())
    document = base64.b64encode(scene.to_bytes()).decode()
    open_page(
        driver,
        folder,
        f"const bytes = Uint8Array.from(atob({json.dumps(document)}), (letter) => letter.charCodeAt(0));"
        f"window.counts = Array({MANY}).fill(0);"
        f"for (let k = 0; k < {MANY}; k += 1) {{"
        "const made = document.createElement('stretto-scene'); made.setAttribute('autoplay', '');"
        "made.document = bytes; made.style.width = '320px'; made.loop = true;"
        "made.addEventListener('timeupdate', () => (counts[k] += 1)); document.body.append(made); }",
    )
    while not driver.execute_script("return counts.every((count) => count > 10)"):
        time.sleep(0.1)
    before, idle = driver.execute_script("return [performance.now(), ...counts]"), idle_seconds()
    time.sleep(LOOK)
    after, idle = driver.execute_script("return [performance.now(), ...counts]"), idle_seconds() - idle
    seconds = (after[0] - before[0]) / 1e3
    rates = [(now - then) / seconds for then, now in zip(before[1:], after[1:], strict=True)]
    width, height = (round(320 * side / scene.size[0]) for side in scene.size)
    print(
        f"{MANY} scenes at once, {width} x {height}: {min(rates) / ASKED:.2f} to {max(rates) / ASKED:.2f} of "
        f"{ASKED} frames a second each; of {os.cpu_count()} processors {idle / seconds:.2f} stood still, "
        f"under a load of {os.getloadavg()[0]:.1f}"
    )


def idle_seconds() -> float:
    """The idle time of all processors since the start of the machine, in seconds."""
    return float(pathlib.Path("/proc/uptime").read_text().split()[1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9, help="to take the median of; default %(default)s")
    options = parser.parse_args()
    driver = browser()
    try:
        with tempfile.TemporaryDirectory() as folder:
            compare_with_peers(driver, pathlib.Path(folder), options.rounds)
            many_at_once(driver, pathlib.Path(folder))
    finally:
        driver.quit()


if __name__ == "__main__":
    main()
