// A visible still picture becomes a clip, or a live scene if the page has the engine. At most three pictures play at once, and
// none play by themselves for readers who prefer reduced motion.
(() => {
  "use strict";
  const MAX_PLAYING = 3;
  const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
  const playing = new Set();

  function show(player, plays) {
    const { image, button, still } = player;
    if (plays === playing.has(player)) return;
    if (plays) playing.add(player); else playing.delete(player);
    image.src = plays ? image.dataset.clip : still;
    button.setAttribute("aria-pressed", String(plays));
    button.setAttribute("aria-label", (plays ? "Pause: " : "Play: ") + image.alt);
  }

  function start(player) {
    while (playing.size >= MAX_PLAYING) show(playing.values().next().value, false);
    show(player, true);
  }

  const players = new Map();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const player = players.get(target);
      if (!isIntersecting) show(player, false);
      else if (!reducedMotion.matches && !player.paused && playing.size < MAX_PLAYING) show(player, true);
    }
  }, { threshold: 0.6 });

  for (const image of document.querySelectorAll(".scene-picture img[data-clip]")) {
    const button = image.parentElement.querySelector(".scene-button");
    const player = { image, button, still: image.src, paused: false };
    players.set(image, player);
    button.hidden = false;
    button.addEventListener("click", () => {
      player.paused = playing.has(player);
      if (player.paused) show(player, false); else start(player);
    });
    seen.observe(image);
  }

  // A live scene starts at the time of its still picture.
  const engine = document.querySelector('meta[name="stretto-engine"]');
  let loading = null;
  const load = () => loading ??= new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = engine.content;
    script.onload = done;
    script.onerror = failed;
    document.head.append(script);
  });

  async function activate(box) {
    const image = box.querySelector("img");
    await load();
    const explorer = box.dataset.explorer ? JSON.parse(box.dataset.explorer) : null;
    const element = document.createElement(explorer ? "stretto-explorer" : "stretto-scene");
    for (const [name, value] of Object.entries({ at: box.dataset.at, alt: image.alt, ...explorer })) element.setAttribute(name, value);
    const scene = explorer ? element.view : element;
    scene.setAttribute("controls", "");
    for (const end of ["from", "to"]) if (box.dataset[end]) scene.setAttribute(end, box.dataset[end]);
    scene.style.width = image.width + "px";
    element.document = Uint8Array.from(atob(box.dataset.scene), (letter) => letter.charCodeAt(0));
    const player = players.get(image);
    const still = player ? player.still : image.src;
    box.querySelector(".scene-button")?.remove();
    seen.unobserve(image);
    if (player) show(player, false);
    players.delete(image);
    element.append(Object.assign(image.cloneNode(), { src: still }));
    scene.addEventListener("play", () => { for (const other of running) if (other !== scene && running.size >= MAX_PLAYING) other.pause(); running.add(scene); });
    scene.addEventListener("pause", () => running.delete(scene));
    scene.addEventListener("load", () => { if (!reducedMotion.matches && running.size < MAX_PLAYING) scene.play(); }, { once: true });
    image.replaceWith(element);
    box.dispatchEvent(new CustomEvent("live", { detail: element }));
  }

  // Returns a function that moves the dots and the windows of a graph over local time to a scene time. The dots stay on the curve.
  function windowMover(graph, dots, at, across, left, right) {
    const [lanes, leads] = [".window", ".lead"].map((name) => [...graph.querySelectorAll(name)]);
    const starts = dots.map((dot) => +dot.getAttribute("cx")), widths = lanes.map((lane) => +lane.getAttribute("width"));
    const curves = [...graph.querySelectorAll(".curve")].map(points);
    return (time) => lanes.forEach((lane, k) => {
      const x = starts[k] + across(time) - across(at), shown = Math.max(left, Math.min(right, x));
      const { y } = curves[k % curves.length].findLast((one) => one.x <= shown + 0.01) ?? curves[k % curves.length][0];
      for (const part of [dots[k], leads[k]]) part.style.visibility = x < left - 1 || x > right + 1 ? "hidden" : "";
      lane.setAttribute("x", shown);
      lane.setAttribute("width", Math.max(0, Math.min(right, x + widths[k]) - shown));
      for (const [name, value] of [["cx", shown], ["cy", y]]) dots[k].setAttribute(name, value);
      for (const [name, value] of [["x1", shown], ["x2", shown], ["y1", y]]) leads[k].setAttribute(name, value);
    });
  }

  const points = (line) => {
    const length = line.getTotalLength();
    return Array.from({ length: 801 }, (_, k) => line.getPointAtLength(length * k / 800));
  };

  // The time mark, the dots and the windows of a graph follow the picture above the graph.
  for (const graph of document.querySelectorAll(".scene-graph .graph")) {
    const marks = graph.querySelectorAll(".now"), dots = [...graph.querySelectorAll("circle")];
    const follows = (follow) => graph.closest("figure").querySelector(".scene-picture").addEventListener("live", ({ detail }) => {
      detail.addEventListener("timeupdate", (event) => follow(event.detail.time));
    });
    const starts = dots.map((dot) => +dot.getAttribute("cx"));
    const { at, first, last, left, right } = Object.fromEntries(Object.entries(graph.dataset).map(([name, text]) => [name, +text]));
    const across = (time) => left + (time - first) / (last - first) * (right - left);
    if (graph.querySelector(".window")) follows(windowMover(graph, dots, at, across, left, right));
    if (!marks.length) continue;
    const lines = [...graph.querySelectorAll(".line")].map(points);
    follows((time) => {
      const moved = across(Math.min(last, Math.max(first, time))) - across(at);
      for (const mark of marks) mark.setAttribute("transform", `translate(${moved} 0)`);
      dots.forEach((dot, k) => {
        const x = starts[k] + moved;
        const point = lines[k].findLast((one) => one.x <= x + 0.01) ?? lines[k][0];
        dot.setAttribute("cx", x);
        dot.setAttribute("cy", point.y);
      });
    });
  }

  const running = new Set();
  if (engine) {
    const approaching = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        approaching.unobserve(target);
        activate(target).catch(() => {});
      }
    }, { rootMargin: "64px" });
    for (const box of document.querySelectorAll(".scene-picture[data-at]")) approaching.observe(box);
  }

  // A link to the playground contains the scene's document without the header and trailer of gzip.
  for (const link of document.querySelectorAll(".scene-opens")) {
    const aim = () => {
      const bytes = atob(link.closest("figure").querySelector("[data-scene]").dataset.scene);
      link.hash = "1=" + btoa(bytes.slice(10, -8)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    };
    for (const event of ["pointerenter", "pointerdown", "focus"]) link.addEventListener(event, aim, { once: true });
  }

  // A slider changes the delay in a graph and in the code of the page.
  for (const handle of document.querySelectorAll(".scene-slider")) {
    const figure = handle.closest("figure"), graph = figure.querySelector(".graph"), input = handle.querySelector("input");
    const { at, first, last, left, right, none, one } = Object.fromEntries(Object.entries(graph.dataset).map(([name, text]) => [name, +text]));
    const across = (time) => left + (time - first) / (last - first) * (right - left);
    const curve = graph.querySelector(".curve"), length = curve.getTotalLength();
    const points = Array.from({ length: 1501 }, (_, k) => curve.getPointAtLength(length * k / 1500));
    const height = (x) => {
      const next = points.findIndex((point) => point.x >= x);
      if (next <= 0) return (next < 0 ? points[points.length - 1] : points[0]).y;
      const [a, b] = [points[next - 1], points[next]];
      return b.x === a.x ? b.y : a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
    };
    const number = [...figure.querySelectorAll(".mf, .mi")].find((span) => span.previousSibling?.textContent.endsWith("=")
      && span.previousElementSibling?.previousElementSibling?.textContent === input.dataset.name);
    const widths = [...graph.querySelectorAll(".window")].map((lane) => +lane.getAttribute("width"));
    const draw = () => {
      const delay = +input.value;
      const lanes = graph.querySelectorAll(".window"), dots = graph.querySelectorAll("circle"), leads = graph.querySelectorAll(".lead");
      const rows = figure.querySelectorAll(".scene-table tbody tr");
      lanes.forEach((lane, k) => {
        const localTime = at - k * delay, x = across(localTime), shown = Math.max(left, Math.min(right, x)), y = height(shown);
        lane.setAttribute("x", shown);
        lane.setAttribute("width", Math.max(0, Math.min(widths[k], right - shown)));
        for (const part of [lane, dots[k], leads[k]]) part.style.visibility = x < left - 1 || x > right + 1 ? "hidden" : "";
        dots[k].setAttribute("cx", shown);
        dots[k].setAttribute("cy", y);
        for (const [name, value] of [["x1", shown], ["x2", shown], ["y1", y]]) leads[k].setAttribute(name, value);
        rows[k].cells[1].textContent = `${+localTime.toFixed(2)} s`;
        rows[k].cells[2].textContent = String(+((y - none) / (one - none)).toFixed(1));
      });
    };
    // A live picture has a graph with draggable lanes.
    figure.querySelector(".scene-picture").addEventListener("live", ({ detail }) => {
      for (const part of [handle, figure.querySelector(".scene-graph")]) part.hidden = true;
      detail.addEventListener("delay", (event) => { if (number) number.textContent = String(+event.detail.toFixed(3)); });
    });
    handle.hidden = false;
    input.addEventListener("input", () => {
      const text = input.value;
      handle.querySelector("output").textContent = `${text} s`;
      input.setAttribute("aria-valuetext", `delay ${text} seconds`);
      if (number) number.textContent = text;
      draw();
    });
  }

  // The copy button also copies imports and the code that the chosen code needs.
  const blocks = [...document.querySelectorAll(".runs")];
  const helpers = document.querySelector(".gallery-helpers pre");
  const IMPORTS = { math: "import math", np: "import numpy as np", st: "import stretto as st" };

  function completeCode(block) {
    const last = blocks.indexOf(block);
    let first = last;
    while (first > 0 && blocks[first].classList.contains("continues")) first -= 1;
    const parts = blocks.slice(first, last + 1).map((one) => one.querySelector("pre").textContent.trimEnd());
    const name = helpers && /^def (\w+)\(\)/m.exec(parts[0])?.[1];
    if (name) return [helpers.textContent.trimEnd(), ...parts, `${name}().movie(2).save("${name}.gif")`, ""].join("\n\n\n");
    const code = parts.join("\n\n");
    const missing = Object.keys(IMPORTS).filter((word) => new RegExp(`\\b${word}\\.`).test(code) && !new RegExp(`^import .*\\b${word}\\b`, "m").test(code));
    return (missing.length ? missing.map((word) => IMPORTS[word]).join("\n") + "\n\n" : "") + code + "\n";
  }

  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".copybtn"), block = button?.closest(".runs");
    if (!block) return;
    let copy = document.getElementById("whole-code");
    if (!copy) document.body.append(copy = Object.assign(document.createElement("pre"), { id: "whole-code", hidden: true }));
    copy.textContent = completeCode(block);
    button.dataset.clipboardTarget = "#whole-code";
  }, true);

  // Labels distinguish the two menus of a page.
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");

  // The keyboard can scroll elements that are wider than the page.
  for (const box of document.querySelectorAll("article table, div.highlight pre, .scene-graph, .plot-box, .cell_output")) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
  }
})();
