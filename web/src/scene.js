import { StrettoError, checkNumber } from "./errors.js";
import { detailEvent } from "./events.js";
import { spelled, spelledInstance } from "./values.js";

/** Names of the diagnostics, in the order of their numbers from 1 on. The Python package has the same names. */
const CODES = [
  "removed-too-soon", "black-source", "pivot-at-corner", "delay-beyond-clip", "matrix-steps", "no-size",
  "nothing-to-paint", "outside", "empty-cell", "spring-cut-off", "missing-glyph", "color-glyph-not-drawn",
  "array-too-short", "source-own-motion", "sublayer-not-shown", "group-cuts-off", "snaps-back", "no-values",
  "delay-without-motion", "hidden-motion", "degrees", "mostly-outside", "color-of-background", "no-such-copy",
  "stroke-without-color", "offset-without-effect", "not-a-fraction", "ignored-property", "animation-replaced",
  "keyframes-do-not-fit", "gradient-through-grey", "path-steps", "no-such-part", "light-not-drawn",
  "no-vector-form",
];
const LOOP_KINDS = ["repeats", "ends", "cumulative", "emitter"];

/** Layer of an open scene, whose values are set and queried by Core Animation's key paths. */
export class Layer {
  #scene;
  #number;

  /** @param {Scene} scene @param {number} number @param {any} found */
  constructor(scene, number, found) {
    this.#scene = scene;
    this.#number = number;
    /** @type {string} */ this.name = found.name;
    /** Class of the layer, such as "CAReplicatorLayer". @type {string} */ this.type = found.type;
    /** Role of the layer in its parent: "root", "sublayer", "mask", "instanceMask", "source", "glyph" or "outside". */
    this.role = found.role;
    /** @type {number} */ this.parentNumber = found.parent;
  }

  get scene() {
    return this.#scene;
  }

  /** Index of the layer in `scene.layers`. */
  get number() {
    return this.#number;
  }

  get parent() {
    return this.parentNumber < 0 ? null : this.#scene.layers[this.parentNumber];
  }

  /**
   * Sets a value of the layer, which is a number, a boolean, a text, a list of numbers, or null for none. A colour is "#rrggbb"
   * or four numbers from 0 to 1. With `instance` (indices or "*"), only the selected copies get the value. The method returns the
   * layer itself.
   * @param {string} keyPath @param {unknown} value @param {{instance?: any}} [options]
   */
  set(keyPath, value, { instance } = {}) {
    this.#scene.edit([this.#number, keyPath, spelledInstance(instance), ...spelled(keyPath, value)]);
    return this;
  }

  /**
   * Returns the model value, or the presentation value at a scene time if `time` is given.
   * @param {string} keyPath @param {{instance?: any, time?: number}} [options]
   */
  get(keyPath, { instance, time } = {}) {
    if (time !== undefined) checkNumber("time", time);
    return this.#scene.asking((engine, scene) =>
      engine.withTexts([keyPath, spelledInstance(instance)], (at, size) => {
        engine.attempt("stretto_layer_get", scene, this.#number, at, size, time ?? NaN);
        return engine.json();
      }));
  }

  /**
   * Returns the local time of a copy of the layer at a scene time.
   * @param {number} time @param {any} [instance]
   */
  localTime(time, instance) {
    return this.#scene.asking((engine, scene) =>
      engine.withTexts(["", spelledInstance(instance)], (at, size) => {
        engine.attempt("stretto_layer_get_local_time", scene, this.#number, time, at, size);
        return engine.json() ?? NaN;
      }));
  }

  /**
   * Returns all instances of the layer at a scene time, each with the indices of its copy (`instance`) and its `localTime`.
   * @param {number} time
   * @returns {{instance: number[], localTime: number}[]}
   */
  instances(time) {
    return this.#scene.asking((engine, scene) => {
      engine.attempt("stretto_layer_instances", scene, this.#number, time, this.#scene.timeout);
      return engine.json();
    });
  }

  /**
   * Samples the value at a key path at `count` evenly spaced scene times from `from` to `to`; without a key path, samples the
   * local time. The array `values` has `width` numbers for each time.
   * @param {string | null} keyPath @param {number} from @param {number} to @param {number} count
   * @param {{instance?: any}} [options]
   */
  sample(keyPath, from, to, count, { instance } = {}) {
    if (count !== (count | 0)) throw new StrettoError(`count: ${count} was given; a whole number is needed`, "invalid");
    return this.#scene.asking((engine, scene) =>
      engine.withTexts([keyPath ?? "", spelledInstance(instance)], (at, size) => {
        const width = engine.call(
          "stretto_layer_sample", scene, this.#number, at, size, from, to, count, this.#scene.timeout);
        if (width < 0) throw engine.problem(-width);
        const values = new Float64Array(engine.answer().slice().buffer);
        const times = Float64Array.from({ length: count }, (_, k) => count > 1 ? from + (to - from) * k / (count - 1) : from);
        return { times, values, width };
      }));
  }
}

/** Open scene. Queries are answered at once, on the calling thread. The function `player` plays a scene on another thread. */
export class Scene extends EventTarget {
  #engine;
  #bytes;
  #assets;
  /** Values that were set after the scene was opened, by layer, key path and copy. @type {Map<string, any[]>} */ #edits = new Map();
  /** State changes in the order in which they were added. @type {[string, number][]} */ #changes = [];
  #handle = 0;
  #generation = -1;
  #isClosed = false;
  /** @type {any} */ #description = null;
  /** @type {any} */ #loop = null;
  /** @type {Layer[] | null} */ #layers = null;

  /**
   * Opens a scene from the bytes of a document.
   * @param {import("./engine.js").Engine} engine @param {Uint8Array} bytes
   * @param {{assets?: Record<string, Uint8Array>, timeout?: number}} [options]
   */
  constructor(engine, bytes, { assets = {}, timeout = 0 } = {}) {
    super();
    checkNumber("timeout", timeout);
    checkAssets(assets);
    this.#engine = engine;
    this.#bytes = bytes;
    this.#assets = assets;
    /** Time in seconds after which drawing or a query fails; 0 for no timeout. */
    this.timeout = timeout;
    try {
      this.#open();
    } catch (error) {
      engine.tidy();
      throw error;
    }
  }

  #open() {
    const engine = this.#engine;
    const encoder = new TextEncoder();
    for (const [name, file] of Object.entries(this.#assets ?? {})) {
      const path = encoder.encode(name);
      const both = new Uint8Array(path.length + file.length);
      both.set(path);
      both.set(file, path.length);
      engine.withBytes(both, (at) => engine.call("stretto_add_asset", at, path.length, file.length));
    }
    const handle = engine.withBytes(this.#bytes, (at, size) => engine.call("stretto_scene_open", at, size, this.timeout));
    if (handle < 0) throw engine.problem(-handle);
    this.#handle = handle;
    this.#generation = engine.generation;
    for (const edit of this.#edits.values()) this.#apply(edit);
    for (const change of this.#changes) this.#applyState(change);
    engine.settle();
  }

  /**
   * Calls `body` with the engine and the scene's handle. If the engine was replaced, the document is opened again first.
   * @template T
   * @param {(engine: import("./engine.js").Engine, handle: number) => T} body
   * @returns {T}
   */
  asking(body) {
    if (this.#isClosed) throw new StrettoError("the scene is closed", "closed");
    if (this.#generation !== this.#engine.generation) this.#open();
    return body(this.#engine, this.#handle);
  }

  // MARK: what is known

  get #known() {
    this.#description ??= this.asking((engine, scene) => {
      engine.call("stretto_scene_describe", scene);
      return engine.json();
    });
    return this.#description;
  }

  /** Size of the scene in points. @returns {{width: number, height: number}} */
  get size() {
    const [width, height] = this.#known.size;
    return { width, height };
  }

  /** Red, green, blue and alpha of the colour behind all layers. @returns {number[]} */
  get background() {
    return [...this.#known.background];
  }

  /** Warnings about parts of the document that Stretto does not understand. @returns {string[]} */
  get warnings() {
    return [...this.#known.warnings];
  }

  /** Names of the scene's states. @returns {string[]} */
  get states() {
    return [...this.#known.states];
  }

  /** All layers of the document, each after the layer that contains it. The root is the first layer. */
  get layers() {
    this.#layers ??= this.#known.layers.map((/** @type {any} */ found, /** @type {number} */ number) =>
      new Layer(this, number, found));
    return /** @type {Layer[]} */ (this.#layers);
  }

  /**
   * Duration in seconds of the shortest clip that loops without a discontinuity; 0 for a static scene, null for a scene that
   * never repeats.
   */
  get duration() {
    return this.#loopReport.duration;
  }

  /**
   * Returns the first layer with a name, or the layer with a number.
   * @param {string | number | Layer} which
   * @returns {Layer}
   */
  layer(which) {
    if (which instanceof Layer) return which;
    const found = typeof which === "number" ? this.layers[which] : this.layers.find(({ name }) => name === which);
    if (found) return found;
    const names = [...new Set(this.layers.map(({ name }) => name).filter(Boolean))];
    throw new StrettoError(
      `there is no layer ${JSON.stringify(which)}; ${names.length ? "there are: " + names.join(", ") : "none has a name"}`,
      "invalid",
    );
  }

  // MARK: changes

  /**
   * Applies a change: an array of a layer number, a key path, copies, and the kind and the text of a value.
   * @param {any[]} edit
   */
  edit(edit) {
    this.asking(() => this.#apply(edit));
    this.#edits.set(edit.slice(0, 3).join("\0"), edit);
    this.#loop = null;
    this.dispatchEvent(detailEvent("edit", { edit }));
  }

  /** @param {any[]} edit */
  #apply([layer, keyPath, instance, kind, words]) {
    const engine = this.#engine;
    engine.withTexts([keyPath, instance, words], (at, size) =>
      engine.attempt("stretto_layer_set", this.#handle, layer, at, size, kind));
  }

  /**
   * Adds a state change, after which the scene is in the state `name` from the scene time `time` on. The name "" stands for the
   * base state.
   * @param {string} name @param {number} [time]
   */
  setState(name, time = 0) {
    this.asking(() => this.#applyState([name, time]));
    this.#changes.push([name, time]);
    this.#loop = null;
    this.dispatchEvent(detailEvent("edit", { state: [name, time] }));
  }

  /** @param {[string, number]} change */
  #applyState([name, time]) {
    const engine = this.#engine;
    engine.withTexts([name], (at, size) => engine.attempt("stretto_scene_set_state", this.#handle, at, size, time));
  }

  /** All changes since the scene was opened, for opening the same document again. */
  get edits() {
    return { values: [...this.#edits.values()], states: [...this.#changes] };
  }

  // MARK: pictures

  /**
   * Draws a frame as rows of red, green, blue and alpha. The option `scale` is in pixels per point. The option `into` may be an
   * array for the pixels, an ImageData or a canvas, which is resized to the frame. The call fails if drawing takes longer than
   * `timeout` seconds.
   * @param {number} time
   * @param {{scale?: number, into?: any, premultiplied?: boolean, timeout?: number}} [options]
   */
  render(time, { scale = 1, into = null, premultiplied = false, timeout = this.timeout } = {}) {
    checkNumber("timeout", timeout);
    const { width, height, view } = this.#draw(time, scale, premultiplied, timeout);
    if (into && typeof into.getContext === "function") {
      if (into.width !== width || into.height !== height) [into.width, into.height] = [width, height];
      into.getContext("2d").putImageData(new ImageData(new Uint8ClampedArray(view), width, height), 0, 0);
      return into;
    }
    const array = into?.data ?? into;
    if (!array) return picture(new Uint8ClampedArray(view), width, height);
    if (array.BYTES_PER_ELEMENT !== 1) {
      throw new StrettoError("into takes an array of bytes, an ImageData or a canvas", "invalid");
    }
    if (array.length !== view.length) {
      throw new StrettoError(`into: ${array.length} bytes were given; the frame has ${view.length}`, "invalid");
    }
    array.set(view);
    return into.data ? into : picture(array, width, height);
  }

  /** @param {number} time @param {number} scale @param {boolean} premultiplied @param {number} timeout */
  #draw(time, scale, premultiplied, timeout) {
    return this.asking((engine, scene) => {
      engine.attempt("stretto_scene_render", scene, time, scale, premultiplied ? 0 : 1, timeout);
      const width = engine.call("stretto_frame_width", scene);
      const height = engine.call("stretto_frame_height", scene);
      const view = engine.view(engine.call("stretto_frame_pixels", scene), 4 * width * height);
      return { width, height, view: new Uint8ClampedArray(view.buffer, view.byteOffset, view.length) };
    });
  }

  // MARK: questions

  /**
   * Finds the topmost layer that is painted at a point, in points from the upper left corner. The result has `layer`, `name`,
   * `instance` (the indices of the copy), `point` in the layer's coordinates, and the `character` of a text. The result is null
   * if nothing is painted at the point.
   * @param {number} x @param {number} y @param {number} time
   */
  hit(x, y, time) {
    const found = this.asking((engine, scene) => {
      engine.attempt("stretto_scene_hit", scene, x, y, time, this.timeout);
      return engine.json();
    });
    if (!found) return null;
    const layer = found.layer < 0 ? null : this.layers[found.layer];
    return { ...found, layer, name: layer?.name ?? "" };
  }

  /** @param {string | number | Layer} layer @param {number} time @param {any} [instance] */
  localTime(layer, time, instance) {
    return this.layer(layer).localTime(time, instance);
  }

  /**
   * Samples the value of a layer at a key path (see `Layer.sample`).
   * @param {string | number | Layer} layer @param {string | null} keyPath @param {number} from @param {number} to
   * @param {number} count @param {{instance?: any}} [options]
   */
  sample(layer, keyPath, from, to, count, options) {
    return this.layer(layer).sample(keyPath, from, to, count, options);
  }

  get #loopReport() {
    this.#loop ??= this.asking((engine, scene) => {
      engine.attempt("stretto_scene_get_loop_report", scene, this.timeout);
      return engine.json();
    });
    return this.#loop;
  }

  /** Returns how the scene repeats: `duration`, `steadyFrom`, and an entry for each animation that contributes to the loop. */
  loopReport() {
    const { duration, steadyFrom, entries } = this.#loopReport;
    return {
      duration,
      steadyFrom,
      entries: entries.map((/** @type {any} */ entry) => ({
        ...entry, layer: this.layers[entry.layer] ?? null, kind: LOOP_KINDS[entry.kind] ?? entry.kind,
      })),
    };
  }

  /**
   * Returns the diagnostics of a clip of `clip` seconds, which are probable mistakes in the scene.
   * @param {{clip?: number}} [options]
   */
  diagnostics({ clip = Infinity } = {}) {
    const found = this.asking((engine, scene) => {
      engine.attempt("stretto_scene_diagnose", scene, clip, this.timeout);
      return engine.json();
    });
    return found.map((/** @type {any} */ { code, layer, keyPath }) =>
      ({ code: CODES[code - 1] ?? String(code), layer: this.layers[layer] ?? null, keyPath }));
  }

  /** Encodes the current scene as a document. */
  toBytes() {
    return this.asking((engine, scene) => {
      engine.attempt("stretto_scene_bytes", scene, this.timeout);
      return engine.answer().slice();
    });
  }

  /** Document from which the scene was opened, and the files next to the document. */
  get source() {
    return { bytes: this.#bytes, assets: this.#assets };
  }

  get closed() {
    return this.#isClosed;
  }

  /** Closes the scene and releases its memory. Closing a closed scene does nothing. */
  close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#generation === this.#engine.generation) {
      this.#engine.call("stretto_scene_close", this.#handle);
      this.#engine.tidy();
    }
    this.dispatchEvent(new Event("close"));
  }
}

/** @param {unknown} assets files by their paths */
function checkAssets(assets) {
  for (const [path, file] of Object.entries(assets ?? {})) {
    if (!(file instanceof Uint8Array)) throw new StrettoError(`assets: ${path} is no Uint8Array`, "invalid");
  }
}

/**
 * Wraps pixels in an ImageData, or in an object of the same shape if the platform has no ImageData.
 * @param {any} data @param {number} width @param {number} height
 */
function picture(data, width, height) {
  if (typeof ImageData === "function" && data instanceof Uint8ClampedArray) return new ImageData(data, width, height);
  return { data, width, height };
}
