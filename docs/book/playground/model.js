import { layerElements } from "./markup.js";

/** Documents that can be gone back to, and their bytes. */
const MOST_STEPS = 200;
const MOST_BYTES = 20e6;
/** Seconds after which a frame or an answer is given up. */
const PATIENCE = 2;

/**
 * The document that is edited, and the scene that is open of it. Nothing can be in the picture that is not in the document.
 *
 * Events: "scene" when another tree is there, "value" while a value changes, "commit" when a change is whole, "select",
 * "time", "play", "problem" with a sentence as its detail.
 */
export class Model extends EventTarget {
  /** @type {any} */ scene = null;
  /** @type {Uint8Array} */ bytes = new Uint8Array();
  /** @type {Document} */ document = new DOMParser().parseFromString("<caml/>", "text/xml");
  /** The element of each layer by its number; none where the document leaves it out. @type {Element[]} */
  elements = [];
  selected = 0;
  /** The animation that is edited, as a path of places in the document. @type {string | null} */ animation = null;
  time = 0;
  playing = false;
  /** @type {Uint8Array[]} */ past = [];
  /** @type {Uint8Array[]} */ future = [];

  /** @param {string} name @param {any} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {unknown} error */
  complain(error) {
    this.tell("problem", error instanceof Error ? error.message : String(error));
  }

  // ---------------------------------------------------------------- opening

  /** Shows another document, which can be gone back from. @param {Uint8Array | string} source @param {Record<string, Uint8Array>} [assets] */
  async open(source, assets = {}) {
    const scene = await globalThis.stretto.open(source, { assets, timeout: PATIENCE });
    if (this.scene) this.remember();
    this.selected = 0;
    this.animation = null;
    this.time = 0;
    this.adopt(scene);
  }

  /** @param {any} scene */
  adopt(scene) {
    const before = this.scene;
    this.scene = scene;
    this.read();
    before?.close();
    if (this.selected >= scene.layers.length) this.selected = 0;
    this.tell("scene");
  }

  /** Takes the document of the scene as it is now. */
  read() {
    this.bytes = this.scene.toBytes();
    this.document = new DOMParser().parseFromString(new TextDecoder().decode(this.bytes), "text/xml");
    this.elements = layerElements(this.document, this.scene.layers);
  }

  // ---------------------------------------------------------------- changes

  get layer() {
    return this.scene.layers[this.selected];
  }

  /** Sets a value and shows it; `commit` makes it a step. @param {number} layer @param {string} keyPath @param {any} value */
  set(layer, keyPath, value) {
    try {
      this.scene.layer(layer).set(keyPath, value);
      this.tell("problem", "");
      this.tell("value");
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  /** Makes what was set since the last one a step that can be gone back from. */
  commit() {
    this.remember();
    try {
      this.read();
    } catch (error) {
      this.complain(error);
    }
    this.tell("commit");
  }

  /**
   * Changes the document itself. `change` returns the element to be selected, or nothing. What the engine does not take is
   * refused with its sentence, and nothing changes.
   * @param {(document: Document, element: Element) => Element | null | void} change
   */
  async edit(change) {
    const place = this.elements[this.selected];
    if (!place) {
      this.complain("The document has no place of its own for this layer; its values can be changed.");
      return;
    }
    try {
      const chosen = change(this.document, place) ?? place;
      const scene = await globalThis.stretto.open(new XMLSerializer().serializeToString(this.document), { timeout: PATIENCE });
      this.remember();
      this.selected = Math.max(0, layerElements(this.document, scene.layers).indexOf(chosen));
      this.adopt(scene);
      this.tell("problem", "");
    } catch (error) {
      this.read();
      this.complain(error);
    }
  }

  remember() {
    this.past.push(this.bytes);
    this.future = [];
    let size = this.past.reduce((sum, { length }) => sum + length, 0);
    while (this.past.length > MOST_STEPS || size > MOST_BYTES) size -= this.past.shift()?.length ?? 0;
  }

  undo() {
    return this.step(this.past, this.future);
  }

  redo() {
    return this.step(this.future, this.past);
  }

  /** @param {Uint8Array[]} from @param {Uint8Array[]} to */
  async step(from, to) {
    const bytes = from.pop();
    if (!bytes) return;
    to.push(this.bytes);
    this.adopt(await globalThis.stretto.open(bytes, { timeout: PATIENCE }));
  }

  // ---------------------------------------------------------------- what is looked at

  /** @param {number} number */
  select(number) {
    if (number === this.selected) return;
    this.selected = number;
    this.tell("select");
  }

  /** @param {number} time */
  seek(time) {
    this.time = time;
    this.tell("time");
  }

  /** @param {boolean} playing */
  play(playing) {
    this.playing = playing;
    this.tell("play");
  }

  /** Seconds that are played: from 0 to the end of the first loop. */
  get end() {
    const { duration, steadyFrom } = this.scene.loopReport();
    if (duration === null) return 10;
    return Math.min(60, steadyFrom + duration) || 2;
  }

  /** @param {number} number */
  title(number) {
    const layer = this.scene.layers[number];
    return layer.name || (number === 0 ? "scene" : kindOf(layer.type));
  }
}

/** The kind of a layer in a word. @param {string} type */
export function kindOf(type) {
  const name = type.replace(/^CA/, "").replace(/Layer$/, "");
  return name ? name[0].toLowerCase() + name.slice(1).replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) : "layer";
}
