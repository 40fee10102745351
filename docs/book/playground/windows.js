import { draggable, make, format } from "./elements.js";
import { animationsOf } from "./markup.js";

/** Maximal number of copies in the graph, and number of points of the curve. */
const MAX_COPIES = 24;
const POINTS = 240;
/** Maximal number of windows in a lane. */
const WINDOWS = 30;

/** Graph of a property over local time, with the current value of each copy. */
export class Windows {
  /** @param {import("./model.js").Model} model @param {HTMLElement} panel */
  constructor(model, panel) {
    this.model = model;
    this.sentence = make("p", { class: "sentence", role: "status" });
    this.drawing = make("div", { class: "graph-box" });
    /** Graph of the explorer element for one key path. @type {any} */ this.graph = null;
    panel.append(make("h2", {}, "Windows of time"), this.drawing, this.sentence);
    /** Values that the lanes change, by copy number. @type {any[]} */ this.handles = [];
    this.listen();
    for (const event of ["scene", "value", "commit", "select", "time"]) model.addEventListener(event, () => this.schedule());
  }

  /** Sets the delay of the enclosing replicator when the user drags a lane. */
  listen() {
    let grip = /** @type {any} */ (null);
    draggable(this.drawing, {
      start: (event) => {
        grip = this.handles[/** @type {any} */ (event.target).dataset?.handle ?? -1];
        return Boolean(grip);
      },
      move: (dx) => {
        const localTime = grip.localTime + dx * grip.secondsAPixel;
        this.model.set(grip.replicator, "instanceDelay", Math.round(100 * (grip.first - localTime) / grip.index) / 100);
      },
      end: (moved) => moved && this.model.commit(),
    });
    this.drawing.addEventListener("keydown", (/** @type {any} */ event) => {
      const [handle, direction] = [this.handles[event.target.dataset.handle ?? -1], { ArrowLeft: 1, ArrowRight: -1 }[event.key]];
      if (!handle || !direction) return;
      event.preventDefault();
      const { replicator } = handle;
      const delay = this.model.scene.layer(replicator).get("instanceDelay");
      if (this.model.set(replicator, "instanceDelay", Math.round(100 * delay + direction) / 100)) this.model.commit();
    });
  }

  schedule() {
    this.scheduled ??= setTimeout(() => {
      this.scheduled = undefined;
      this.show();
    }, this.model.playing ? 60 : 0);
  }

  /** Layer and key path of the graph. The layer is the selected layer, or else the first animated layer inside the selected layer. */
  get subject() {
    const { model } = this;
    const inside = (/** @type {any} */ layer) => {
      for (let one = layer; one; one = one.parent) if (one.number === model.selected) return true;
      return false;
    };
    for (const layer of model.scene.layers) {
      if (!inside(layer) || !model.elements[layer.number]) continue;
      for (const { element } of animationsOf(model.elements[layer.number])) {
        const keyPath = element.getAttribute("keyPath");
        if (keyPath && !/Path|contents|string/i.test(keyPath)) return { layer, keyPath };
      }
    }
    return null;
  }

  show() {
    const subject = this.subject;
    if (!subject) {
      this.drawing.replaceChildren();
      this.sentence.textContent = "Choose a layer that moves, or one around it.";
      return;
    }
    try {
      this.draw(subject.layer, subject.keyPath);
    } catch (error) {
      this.drawing.replaceChildren();
      this.sentence.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {any} layer @param {string} keyPath */
  draw(layer, keyPath) {
    const { time } = this.model;
    const copies = layer.instances(time).slice(0, MAX_COPIES);
    if (!copies.length) {
      this.drawing.replaceChildren();
      this.sentence.textContent = "There are no copies at this time.";
      return;
    }
    const values = copies.map((/** @type {any} */ { instance }) => [layer.get(keyPath, { time, instance })].flat()[0]);
    this.drawCurve(layer, keyPath, copies);
    const [first, last] = this.graph.span;
    this.graph.setCopies(copies.map((/** @type {any} */ { instance, localTime }, /** @type {number} */ k) => ({
      name: instance.join() || "0", start: localTime, stop: localTime + (last - first) / WINDOWS, value: values[k],
    })));
    this.graph.svg.setAttribute("aria-label", `${keyPath} of ${layer.name || layer.type} over its own time, and where each of ${copies.length} copies stands`);
    if (this.graph.svg.parentNode !== this.drawing) this.drawing.replaceChildren(this.graph.svg);
    this.takeHandles(layer, copies);
    const example = copies[Math.min(2, copies.length - 1)];
    this.sentence.textContent = `At ${format(+time.toFixed(2))} s copy ${example.instance.join(", ") || 0} shows “${this.model.title(layer.number)}” as it is at ${format(+example.localTime.toFixed(3))} s of its own time.`;
  }

  /** Draws the curve over the local time of the first copy, for the times of all copies. @param {any} layer @param {string} keyPath @param {any[]} copies */
  drawCurve(layer, keyPath, copies) {
    const end = Math.max(this.model.end, this.model.time, 0.1);
    const { instance } = copies[0];
    const localTimes = layer.sample(null, 0, end, POINTS, { instance }).values;
    const { values, width } = layer.sample(keyPath, 0, end, POINTS, { instance });
    const times = [...localTimes, ...copies.map(({ localTime }) => localTime)];
    const [first, last] = [Math.min(0, ...times), Math.max(...times)];
    if (this.graph?.keyPath !== keyPath) {
      this.graph = Object.assign(new globalThis.stretto.Graph(keyPath), { keyPath });
      this.graph.svg.setAttribute("role", "group");
    }
    this.lanes = this.graph.setLanes(copies.length);
    this.graph.draw([first, last > first ? last : first + 1], [...localTimes], [...localTimes].map((_, k) => values[k * width]));
  }

  /** Makes the lanes of all copies but the first draggable. @param {any} layer @param {any[]} copies */
  takeHandles(layer, copies) {
    const replicator = replicatorOf(layer);
    const { secondsAPixel } = this.graph;
    this.handles = copies.map(({ instance, localTime }, k) => {
      const index = instance.at(-1) ?? 0;
      const isHandle = replicator && index > 0;
      const attributes = { class: isHandle ? "window handle" : "window", role: isHandle ? "slider" : null, tabindex: isHandle ? 0 : null,
        "data-handle": isHandle ? k : null, "aria-valuenow": isHandle ? localTime : null, "aria-label": isHandle ? `copy ${instance.join(", ")}: drag it to set the delay` : null };
      for (const [name, value] of Object.entries(attributes)) {
        if (value === null) this.lanes[k].removeAttribute(name);
        else this.lanes[k].setAttribute(name, String(value));
      }
      return isHandle ? { localTime, index, first: copies[0].localTime, secondsAPixel, replicator: replicator.number } : null;
    });
  }
}

/** Returns the nearest replicator that contains a layer. @param {any} layer */
function replicatorOf(layer) {
  for (let one = layer; one; one = one.parent) if (one.type === "CAReplicatorLayer") return one;
  return null;
}
