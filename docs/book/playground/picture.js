import { draggable, make, format } from "./elements.js";

/** Time of a frame in milliseconds above which the page halves the width and height of frames. */
const SLOW = 200;
const MIN_QUALITY = 1 / 8;

/** View of the scene, which plays the scene, and in which the user selects and drags layers. */
export class Picture {
  quality = 1;
  last = 0;

  /** @param {import("./model.js").Model} model @param {HTMLElement} panel */
  constructor(model, panel) {
    this.model = model;
    this.canvas = make("canvas", { role: "img", "aria-label": "the scene", tabindex: 0 });
    this.view = make("div", { class: "view" }, this.canvas);
    this.button = make("button", { type: "button", class: "play", onclick: () => model.play(!model.playing) });
    this.clock = make("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": "time",
      oninput: () => { model.play(false); model.seek(+this.clock.value); } });
    this.clockOutput = make("output", {});
    this.zoom = make("select", { "aria-label": "zoom", onchange: () => this.draw() },
      [["0", "fit"], ["1", "1×"], ["2", "2×"], ["4", "4×"], ["8", "8×"]].map(([value, text]) => make("option", { value }, text)));
    this.pixels = make("input", { type: "checkbox", onchange: () => this.draw() });
    panel.append(this.view, make("div", { class: "transport" }, this.button, this.clock, this.clockOutput, this.zoom,
      make("label", { title: "one pixel a point" }, this.pixels, " pixels")));
    for (const event of ["scene", "value", "commit", "time"]) model.addEventListener(event, () => this.schedule());
    model.addEventListener("play", () => this.playing());
    new ResizeObserver(() => this.schedule()).observe(this.view);
    this.listen();
    this.playing();
  }

  listen() {
    const { canvas, model } = this;
    let grip = /** @type {any} */ (null);
    draggable(canvas, {
      start: (event) => {
        const found = this.hit(event);
        if (!found?.layer) return model.select(0);
        grip = this.grip(found, event);
        return undefined;
      },
      move: (dx, dy) => this.drag(grip, dx / this.factor, dy / this.factor),
      end: (moved) => {
        if (moved) model.commit(); else if (grip) model.select(grip.hit);
        grip = null;
      },
    });
    canvas.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (!direction || model.selected === 0) return;
      event.preventDefault();
      const [x, y] = model.layer.get("position");
      const distance = event.shiftKey ? 10 : 1;
      if (model.set(model.selected, "position", [x + distance * direction[0], y + distance * direction[1]])) model.commit();
    });
  }

  /** Returns the layer and the copy under the pointer. @param {PointerEvent} event @param {number} [dx] @param {number} [dy] */
  hit(event, dx = 0, dy = 0) {
    const box = this.canvas.getBoundingClientRect();
    try {
      return this.model.scene.hit((event.clientX - box.left) / this.factor + dx, (event.clientY - box.top) / this.factor + dy, this.model.time);
    } catch {
      return null;
    }
  }

  /**
   * Returns the dragged layer with its position. The dragged layer is the selected layer if the selected layer contains the layer under
   * the pointer, and else the layer under the pointer. A matrix converts distances in the view to distances in the superlayer.
   * @param {any} found @param {PointerEvent} event
   */
  grip(found, event) {
    const { model } = this;
    let dragged = found.layer;
    for (let layer = found.layer; layer && layer.number > 0; layer = layer.parent) if (layer.number === model.selected) dragged = layer;
    let matrix = [1, 0, 0, 1];
    const [right, below] = [this.hit(event, 1, 0), this.hit(event, 0, 1)];
    if (right?.layer === found.layer && below?.layer === found.layer && dragged === found.layer) {
      const inLayer = [right.point[0] - found.point[0], right.point[1] - found.point[1], below.point[0] - found.point[0], below.point[1] - found.point[1]];
      const transform = dragged.get("transform", { time: model.time, instance: found.instance }) ?? [1, 0, 0, 0, 0, 1];
      const outside = (/** @type {number} */ x, /** @type {number} */ y) => [x * transform[0] + y * transform[4], x * transform[1] + y * transform[5]];
      const next = [...outside(inLayer[0], inLayer[1]), ...outside(inLayer[2], inLayer[3])];
      if (next.every(Number.isFinite)) matrix = next;
    }
    return { hit: found.layer.number, dragged: dragged.number, from: dragged.get("position"), matrix };
  }

  /** @param {any} grip @param {number} dx @param {number} dy */
  drag(grip, dx, dy) {
    if (!grip || grip.dragged === 0) return;
    this.model.select(grip.dragged);
    const [a, b, c, d] = grip.matrix;
    const position = [grip.from[0] + a * dx + c * dy, grip.from[1] + b * dx + d * dy].map((value) => Math.round(value * 2) / 2);
    this.model.set(grip.dragged, "position", position);
  }

  /** Pixels of the page for each point of the scene. */
  get factor() {
    return this.canvas.clientWidth / this.model.scene.size.width || 1;
  }

  // Drawing

  /** Schedules one drawing for the next frame of the screen. */
  schedule() {
    this.scheduled ??= requestAnimationFrame(() => {
      this.scheduled = undefined;
      this.draw();
    });
  }

  draw() {
    const { model, canvas } = this;
    if (!model.scene) return;
    const { width, height } = model.scene.size;
    const fit = Math.min(this.view.clientWidth / width, Math.max(120, this.view.clientHeight) / height);
    const zoom = +this.zoom.value || Math.max(0.05, fit);
    canvas.style.width = `${width * zoom}px`;
    canvas.style.height = `${height * zoom}px`;
    canvas.classList.toggle("pixels", this.pixels.checked);
    const scale = this.pixels.checked ? 1 : Math.min(zoom * devicePixelRatio * this.quality, 4096 / Math.max(width, height));
    const start = performance.now();
    try {
      model.scene.render(model.time, { scale, into: canvas });
      if (performance.now() - start > SLOW) this.quality = Math.max(MIN_QUALITY, this.quality / 2);
    } catch (error) {
      model.play(false);
      model.reportError(error);
    }
    const end = model.end;
    this.clock.max = end;
    this.clock.value = model.time;
    this.clock.setAttribute("aria-valuetext", `${format(model.time)} seconds`);
    this.clockOutput.textContent = `${model.time.toFixed(2)} s`;
  }

  playing() {
    const { playing } = this.model;
    this.button.textContent = playing ? "❚❚" : "▶";
    this.button.setAttribute("aria-label", playing ? "pause" : "play");
    if (!playing || this.running) return;
    this.running = true;
    this.last = performance.now();
    requestAnimationFrame((now) => this.advance(now));
  }

  /** @param {number} now */
  advance(now) {
    const { model } = this;
    if (!model.playing) {
      this.running = false;
      return;
    }
    const { duration, steadyFrom } = model.scene.loopReport();
    let time = model.time + Math.max(0, Math.min(0.1, (now - this.last) / 1000));
    this.last = now;
    if (time >= model.end) time = duration ? steadyFrom + ((time - steadyFrom) % duration) : 0;
    model.seek(time);
    requestAnimationFrame((next) => this.advance(next));
  }
}
