import { draggable, make, shown } from "./elements.js";
import { animationsOf } from "./markup.js";

/** Copies that are drawn at most, and points of the curve. */
const MOST_COPIES = 24;
const POINTS = 240;
const [TOP, CURVE, LANE, LEFT] = [18, 90, 12, 38];
const LEAST_WIDTH = 260;

/** The curve of one property over its layer's own time, and where on it each copy stands now. */
export class Windows {
  /** @param {import("./model.js").Model} model @param {HTMLElement} place */
  constructor(model, place) {
    this.model = model;
    this.words = make("p", { class: "sentence", role: "status" });
    this.drawing = make("div", { class: "graph" });
    place.append(make("h2", {}, "Windows of time"), this.drawing, this.words);
    /** Values that the lanes set, by the numbers of their copies. @type {any[]} */ this.handles = [];
    this.listen();
    for (const event of ["scene", "value", "commit", "select", "time"]) model.addEventListener(event, () => this.ask());
  }

  /** A lane that is dragged sets the delay of the replicator around. */
  listen() {
    let grip = /** @type {any} */ (null);
    draggable(this.drawing, {
      start: (event) => {
        grip = this.handles[/** @type {any} */ (event.target).dataset?.handle ?? -1];
        return Boolean(grip);
      },
      move: (dx) => {
        const own = grip.own + dx / grip.scale;
        this.model.set(grip.replicator, "instanceDelay", Math.round(100 * (grip.first - own) / grip.index) / 100);
      },
      end: (moved) => moved && this.model.commit(),
    });
  }

  ask() {
    this.asked ??= setTimeout(() => {
      this.asked = undefined;
      this.show();
    }, this.model.playing ? 60 : 0);
  }

  /** The layer and key path of the graph: those of the chosen layer, or of the first in it that moves. */
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
      this.words.textContent = "Choose a layer that moves, or one around it.";
      return;
    }
    try {
      this.draw(subject.layer, subject.keyPath);
    } catch (error) {
      this.drawing.replaceChildren();
      this.words.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {any} layer @param {string} keyPath */
  draw(layer, keyPath) {
    const { time } = this.model;
    const end = Math.max(this.model.end, time, 0.1);
    const width = Math.max(LEAST_WIDTH, this.drawing.clientWidth);
    const copies = layer.instances(time).slice(0, MOST_COPIES);
    if (!copies.length) {
      this.drawing.replaceChildren();
      this.words.textContent = "There are no copies at this time.";
      return;
    }
    const first = copies[0].instance;
    this.first = copies[0].localTime;
    this.handles = [];
    const owns = layer.sample(null, 0, end, POINTS, { instance: first }).values;
    const { values, width: parts } = layer.sample(keyPath, 0, end, POINTS, { instance: first });
    const points = [...owns].map((own, k) => [own, values[k * parts]]);
    const times = copies.map((/** @type {any} */ copy) => copy.localTime);
    const [low, high] = [Math.min(0, ...times, ...owns), Math.max(...times, ...owns)];
    const [least, most] = [Math.min(...points.map(([, v]) => v)), Math.max(...points.map(([, v]) => v))];
    const x = (/** @type {number} */ own) => LEFT + (width - LEFT - 8) * (own - low) / (high - low || 1);
    const y = (/** @type {number} */ value) => TOP + CURVE - CURVE * (value - least) / (most - least || 1);
    const height = TOP + CURVE + 14 + LANE * copies.length + 16;
    const path = points.map(([own, value], k) => `${k ? "L" : "M"}${x(own).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    const drawn = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${keyPath} of ${layer.name || layer.type} over its own time, and where each of ${copies.length} copies stands` },
      make("text", { x: 2, y: 11 }, keyPath), make("text", { x: 2, y: y(most) + 10 }, shown(+most.toFixed(2))), make("text", { x: 2, y: y(least) }, shown(+least.toFixed(2))),
      make("path", { d: path, class: "curve" }),
      copies.map((/** @type {any} */ copy, /** @type {number} */ k) => this.copy(layer, keyPath, copy, k, x, y)),
      make("text", { x: LEFT, y: height - 3 }, `${shown(+low.toFixed(2))} s`), make("text", { x: width - 4, y: height - 3, "text-anchor": "end" }, `${shown(+high.toFixed(2))} s of its own time`));
    this.drawing.replaceChildren(drawn);
    const told = copies[Math.min(2, copies.length - 1)];
    this.words.textContent = `At ${shown(+time.toFixed(2))} s copy ${told.instance.join(", ") || 0} shows “${this.model.title(layer.number)}” as it is at ${shown(+told.localTime.toFixed(3))} s of its own time.`;
  }

  /**
   * A copy's place on the curve, and its lane, which is dragged to set the delay.
   * @param {any} layer @param {string} keyPath @param {any} copy @param {number} k @param {(own: number) => number} x
   * @param {(value: number) => number} y
   */
  copy(layer, keyPath, copy, k, x, y) {
    const value = layer.get(keyPath, { time: this.model.time, instance: copy.instance });
    const level = Array.isArray(value) ? value[0] : value;
    const at = x(copy.localTime);
    const lane = TOP + CURVE + 14 + LANE * k;
    const index = copy.instance.at(-1) ?? 0;
    const replicator = around(layer);
    const isHandle = replicator && index > 0;
    if (isHandle) this.handles[k] = { own: copy.localTime, index, first: this.first, scale: x(1) - x(0) || 1, replicator: replicator.number };
    const bar = make("rect", { x: at - 7, y: lane, width: 14, height: LANE - 2, rx: 2, class: `copy-${k % 8}${isHandle ? " handle" : ""}`, "data-handle": isHandle ? k : null },
      make("title", {}, isHandle ? `copy ${copy.instance.join(", ")}: drag it to set the delay` : "copy 0"));
    return make("g", {}, make("line", { x1: at, x2: at, y1: Number.isFinite(level) ? y(level) : TOP, y2: lane, class: "lead" }),
      make("text", { x: 2, y: lane + LANE - 2 }, copy.instance.join(",") || "0"), bar,
      Number.isFinite(level) ? make("circle", { cx: at, cy: y(level), r: 4.5, class: `copy-${k % 8}` }) : null);
  }
}

/** The replicator next around a layer. @param {any} layer */
function around(layer) {
  for (let one = layer; one; one = one.parent) if (one.type === "CAReplicatorLayer") return one;
  return null;
}
