import { documentInside, whenParsed } from "./documents.js";
import { Base, SceneElement } from "./element.js";
import { StrettoError } from "./errors.js";
import { detailEvent } from "./events.js";
import { Graph, colorOf, short } from "./graph.js";
import { open } from "./library.js";
import { EXPLORER_STYLE } from "./style.js";

/** Largest number of copies that have a lane. */
const MAX_COPIES = 24;
/** Number of samples of the curve. */
const SAMPLES = 1201;
/** Interval in seconds for measuring the speed of a copy, and the lowest speed that counts as motion. */
const [TIME_CHANGE, SLOWEST] = [2 ** -10, 1e-3];
/** Ratio of a difference between samples to the typical difference, above which the difference counts as a jump. */
const JUMP = 8;
/** Steps of the arrow keys in seconds: the step of the time and the step of the delay. */
const [TIME_STEP, DELAY_STEP] = [1 / 30, 0.01];
/** Distance in pixels at which a dragged delay snaps to 0, and to the delay that spreads the copies evenly. */
const SNAP = 5;

const EXPLORER_MARKUP = `
  <style>${EXPLORER_STYLE}</style>
  <div class="picture"><stretto-scene controls inspect part="scene"><slot></slot></stretto-scene></div>
  <div class="side">
    <label class="handle" hidden>delay <input class="delay" type="range" step="any"><output class="seconds"></output></label>
    <div class="graph-box"></div>
    <p class="formula"></p>
    <p class="sentence" role="status"></p>
    <details><summary>As a table</summary><table><thead><tr><th>copy</th><th>its own time</th><th class="value-name"></th></tr></thead>
      <tbody></tbody></table></details>
    <p class="message" role="alert" hidden></p>
  </div>`;

/**
 * `<stretto-explorer layer key-path replicator>`: a live scene with a graph of the time windows of one layer. A lane shows the
 * time window of one copy. Dragging the first window changes the time, and dragging another window changes the delay between
 * copies.
 *
 * The attribute `layer` is a name, an index in `scene.layers`, or a path from the root such as "/0/2/mask" (indices of sublayers,
 * or "mask", "glyph" or "instanceMask1"). The attribute `key-path` is the property whose curve is drawn, and the attribute
 * `component` selects one number of the property. The attribute `replicator` is the layer whose delay is changed, by default the
 * innermost replicator around the layer. The attribute `delay-key` is the key path of the replicator's delay. The attributes
 * `delay-min` and `delay-max` are the limits of the delay slider in seconds. By default, the scene determines the limits. The
 * attribute `window` is the length of a time window in seconds of scene time. The attributes `from` and `to` are local times that
 * the graph always includes. The attribute `at` is the scene time that is shown first. The document of the explorer is inside the
 * element or in the property `document`, as for `<stretto-scene>`.
 *
 * The explorer sends the events "load", "timeupdate" (the detail is the time), "delay" (the detail is the new delay in seconds),
 * "hover" and "error".
 */
export class ExplorerElement extends Base {
  #root;
  /** @type {SceneElement} */ #view;
  /** @type {import("./scene.js").Scene | null} */ #scene = null;
  /** @type {any} */ #given = null;
  /** @type {any} */ #layer = null;
  /** @type {any} */ #replicator = null;
  /** Position of the replicator's index among the indices of a copy. */
  #level = -1;
  /** @type {Graph | null} */ #graph = null;
  /** @type {number[][]} */ #copies = [];
  /** @type {import("./graph.js").Copy[]} */ #shown = [];
  #initial = { time: 0, delay: 0 };
  #delay = 0;
  #chosen = 1;
  #number = 0;
  #isDragging = false;

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    this.#root.innerHTML = EXPLORER_MARKUP;
    this.#view = /** @type {any} */ (this.#root.querySelector("stretto-scene"));
    this.#listen();
  }

  /** @param {string} name @returns {any} */
  #part(name) {
    return this.#root.querySelector("." + name);
  }

  connectedCallback() {
    whenParsed(this, () => this.#scene || this.#load());
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#scene?.close();
      this.#scene = null;
    });
  }

  // MARK: what scripts call

  /** Element that plays the scene. */
  get view() {
    return this.#view;
  }

  /** Document in any form that `open` accepts. Setting the document keeps the time that is shown. */
  get document() {
    return this.#given;
  }

  set document(source) {
    this.#given = source;
    if (this.isConnected) this.#load();
  }

  get time() {
    return this.#view.player ? this.#view.currentTime : this.#numberOf("at", 0);
  }

  set time(time) {
    this.#view.seek(time);
    this.#moveWindows(time);
  }

  /** Delay of each copy relative to the previous copy, in seconds. */
  get delay() {
    return this.#delay;
  }

  set delay(seconds) {
    if (!this.#scene || !this.#replicator || seconds === this.#delay) return;
    this.#scene.layer(this.#replicator).set(this.#delayKey, seconds);
    this.#delay = seconds;
    this.#showDelay();
    this.#moveWindows(this.time);
    this.dispatchEvent(detailEvent("delay", seconds));
  }

  #showDelay() {
    this.#view.set(this.#replicator.number, this.#delayKey, this.#delay)?.catch((/** @type {unknown} */ error) => this.#say(error));
  }

  /** Copies that have a lane, each with its index, the local times at the start and the end of the window, and the value. */
  get windows() {
    return this.#shown.map((copy, k) => ({ ...copy, instance: [...this.#copies[k]] }));
  }

  // MARK: life

  /** @param {string} name @param {number} otherwise */
  #numberOf(name, otherwise) {
    const found = parseFloat(this.getAttribute(name) ?? "");
    return Number.isFinite(found) ? found : otherwise;
  }

  get #delayKey() {
    return this.getAttribute("delay-key") ?? "instanceDelay";
  }

  get #keyPath() {
    return this.getAttribute("key-path") ?? "";
  }

  async #load() {
    const source = this.#given ?? documentInside(this);
    if (!source) return;
    const number = ++this.#number;
    this.#say(null);
    try {
      const time = this.time;
      const scene = await open(source, { timeout: 2 });
      if (number !== this.#number || !this.isConnected) return scene.close();
      this.#scene?.close();
      this.#scene = scene;
      this.#find(scene);
      this.#view.setAttribute("at", String(time));
      this.#view.setAttribute("alt", this.getAttribute("alt") ?? "a moving picture");
      this.#view.document = scene.source.bytes;
      this.#begin(time);
      this.dispatchEvent(new Event("load"));
    } catch (error) {
      this.#say(error);
      this.dispatchEvent(detailEvent("error", error));
    }
  }

  /** Finds the layer and the replicator that the attributes name. @param {import("./scene.js").Scene} scene */
  #find(scene) {
    /** @param {string} name */
    const named = (name) => {
      const word = this.getAttribute(name);
      if (word?.startsWith("/")) return layerAt(scene, word);
      return word === null ? null : scene.layer(/^\d+$/.test(word) ? Number(word) : word);
    };
    const layer = named("layer") ?? scene.layers[scene.layers.length - 1];
    const replicators = [];
    for (let above = layer.parent; above; above = above.parent) if (COPYING.test(above.type)) replicators.unshift(above);
    this.#layer = layer;
    this.#replicator = named("replicator") ?? replicators.findLast(({ type }) => type === "CAReplicatorLayer") ?? null;
    this.#level = replicators.indexOf(this.#replicator);
    const delay = this.#replicator ? this.#replicator.get(this.#delayKey) : 0;
    if (this.#level < 0 || typeof delay !== "number") this.#replicator = null;
    this.#delay = this.#replicator ? delay : 0;
  }

  /** @param {number} time */
  #begin(time) {
    this.#initial = { time, delay: this.#delay };
    this.#graph?.svg.remove();
    this.#graph = new Graph(this.#keyPath);
    this.#part("graph-box").append(this.#graph.svg);
    this.#part("value-name").textContent = this.#keyPath;
    const handle = this.#part("handle");
    handle.hidden = !this.#replicator;
    const reach = this.#reach();
    const [min, max] = [this.#numberOf("delay-min", -reach), this.#numberOf("delay-max", reach)];
    Object.assign(this.#part("delay"), { min, max, value: this.#delay });
    this.#listenToLanes(this.#count(time));
    this.#chosen = Math.min(this.#chosen, this.#copies.length - 1);
    this.#moveWindows(time);
  }

  /** Limits of the delay handle in seconds. */
  #reach() {
    const loop = this.#scene?.duration;
    const reach = Math.max(2 * Math.abs(this.#delay), loop ? Math.min(loop, 12) / Math.max(1, this.#copies.length - 1) : 0);
    return reach > 0 ? reach : 1;
  }

  /** Finds the visible copies at a scene time. @param {number} time */
  #count(time) {
    const found = this.#layer.instances(time).map((/** @type {any} */ { instance }) => instance);
    const known = new Map(found.map((/** @type {number[]} */ instance) => [instance.join(), instance]));
    this.#copies = [...known.values()].slice(0, MAX_COPIES);
    if (this.#copies.length === 0) this.#copies = [[]];
    return /** @type {Graph} */ (this.#graph).setLanes(this.#copies.length);
  }

  // MARK: the graph

  /** @param {number[]} copy @param {number} time */
  #own(copy, time) {
    return this.#layer.localTime(time, copy);
  }

  /** @param {number[]} copy @param {number} time */
  #value(copy, time) {
    if (!this.#keyPath) return NaN;
    const { values, width } = this.#layer.sample(this.#keyPath, time, time, 1, { instance: copy });
    return values[Math.min(this.#numberOf("component", 0), width - 1)];
  }

  /** Moves all time windows to a scene time. @param {number} time */
  #moveWindows(time) {
    const [scene, graph] = [this.#scene, this.#graph];
    if (!scene || !graph) return;
    const length = this.#numberOf("window", 1);
    this.#shown = this.#copies.map((copy) => ({
      name: copy.join() || "0", start: this.#own(copy, time), stop: this.#own(copy, time + length), value: this.#value(copy, time),
    }));
    this.#fit(time);
    graph.setCopies(this.#shown);
    graph.mark(this.#copies.length > 1 ? this.#chosen : -1);
    this.#describe(time);
  }

  /** Extends the time axis until every time window fits. @param {number} time */
  #fit(time) {
    const graph = /** @type {Graph} */ (this.#graph);
    const ends = this.#shown.flatMap(({ start, stop }) => [start, stop]);
    const isNew = graph.svg.dataset.scene !== String(this.#number);
    const [first, last] = isNew ? [this.#numberOf("from", 0), this.#numberOf("to", 1)] : graph.span;
    const span = /** @type {[number, number]} */ ([Math.min(first, ...ends), Math.max(last, ...ends)]);
    if (!isNew && span[0] === first && span[1] === last) return;
    if (!isNew) {
      // The graph's range grows by a further 10 %, to leave room for more dragging.
      const margin = 0.1 * (span[1] - span[0]);
      if (span[0] < first) span[0] -= margin;
      if (span[1] > last) span[1] += margin;
    }
    graph.svg.dataset.scene = String(this.#number);
    graph.draw(span, ...this.#curve(span, time));
  }

  /**
   * Samples the curve of the value over the local time of the first copy.
   * @param {[number, number]} span @param {number} time @returns {[number[], number[]]}
   */
  #curve(span, time) {
    if (!this.#keyPath) return [[], []];
    const [copy] = this.#copies;
    const start = this.#own(copy, time);
    const rate = (this.#own(copy, time + TIME_CHANGE) - start) / TIME_CHANGE;
    let [first, last] = [time, time + this.#numberOf("window", 1)];
    if (Math.abs(rate) > SLOWEST) {
      const ends = span.map((end) => time + (end - start) / rate);
      [first, last] = [Math.min(first, ...ends), Math.max(last, ...ends)];
    }
    const own = this.#layer.sample(null, first, last, SAMPLES, { instance: copy }).values;
    const { values, width } = this.#layer.sample(this.#keyPath, first, last, SAMPLES, { instance: copy });
    const component = Math.min(this.#numberOf("component", 0), width - 1);
    const order = Array.from(own.keys()).sort((a, b) => own[a] - own[b]);
    return withGaps(order.map((k) => own[k]), order.map((k) => values[width * k + component]));
  }

  /** Updates the description and the numbers below the graph. @param {number} time */
  #describe(time) {
    const chosen = Math.max(0, this.#chosen);
    const { name, start, value } = this.#shown[chosen];
    const index = this.#level < 0 ? 0 : this.#copies[chosen][this.#level];
    this.#part("seconds").textContent = `${short(this.#delay)} s`;
    const slider = this.#part("delay");
    // Dragging the delay beyond the end of the slider extends the slider on that side.
    if (this.#delay > Number(slider.max)) slider.max = String(2 * this.#delay);
    if (this.#delay < Number(slider.min)) slider.min = String(2 * this.#delay);
    slider.value = this.#delay;
    slider.setAttribute("aria-valuetext", this.#delayWords());
    const isResting = !this.#isDragging && this.#view.paused;
    const seconds = (/** @type {number} */ at) => short(isResting ? at : Math.round(100 * at) / 100);
    const isPlain = this.#replicator && Math.abs(time - index * this.#delay - start) < 1e-9;
    const sum = isPlain ? `${seconds(time)} − ${index} × ${this.#delay < 0 ? `(${short(this.#delay)})` : short(this.#delay)} = ` : "";
    this.#part("formula").textContent = `own time of copy ${name} = ${sum}${seconds(start)} s`;
    this.#part("formula").style.setProperty("--copy", colorOf(chosen));
    const words = Number.isFinite(value) ? `, where ${this.#keyPath} is ${short(value)}` : "";
    const sentence = `At ${short(time)} s copy ${name} shows the layer as it is at ${short(start)} s of its own time${words}.`;
    // The sentence below the graph changes only when the user releases a handle, because screen readers read the sentence aloud.
    if (isResting) this.#part("sentence").textContent = sentence;
    this.#part("sentence").style.visibility = isResting ? "" : "hidden";
    if (this.#part("side").querySelector("details").open) this.#tabulate();
    this.#graph?.svg.querySelectorAll(".window").forEach((lane, k) => {
      const { start: own } = this.#shown[k];
      const attributes = { label: `window of copy ${this.#shown[k].name}`, valuenow: own, valuetext: `${short(own)} seconds of its own time` };
      for (const [key, word] of Object.entries(attributes)) lane.setAttribute(`aria-${key}`, String(word));
    });
  }

  #delayWords() {
    const side = this.#delay > 0 ? "later than" : this.#delay < 0 ? "ahead of" : "together with";
    return `delay ${short(this.#delay)} seconds, each copy ${side} the one before`;
  }

  #tabulate() {
    const rows = this.#shown.map(({ name, start, value }) => {
      const row = document.createElement("tr");
      for (const word of [name, `${short(start)} s`, Number.isFinite(value) ? short(value) : ""]) row.insertCell().textContent = word;
      return row;
    });
    this.#part("side").querySelector("tbody").replaceChildren(...rows);
  }

  // MARK: handles

  #listen() {
    const view = this.#view;
    view.addEventListener("timeupdate", (event) => {
      if (!this.#isDragging) this.#attempt(() => this.#moveWindows(/** @type {any} */ (event).detail.time));
      this.dispatchEvent(detailEvent("timeupdate", /** @type {any} */ (event).detail));
    });
    for (const name of ["play", "pause"]) view.addEventListener(name, () => this.dispatchEvent(new Event(name)));
    view.addEventListener("pause", () => this.#attempt(() => this.#moveWindows(this.time)));
    // The player is created later than the explorer's own scene, and receives the current delay when the player is ready.
    view.addEventListener("load", () => this.#delay !== this.#initial.delay && this.#showDelay());
    view.addEventListener("error", (event) => this.dispatchEvent(detailEvent("error", /** @type {any} */ (event).detail)));
    view.addEventListener("hover", (event) => {
      const { detail } = /** @type {any} */ (event);
      const found = detail && detail.number === this.#layer?.number
        ? this.#copies.findIndex((copy) => copy.join() === detail.instance.join()) : -1;
      if (found >= 0) this.#choose(found);
      this.dispatchEvent(detailEvent("hover", detail));
    });
    this.#part("delay").addEventListener("input", (/** @type {any} */ { target }) => {
      this.delay = this.#snapped(Number(target.value), Number(target.max) / 60);
    });
    this.#root.querySelector("details")?.addEventListener("toggle", () => this.#tabulate());
  }

  /** @param {() => void} body */
  #attempt(body) {
    try {
      body();
    } catch (error) {
      this.#say(error);
    }
  }

  /** @param {number} copy */
  #choose(copy) {
    if (copy === this.#chosen) return;
    this.#chosen = copy;
    this.#graph?.mark(copy);
    this.#describe(this.time);
  }

  /** @param {Element[]} lanes */
  #listenToLanes(lanes) {
    lanes.forEach((lane, k) => {
      lane.addEventListener("pointerdown", (event) => this.#drag(lane, k, /** @type {PointerEvent} */ (event)));
      lane.addEventListener("focus", () => this.#choose(k));
      lane.addEventListener("keydown", (event) => this.#press(k, /** @type {KeyboardEvent} */ (event)));
    });
  }

  /**
   * Rate of change of a copy's local time with the quantity that its window drags, which is the scene time or the delay.
   * @param {number} k
   */
  #slope(k) {
    const [copy, time] = [this.#copies[k], this.time];
    const before = this.#own(copy, time);
    if (this.#movesTime(k)) return (this.#own(copy, time + TIME_CHANGE) - before) / TIME_CHANGE;
    const replicator = this.#scene?.layer(this.#replicator);
    replicator?.set(this.#delayKey, this.#delay + TIME_CHANGE);
    const after = this.#own(copy, time);
    replicator?.set(this.#delayKey, this.#delay);
    return (after - before) / TIME_CHANGE;
  }

  /** @param {number} k */
  #movesTime(k) {
    return !this.#replicator || this.#copies[k][this.#level] === 0;
  }

  /** @param {Element} lane @param {number} k @param {PointerEvent} event */
  #drag(lane, k, event) {
    event.preventDefault();
    /** @type {any} */ (lane).focus({ preventScroll: true });
    this.#choose(k);
    this.#view.pause();
    const slope = this.#slope(k);
    if (Math.abs(slope) < SLOWEST) return;
    const begun = { x: event.clientX, time: this.time, delay: this.#delay };
    lane.setPointerCapture(event.pointerId);
    this.#isDragging = true;
    /** @param {any} moved */
    const move = ({ clientX, altKey }) => {
      const seconds = /** @type {Graph} */ (this.#graph).secondsAPixel;
      const change = (clientX - begun.x) * seconds / slope;
      if (this.#movesTime(k)) this.time = Math.max(0, begun.time + change);
      else this.delay = altKey ? begun.delay + change : this.#snapped(begun.delay + change, SNAP * seconds / Math.abs(slope));
    };
    const end = () => {
      lane.removeEventListener("pointermove", move);
      this.#isDragging = false;
      this.#moveWindows(this.time);
    };
    lane.addEventListener("pointermove", move);
    lane.addEventListener("lostpointercapture", end, { once: true });
  }

  /**
   * Rounds a delay to two digits. A delay near 0, or near the delay that spreads the copies evenly over the loop, snaps to that
   * delay.
   * @param {number} delay @param {number} near
   */
  #snapped(delay, near) {
    const loop = this.#scene?.duration;
    const even = loop ? loop / (1 + Math.max(...this.#copies.map((copy) => copy[this.#level] ?? 0))) : 0;
    const found = [0, even, -even].find((one) => Math.abs(delay - one) <= near);
    return found ?? Math.round(delay * 100) / 100;
  }

  /** @param {number} k @param {KeyboardEvent} event */
  #press(k, event) {
    const step = event.shiftKey ? 10 : 1;
    const direction = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const lanes = this.#graph?.svg.querySelectorAll(".window") ?? [];
    const next = { ArrowDown: k + 1, ArrowUp: k - 1 }[event.key];
    if (next !== undefined) /** @type {any} */ (lanes[next])?.focus();
    else if (direction && this.#movesTime(k)) this.#still(() => (this.time = Math.max(0, this.time + direction * step * TIME_STEP)));
    // The time window of a copy moves in the direction of the arrow key.
    else if (direction) this.delay = Math.round((this.#delay + direction * step * DELAY_STEP * Math.sign(this.#slope(k))) * 100) / 100;
    else if (event.key === "-") this.delay = -this.#delay;
    else if (event.key === "0") this.delay = 0;
    else if (event.key === "Escape") this.#still(() => [this.delay, this.time] = [this.#initial.delay, this.#initial.time]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {() => void} body */
  #still(body) {
    this.#view.pause();
    body();
  }

  /** @param {any} problem */
  #say(problem) {
    const message = this.#part("message");
    message.hidden = !problem;
    message.textContent = problem ? problem.message ?? String(problem) : "";
  }
}

/** Classes of layers that copy their contents. */
const COPYING = /^(CAReplicatorLayer|CATextLayer|ViewReplicator)$/;

/** Finds the layer at a path from the root. @param {import("./scene.js").Scene} scene @param {string} path */
function layerAt(scene, path) {
  let [layer] = scene.layers;
  for (const word of path.split("/").filter(Boolean)) {
    const below = scene.layers.filter(({ parentNumber }) => parentNumber === layer.number);
    const [, role, index] = /** @type {string[]} */ (/^(\D*)(\d*)$/.exec(word) ?? ["", word, ""]);
    layer = below.filter((item) => item.role === (role || "sublayer"))[Number(index)];
    if (!layer) throw new StrettoError(`there is no layer at ${path}`, "invalid");
  }
  return layer;
}

/**
 * Inserts a gap (NaN) into a curve at every jump of the value.
 * @param {number[]} across @param {number[]} up @returns {[number[], number[]]}
 */
function withGaps(across, up) {
  const steps = up.slice(1).map((value, k) => Math.abs(value - up[k]));
  const moving = steps.filter((step) => step > 0).sort((a, b) => a - b);
  const usual = moving[moving.length >> 1] ?? 0;
  // In a curve that changes everywhere, a jump is far larger than the typical difference between two samples. In a piecewise
  // constant curve, every difference between two samples is a jump.
  const most = moving.length > 0.01 * steps.length ? JUMP * usual : 0;
  const [times, values] = [[across[0]], [up[0]]];
  for (let k = 1; k < up.length; k += 1) {
    if (steps[k - 1] > most) {
      times.push(across[k]);
      values.push(NaN);
    }
    times.push(across[k]);
    values.push(up[k]);
  }
  return [times, values];
}

/** Registers the elements `<stretto-scene>` and `<stretto-explorer>`. */
export function defineElements() {
  if (typeof customElements === "undefined" || customElements.get("stretto-scene")) return;
  customElements.define("stretto-scene", SceneElement);
  customElements.define("stretto-explorer", ExplorerElement);
}
