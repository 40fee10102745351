import { base64 } from "./address.js";
import { STRETTO, child, classOf } from "./markup.js";
import { repacked } from "./png.js";

/**
 * Value with the kind of its property. @typedef {{kind: string, value: any}} Typed
 * @typedef {{keyPath: string, typed: Typed}} Setting
 * @typedef {{name: string, type: string, keyPath: string, settings: Setting[], values: Typed[] | null, members: Animation[]}} Animation
 * @typedef {{name: string, settings: Setting[], cells: Cell[], isNew: boolean}} Cell
 * @typedef {{name: string, type: string, settings: Setting[]}} Behavior
 * @typedef {{name: string, type: string, parent: string, role: string, settings: Setting[], cells: Cell[], behaviors: Behavior[],
 *   animations: {animation: Animation, key: string, copies: number[] | null}[], values: (Setting & {copies: number[]})[],
 *   styles: {start: number, end: number, settings: Setting[]}[], source: string, unsupported: string[]}} Part
 */

/** Maximal size in bytes of a picture or font inside a program. */
const MAX_EMBEDDED_BYTES = 1_000_000;
/** Kinds of properties whose values the engine for pages returns. */
const READABLE = new Set([
  "number", "True or False", "whole number", "point", "size", "rectangle", "transform", "colour", "numbers", "colours", "transforms", "text",
  "one of the names", "any of the names", "path", "OpenType features", "variations of a font",
]);
/** Child elements of a layer that are not properties. */
const PARTS = new Set(["sublayers", "mask", "animations", "glyph", "emitterCells", "emitterBehaviors", "filters", "backgroundFilters", "instanceMasks", "values",
  "styles", "sourceLayer", "assets"]);
const RESERVED_WORDS = new Set(("and as assert async await auto base64 break case char class const continue copies def default del do double elif else enum except "
  + "extern finally float font fonts for from global goto if import in int is lambda long main math nonlocal not or pass path raise register return root scene "
  + "short signed sizeof st static struct switch try typedef union unsigned varied void volatile while with yield").split(" "));

/** Layers and animations of the scene with their values, independent of the programming language. */
export class Program {
  /** @type {Map<string, number>} */ names = new Map();
  /** Pictures and fonts inside the program. @type {Map<string, {name: string, kind: string, data: string}>} */ used = new Map();
  /** Emitter cells that several emitters share, by number. @type {Map<string, Cell>} */ shared = new Map();

  /**
   * @param {import("./model.js").Model} model @param {Record<string, import("./properties.js").Row[]>} table @param {any} scratch a scene that parses values
   * @param {Map<string, {kind: string, data: string}>} files files of the document
   */
  constructor(model, table, scratch, files) {
    [this.model, this.table, this.scratch, this.files] = [model, table, scratch, files];
    /** @type {string[]} */ this.layerNames = [];
    model.scene.layers.forEach((/** @type {any} */ layer, /** @type {number} */ number) => {
      this.layerNames[number] = number ? this.name(layer.name || layer.type.replace(/^CA/, "")) : "root";
    });
    this.parts = model.scene.layers.map((/** @type {any} */ layer) => this.part(layer));
    const top = model.document.documentElement.firstElementChild;
    /** @type {Record<string, string>} */ const names = { states: "states", stateTransitions: "changes of state", changes: "changes of state",
      outside: "layers that are in no tree", emojiFont: "the font of its emoji" };
    this.unsupported = [...new Set([...(top?.children ?? [])].flatMap(({ localName }) => names[localName] ?? []))];
  }

  /** @param {any} layer @returns {Part} */
  part(layer) {
    const element = this.model.elements[layer.number];
    const name = this.layerNames[layer.number];
    /** @type {string[]} */ const unsupported = [];
    /** @type {Setting[]} */ const settings = [];
    for (const row of this.rows(layer.type)) {
      if (row.name === "frame" || row.kind === "layer") continue;
      // A text layer shows a number if its element has no attribute "string".
      if (row.name === "string" && element && !element.hasAttribute("string")) continue;
      if (layer.number === 0 && (row.name === "bounds" || row.name === "position")) continue;
      const typed = READABLE.has(row.kind) ? this.valueInScene(layer, row) : element && this.valueInDocument(element, row, unsupported);
      if (typed && JSON.stringify(typed.value) !== JSON.stringify(row.initial)) settings.push({ keyPath: row.name, typed });
    }
    const known = new Set([...PARTS, ...this.rows(layer.type).map((row) => row.name)]);
    for (const inner of element?.children ?? []) if (!known.has(inner.localName) && layer.number) unsupported.push(inner.localName);
    return { name, type: layer.type, parent: layer.parentNumber < 0 ? "" : this.layerNames[layer.parentNumber], role: layer.role, settings,
      cells: element ? this.cells(element, name, unsupported) : [], animations: element ? this.animations(element, name) : [],
      behaviors: element ? this.behaviors(element) : [],
      values: element ? this.copies(element, layer.type) : [], styles: element ? this.styles(element) : [],
      source: element && layer.type === "PortalLayer" ? this.portalSource(element, unsupported) : "", unsupported };
  }

  /** Returns the properties of a kind of layer. @param {string} type */
  rows(type) {
    return [...this.table.CALayer, ...(type === "CALayer" ? [] : this.table[type] ?? [])];
  }

  /** Returns the value that the scene returns for a property. @param {any} layer @param {import("./properties.js").Row} row @returns {Typed | null} */
  valueInScene(layer, row) {
    try {
      const value = layer.get(row.name);
      return value === undefined ? null : { kind: row.kind, value };
    } catch {
      return null;
    }
  }

  /** Returns a value that only the document contains: a picture, fonts or filters. @param {Element} element @param {any} row @param {string[]} unsupported @returns {Typed | null} */
  valueInDocument(element, row, unsupported) {
    const inner = child(element, row.name) ?? child(element, row.name, STRETTO);
    if (row.kind === "filters") return inner && { kind: "filters", value: [...inner.children].map((one) => this.filter(one)) };
    if (!inner) return null;
    const typed = row.kind === "picture" ? this.typed(inner) : row.kind === "font" ? this.font(inner)
      : { kind: "fonts", value: [...inner.children].map((one) => this.font(one)?.value) };
    if (typed && typed.kind !== "unknown" && ![typed.value].flat().includes(undefined)) return typed;
    unsupported.push(row.name);
    return null;
  }

  /** Returns a unique variable name of letters, digits and "_". @param {string} words */
  name(words) {
    const plain = words.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "").toLowerCase();
    const stem = /^[a-z]/.test(plain) ? plain : `layer_${plain}`.replace(/_+$/, "");
    const count = (this.names.get(stem) ?? 0) + 1;
    this.names.set(stem, count);
    return count === 1 && !RESERVED_WORDS.has(stem) ? stem : this.name(`${stem}_${count}`);
  }

  // Parts of a layer

  /** Returns the variable name of the layer that a portal shows. @param {Element} element @param {string[]} unsupported */
  portalSource(element, unsupported) {
    const id = child(element, "sourceLayer")?.getAttribute("object");
    const number = id ? this.model.elements.findIndex((other) => other?.getAttribute("id") === id) : -1;
    if (id && number < 0) unsupported.push("sourceLayer");
    return this.layerNames[number] ?? "";
  }

  /** Returns the cells of an emitter or of another cell. @param {Element} element @param {string} owner @param {string[]} unsupported @returns {Cell[]} */
  cells(element, owner, unsupported) {
    return [...(child(element, "emitterCells")?.children ?? [])].map((one) => {
      const number = one.getAttributeNS(STRETTO, "cell");
      const before = number && this.shared.get(number);
      if (before) return { ...before, isNew: false };
      const name = this.name(one.getAttribute("name") || `${owner} cell`);
      const settings = this.table.CAEmitterCell.flatMap((row) => this.setting(one, row));
      if (settings.some(({ typed }) => typed.kind === "unknown")) unsupported.push("contents of a cell");
      const made = { name, cells: this.cells(one, name, unsupported), isNew: true, settings: settings.filter(({ typed }) => typed.kind !== "unknown") };
      if (number) this.shared.set(number, made);
      return made;
    });
  }

  /** Returns the behaviours of an emitter, such as forces on its particles. @param {Element} element @returns {Behavior[]} */
  behaviors(element) {
    return [...(child(element, "emitterBehaviors")?.children ?? [])].map((one) => {
      const type = one.getAttribute("type") ?? "";
      const settings = this.table.CAEmitterBehavior.filter(({ name }) => name !== "type").flatMap((row) => this.setting(one, row));
      return { name: this.name(one.getAttribute("name") || type), type, settings: settings.map(({ keyPath, typed }) =>
        ({ keyPath, typed: typed.kind === "colours" ? { ...typed, value: typed.value.flat() } : typed })) };
    });
  }

  /** @param {Element} element @returns {{type: string, name: string, settings: Setting[]}} */
  filter(element) {
    const type = element.getAttribute("filter") ?? "";
    return { type, name: element.getAttribute("name") ?? type, settings: this.table.CAFilter.flatMap((row) => this.setting(element, row)) };
  }

  /** Returns all animations of a layer, in the order of application. @param {Element} element @param {string} name @returns {Part["animations"]} */
  animations(element, name) {
    const list = [...(child(element, "animations")?.children ?? [])];
    const own = [...(child(element, "animations", STRETTO)?.children ?? [])];
    for (const one of own) list.splice(+(one.getAttributeNS(STRETTO, "order") ?? list.length), 0, one);
    return list.map((one) => ({ animation: this.animation(one, name), key: one.getAttribute("key") ?? "", copies: pattern(one) }));
  }

  /** Returns the values of single copies. @param {Element} element @param {string} type @returns {Part["values"]} */
  copies(element, type) {
    return [...(child(element, "values", STRETTO)?.children ?? [])].flatMap((one) => {
      const keyPath = one.getAttribute("keyPath") ?? "";
      const inner = child(one, "value");
      if (!inner) return [];
      const typed = this.typed(inner);
      const kind = this.rows(type).find((row) => row.name === keyPath)?.kind;
      return [{ keyPath, copies: pattern(one) ?? [], typed: kind === "True or False" ? { kind, value: !!typed.value } : typed }];
    });
  }

  /** Returns the styles of character ranges in a text. @param {Element} element @returns {Part["styles"]} */
  styles(element) {
    return [...(child(element, "styles", STRETTO)?.children ?? [])].map((one) => {
      const [start, end] = (one.getAttributeNS(STRETTO, "characters") ?? "").split(" ").map(Number);
      return { start, end, settings: this.table.CATextLayer.flatMap((row) => this.setting(one, row)) };
    });
  }

  // Animations and values

  /** @param {Element} element @param {string} layer @returns {Animation} */
  animation(element, layer) {
    const type = classOf(element);
    const keyPath = element.getAttribute("keyPath") ?? "";
    const members = [...(child(element, "animations")?.children ?? [])].map((one) => this.animation(one, layer));
    const list = child(element, "values");
    // A document contains the begin time 0 as 1e-100, because Core Animation reads 0 as the current time.
    const settings = this.table[type].flatMap((row) => this.setting(element, row)).filter(({ typed }) => typed.value !== 1e-100);
    return { name: this.name(`${layer} ${keyPath.replaceAll(".", " ") || "animation"}`), type, keyPath, settings, members,
      values: list && [...list.children].map((item) => this.typed(item)) };
  }

  /** Returns the property that an element contains, or an empty list. @param {Element} element @param {{name: string, kind: string}} row @returns {Setting[]} */
  setting(element, row) {
    const word = row.name === "initialVelocity" ? "velocity" : row.name;
    const inner = child(element, word) ?? child(element, word, STRETTO);
    if (inner) {
      const typed = row.kind === "font" ? this.font(inner) : inner.getAttribute("type") === "NSArray" ? this.list(inner, row.kind) : this.typed(inner);
      return typed ? [{ keyPath: row.name, typed: row.kind === "colour" && typed.kind === "text" ? this.colour(inner) : typed }] : [];
    }
    const text = element.getAttribute(word) ?? element.getAttributeNS(STRETTO, word);
    // The attribute "type" of an XML element "p" names the class of the element's value.
    if (text === null || (word === "type" && element.localName === "p")) return [];
    return [{ keyPath: row.name, typed: parsed(text, row.kind) }];
  }

  /** @param {Element} element @param {string} kind @returns {Typed} */
  list(element, kind) {
    const items = [...element.children].map((item) => this.typed(item));
    return { kind, value: items.map(({ value }) => value) };
  }

  /** @param {Element} element @returns {Typed} */
  colour(element) {
    return { kind: "colour", value: [...numbers(element.getAttribute("value") ?? ""), +(element.getAttribute("opacity") ?? 1)] };
  }

  /** Returns the value of an element whose name or attributes state the type of the value. @param {Element} element @returns {Typed} */
  typed(element) {
    const type = element.getAttribute("type") ?? element.localName;
    const text = element.getAttribute("value") ?? element.textContent ?? "";
    if (type === "null") return { kind: "none", value: null };
    if (type === "integer" || type === "real") return { kind: "number", value: +text };
    if (type === "CGColor") return this.colour(element);
    if (type === "CGPoint" || type === "CGSize" || type === "CGRect") return { kind: "point", value: numbers(text) };
    if (type === "CATransform3D") return { kind: "transform", value: this.read("transform", text) };
    if (type === "CAMediaTimingFunction") return { kind: "curve", value: numbers(text) };
    if (type === "CGPath") return { kind: "path", value: text };
    if (type === "CGImage") {
      const name = this.file(element.getAttribute("src") ?? "");
      return name ? { kind: "picture", value: name } : { kind: "unknown", value: "" };
    }
    if (type === "NSArray") {
      const items = [...element.children].map((item) => this.typed(item));
      const kind = { colour: "colours", transform: "transforms" }[items[0]?.kind] ?? "numbers";
      return { kind, value: items.flatMap(({ value }) => value) };
    }
    return { kind: "text", value: text };
  }

  /** Parses the text of a value in a document with the engine. @param {string} keyPath @param {string} text */
  read(keyPath, text) {
    return this.scratch.layer(0).set(keyPath, text).get(keyPath);
  }

  // Files

  /** Returns a font, or null if the font file is missing in the document or too large. @param {Element} element @returns {Typed | null} */
  font(element) {
    const source = element.getAttributeNS(STRETTO, "src");
    const file = source === null ? "" : this.file(source);
    if (file === null || (!file && element.getAttribute("value") !== "Stretto Sans")) return null;
    const variations = numbers(element.getAttributeNS(STRETTO, "variations") ?? "");
    return { kind: "font", value: { file, index: +(element.getAttributeNS(STRETTO, "index") ?? 0), variations } };
  }

  /** Returns the name of a file in the document, or null if the file is missing or too large. @param {string} source */
  file(source) {
    const known = this.used.get(source);
    if (known) return known.name;
    const file = this.files.get(source);
    if (!file) return null;
    const name = this.name(file.kind === "font" ? "typeface" : "picture");
    this.used.set(source, { name, ...file });
    return name;
  }
}

/** Returns the compressed pictures and fonts in a document by name, without files that are too large for a program. @param {Document} document */
export async function filesOf(document) {
  /** @type {Map<string, {kind: string, data: string}>} */ const files = new Map();
  for (const [kind, word] of [["picture", "image"], ["font", "font"]]) {
    for (const one of document.getElementsByTagNameNS(STRETTO, word)) {
      const bytes = Uint8Array.from(atob(one.getAttribute("data") ?? ""), (letter) => letter.charCodeAt(0));
      const packed = kind === "picture" ? await repacked(bytes) : bytes;
      if (packed.length <= MAX_EMBEDDED_BYTES) files.set(one.getAttribute("src") ?? "", { kind, data: base64(packed) });
    }
  }
  return files;
}

/** @param {string} text */
function numbers(text) {
  return text.trim() ? text.trim().split(/[\s,]+/).map(Number) : [];
}

/** Returns the index pattern of an element's copies, in which -1 matches each index. An empty pattern means all copies. @param {Element} element */
function pattern(element) {
  const text = element.getAttributeNS(STRETTO, "copies");
  return text === null ? null : text.split(" ").filter(Boolean).map((word) => (word === "*" ? -1 : +word));
}

/** Returns the value of an attribute's text. @param {string} text @param {string} kind @returns {Typed} */
function parsed(text, kind) {
  if (kind === "True or False") return { kind, value: +text !== 0 };
  if (kind === "number" || kind === "whole number") return { kind: "number", value: text === "inf" ? Infinity : +text };
  if (kind === "colour") return { kind, value: [...numbers(text), 1].slice(0, 4) };
  if (kind === "point" || kind === "size" || kind === "rectangle" || kind === "numbers") return { kind, value: numbers(text) };
  return { kind: kind === "path" ? kind : "text", value: text };
}

/** Converts the path syntax of documents, in which operators follow their numbers, to SVG path syntax. @param {string} text */
export function svgPath(text) {
  /** @type {string[]} */ const found = [];
  /** @type {string[]} */ let before = [];
  for (const word of text.trim().split(/\s+/)) {
    const letter = { m: "M", l: "L", q: "Q", c: "C", h: "Z" }[word];
    if (!letter) before.push(word);
    else {
      found.push(letter + before.join(" "));
      before = [];
    }
  }
  return found.join("");
}

/** Returns the axis tags and axis values of a font variation. @param {number[]} variations alternating axis tags and axis values */
export function axes(variations) {
  return chunks(variations, 2).map(([axis, value]) => ({ tag: String.fromCharCode(...[24, 16, 8, 0].map((shift) => (axis >> shift) & 255)), value }));
}

/** @param {number[]} all @param {number} size */
export function chunks(all, size) {
  return Array.from({ length: all.length / size }, (_, k) => all.slice(k * size, (k + 1) * size));
}
