// Controls to play, step and scrub a clip.
//
// `clip` is {frames, fps, duration, start}, times in seconds; `show(index)` draws a frame. Returns an object with the methods play(),
// pause() and seek(index), and with the readable properties index and playing.
function strettoControls(root, clip, show) {
  "use strict";
  const icons = {
    play: "M3 1.5v13l11-6.5z",
    pause: "M3 1.5h3.6v13H3zM9.4 1.5H13v13H9.4z",
    back: "M2 1.5h2.4v13H2zM14 1.5v13L5.5 8z",
    on: "M2 1.5v13L10.5 8zM11.6 1.5H14v13h-2.4z",
  };
  const icon = (name) =>
    `<svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true"><path d="${icons[name]}" fill="currentColor"/></svg>`;
  const bar = document.createElement("div");
  bar.className = "stretto-bar";
  const add = (kind, label, content = "") => {
    const made = document.createElement(kind);
    made.setAttribute("aria-label", label);
    made.title = label;
    made.innerHTML = content;
    bar.append(made);
    return made;
  };
  const play = add("button", "Play");
  const back = add("button", "Back one frame", icon("back"));
  const on = add("button", "On one frame", icon("on"));
  const slider = add("input", "Time");
  Object.assign(slider, { type: "range", min: 0, max: clip.frames - 1, step: 1, value: 0 });
  const label = add("output", "Time and frame");
  const speed = add("select", "Speed", [0.1, 0.25, 0.5, 1, 2].map((x) => `<option value="${x}">${x}×</option>`).join(""));
  speed.value = "1";

  // Time of the clip in seconds, and the time of the page's clock at which the clip had that time. The current frame follows from the
  // clip's time and the page's clock.
  let index = 0, playing = false, visible = true, anchor = 0, since = 0;
  const elapsed = () => (anchor + ((performance.now() - since) / 1000) * Number(speed.value)) % clip.duration;
  const hold = (seconds) => ([anchor, since] = [seconds, performance.now()]);
  const draw = (next) => {
    index = next;
    slider.value = index;
    label.value = `${(clip.start + index / clip.fps).toFixed(2)} s · ${index + 1}/${clip.frames}`;
    show(index);
  };
  const tick = () => {
    if (!playing || !root.isConnected) return;
    if (visible) {
      const next = Math.min(clip.frames - 1, Math.floor(elapsed() * clip.fps + 1e-6));
      if (next !== index) draw(next);
    }
    requestAnimationFrame(tick);
  };
  const set = (wanted) => {
    if (wanted && !playing) hold(index / clip.fps);
    const start = wanted && !playing;
    playing = wanted;
    play.innerHTML = icon(playing ? "pause" : "play");
    play.title = playing ? "Pause" : "Play";
    play.setAttribute("aria-label", play.title);
    if (start) requestAnimationFrame(tick);
  };
  const seek = (next) => {
    set(false);
    draw(Math.max(0, Math.min(clip.frames - 1, next)));
  };
  const step = (by) => seek((index + by + clip.frames) % clip.frames);

  play.onclick = () => set(!playing);
  back.onclick = () => step(-1);
  on.onclick = () => step(1);
  slider.oninput = () => seek(Number(slider.value));
  speed.onchange = () => hold(index / clip.fps);
  const keys = { " ": () => set(!playing), ArrowLeft: () => step(-1), ArrowRight: () => step(1), Home: () => seek(0), End: () => seek(clip.frames - 1) };
  root.tabIndex = 0;
  root.dataset.lmSuppressShortcuts = "true";
  root.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.target === speed || (event.key === " " && event.target.tagName === "BUTTON")) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  // A player outside the viewport draws nothing.
  if (window.IntersectionObserver) new IntersectionObserver((seen) => (visible = seen[0].isIntersecting)).observe(root);

  root.append(bar);
  draw(0);
  set(false);
  return {
    play: () => set(true),
    pause: () => set(false),
    seek,
    get index() { return index; },
    get playing() { return playing; },
  };
}
