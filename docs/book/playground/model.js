import { layerElements } from "./markup.js";

/** Maximal number of documents in the undo history, and of their bytes. */
const MAX_UNDO_STEPS = 200;
const MAX_UNDO_BYTES = 20e6;
/** Timeout of a frame or of a query, in seconds. */
const TIMEOUT = 2;

/**
 * Document that the user edits, with the open scene of the document.
 *
 * Events: "scene" after a change of the layer tree, "value" while a value changes, "commit" after a complete change, "select",
 * "time", "play", and "problem" with an error message as detail.
 */
export class Model extends EventTarget {
  /** @type {any} */ scene = null;
  /** @type {Uint8Array} */ bytes = new Uint8Array();
  /** @type {Document} */ document = new DOMParser().parseFromString("<caml/>", "text/xml");
  /** Elements of the layers by layer number. A layer that the document omits has no element. @type {Element[]} */
  elements = [];
  selected = 0;
  /** Path of the edited animation in the document. @type {string | null} */ animation = null;
  time = 0;
  playing = false;
  /** @type {Uint8Array[]} */ past = [];
  /** @type {Uint8Array[]} */ future = [];

  /** @param {string} name @param {any} [detail] */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {unknown} error */
  reportError(error) {
    this.emit("problem", error instanceof Error ? error.message : String(error));
  }

  // Opening documents

  /** Opens another document as a step of the undo history. @param {Uint8Array | string} source @param {Record<string, Uint8Array>} [assets] */
  async open(source, assets = {}) {
    const scene = await globalThis.stretto.open(source, { assets, timeout: TIMEOUT });
    this.adopt(scene, this.scene ? this.past : null, () => {
      [this.selected, this.animation, this.time] = [0, null, 0];
    });
  }

  /**
   * Replaces the scene. If the engine cannot write the document of the new scene, the old scene stays.
   * @param {any} scene @param {Uint8Array[] | null} list receives the old document @param {() => void} [before] runs before the replacement
   */
  adopt(scene, list, before) {
    let bytes;
    try {
      bytes = scene.toBytes();
    } catch (error) {
      scene.close();
      throw error;
    }
    if (list) this.remember(list);
    before?.();
    const last = this.scene;
    this.scene = scene;
    this.read(bytes);
    last?.close();
    if (this.selected >= scene.layers.length) this.selected = 0;
    this.emit("scene");
  }

  /** Parses the current document of the scene. @param {Uint8Array} [bytes] */
  read(bytes = this.scene.toBytes()) {
    this.bytes = bytes;
    this.document = new DOMParser().parseFromString(new TextDecoder().decode(this.bytes), "text/xml");
    this.elements = layerElements(this.document, this.scene.layers);
  }

  // Changes of the document

  get layer() {
    return this.scene.layers[this.selected];
  }

  /** Sets a value in the scene and shows the value. `commit` adds the change to the undo history. @param {number} layer @param {string} keyPath @param {any} value */
  set(layer, keyPath, value) {
    try {
      this.scene.layer(layer).set(keyPath, value);
      this.emit("problem", "");
      this.emit("value");
      return true;
    } catch (error) {
      this.reportError(error);
      return false;
    }
  }

  /** Adds the changes since the last commit to the undo history as one step. */
  commit() {
    this.remember(this.past);
    try {
      this.read();
    } catch (error) {
      this.reportError(error);
    }
    this.emit("commit");
  }

  /**
   * Edits the XML of the document. `change` returns the element to select, or nothing. If the engine rejects the new document,
   * the page shows the engine's error message and keeps the old document.
   * @param {(document: Document, element: Element) => Element | null | void} change
   */
  async edit(change) {
    const element = this.elements[this.selected];
    if (!element) {
      this.reportError("The document has no element for this layer. You can change values of the layer, but not the tree.");
      return;
    }
    try {
      const chosen = change(this.document, element) ?? element;
      const scene = await globalThis.stretto.open(new XMLSerializer().serializeToString(this.document), { timeout: TIMEOUT });
      const selected = Math.max(0, layerElements(this.document, scene.layers).indexOf(chosen));
      this.adopt(scene, this.past, () => (this.selected = selected));
      this.emit("problem", "");
    } catch (error) {
      this.read(this.bytes);
      this.reportError(error);
    }
  }

  /** Adds the old document to a history list, and clears the redo history. @param {Uint8Array[]} list */
  remember(list) {
    list.push(this.bytes);
    if (list !== this.past) return;
    this.future = [];
    let size = list.reduce((sum, { length }) => sum + length, 0);
    while (list.length > MAX_UNDO_STEPS || size > MAX_UNDO_BYTES) size -= list.shift()?.length ?? 0;
  }

  undo() {
    return this.restore(this.past, this.future);
  }

  redo() {
    return this.restore(this.future, this.past);
  }

  /** @param {Uint8Array[]} from @param {Uint8Array[]} to */
  async restore(from, to) {
    const bytes = from.pop();
    if (!bytes) return;
    const { future } = this;
    try {
      const scene = await globalThis.stretto.open(bytes, { timeout: TIMEOUT });
      this.adopt(scene, to, () => (this.future = future));
    } catch (error) {
      from.push(bytes);
      this.reportError(error);
    }
  }

  // Selection and time

  /** @param {number} number */
  select(number) {
    if (number === this.selected) return;
    this.selected = number;
    this.emit("select");
  }

  /** @param {number} time */
  seek(time) {
    this.time = time;
    this.emit("time");
  }

  /** @param {boolean} playing */
  play(playing) {
    this.playing = playing;
    this.emit("play");
  }

  /** End of the played time range in seconds: the end of the first loop. */
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

/** Returns the kind of a layer as one word. @param {string} type */
export function kindOf(type) {
  const name = type.replace(/^CA/, "").replace(/Layer$/, "");
  return name ? name[0].toLowerCase() + name.slice(1).replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) : "layer";
}
