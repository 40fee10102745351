import { make, format } from "./elements.js";
import { child, STRETTO } from "./markup.js";

/**
 * Row of the library's table of properties. @typedef {{name: string, kind: string, names: string[], initial: any, low: number | null,
 * high: number | null, moves: boolean, words: string}} Row
 */

/** Names of the properties in the group "Common". */
const COMMON = ["name", "position", "bounds", "transform", "backgroundColor", "opacity", "cornerRadius", "borderWidth", "borderColor", "hidden"];
/** Transform components with sliders: key path, label, minimum and maximum, step. @type {[string, string, number, number, number][]} */
const PARTS = [
  ["translation.x", "to the right", -200, 200, 0.5], ["translation.y", "down", -200, 200, 0.5], ["scale.x", "wider", -3, 3, 0.01],
  ["scale.y", "taller", -3, 3, 0.01], ["rotation.z", "turn, degrees", -180, 180, 1],
];
const DEGREES = 180 / Math.PI;
/** Labels of the numbers in values that have several numbers. @type {Record<string, string[]>} */
const COMPONENTS = { point: ["x", "y"], size: ["width", "height"], rectangle: ["x", "y", "width", "height"] };

/** Returns the range and step of a number's slider, from the number's range, name and value. @param {Row} row @param {number} value */
export function span(row, value) {
  const far = Math.abs(Number.isFinite(value) ? value : 0);
  if (row.kind === "whole number") return { low: 0, high: Math.max(24, 2 * far), step: 1 };
  if (row.low !== null && row.high !== null && row.high <= 1000) return { low: row.low, high: row.high, step: 0.01 };
  const low = row.low ?? -Infinity;
  if (/opacity$|^stroke(Start|End)$|^shadowOpacity$/i.test(row.name)) return { low: 0, high: 1, step: 0.01 };
  if (/(Red|Green|Blue|Alpha)Offset$/.test(row.name)) return { low: -1, high: 1, step: 0.01 };
  if (/delay|time|duration|speed/i.test(row.name)) return { low: Math.max(low, -Math.max(2, 2 * far)), high: Math.max(2, 2 * far), step: 0.01 };
  if (/radius|width|size/i.test(row.name)) return { low: 0, high: Math.max(50, 2 * far), step: 0.5 };
  return { low: Math.max(low, -Math.max(100, 2 * far)), high: Math.max(100, 2 * far), step: 0.5 };
}

/** Converts red, green and blue (0...1) to the text of an HTML colour field. @param {number[]} color */
function hex(color) {
  return "#" + color.slice(0, 3).map((part) => Math.round(255 * Math.max(0, Math.min(1, part))).toString(16).padStart(2, "0")).join("");
}

/** @param {string} text @param {number} alpha */
function color(text, alpha) {
  return [...[1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255), alpha];
}

/** Panel with the properties of the selected layer. The kind of a property determines the control. */
export class Properties {
  /** @param {import("./model.js").Model} model @param {HTMLElement} panel @param {Record<string, Row[]>} table @param {(row: Row, keyPath: string) => void} animate */
  constructor(model, panel, table, animate) {
    [this.model, this.table, this.animate] = [model, table, animate];
    this.which = make("select", { "aria-label": "which properties", onchange: () => this.show() },
      ["Common", "Changed", "Animatable", "All"].map((text) => make("option", { value: text.toLowerCase() }, text)));
    this.find = make("input", { type: "search", placeholder: "find", "aria-label": "find a property", oninput: () => this.show() });
    this.list = make("div", { class: "properties" });
    this.heading = make("h2", {});
    panel.append(this.heading, make("div", { class: "tools" }, this.which, this.find), this.list);
    for (const event of ["scene", "select"]) model.addEventListener(event, () => this.show());
  }

  /** Table rows of the selected layer, with the rows of the layer's own class first. */
  get rows() {
    const { type } = this.model.layer;
    const own = type === "CALayer" ? [] : this.table[type] ?? [];
    const shared = [...this.table.CALayer].sort((a, b) => (COMMON.indexOf(a.name) + 99) % 99 - (COMMON.indexOf(b.name) + 99) % 99);
    return [...own, ...shared];
  }

  show() {
    const { model } = this;
    this.heading.textContent = `Properties of “${model.title(model.selected)}”`;
    const word = this.find.value.trim().toLowerCase().replaceAll("_", "");
    const own = new Set(this.table[model.layer.type] ?? []);
    const wanted = this.rows.filter((row) => {
      if (word) return row.name.toLowerCase().includes(word) || row.words.toLowerCase().includes(word);
      if (this.which.value === "all") return true;
      if (this.which.value === "animatable") return row.moves;
      if (this.which.value === "changed") return JSON.stringify(this.value(row)) !== JSON.stringify(row.initial);
      return COMMON.includes(row.name) || (own.has(row) && model.layer.type !== "CALayer");
    });
    const size = model.selected === 0 ? this.sceneSize() : null;
    this.list.replaceChildren(...[size, ...wanted.map((row) => this.row(row))].filter(Boolean));
    if (!wanted.length) this.list.append(make("p", {}, word ? "No property of this layer has that in its name or words." : "No value differs from that of a fresh layer."));
  }

  /** @param {Row} row */
  value(row) {
    try {
      return this.model.layer.get(row.name);
    } catch {
      return null;
    }
  }

  /** @param {Row} row */
  row(row) {
    const control = this.control(row, this.value(row));
    if (!control) return null;
    const isSet = JSON.stringify(this.value(row)) !== JSON.stringify(row.initial);
    const id = `property-${row.name}`;
    const key = row.moves && ["number", "colour", "point", "whole number"].includes(row.kind)
      ? make("button", { type: "button", class: "key", title: `animate ${row.name}`, "aria-label": `animate ${row.name}`, onclick: () => this.animate(row, row.name) }, "◆") : null;
    return make("div", { class: isSet ? "property set" : "property", id },
      make("div", { class: "name" }, make("span", { title: row.words }, row.name), key,
        isSet && row.initial !== null ? make("button", { type: "button", class: "key", title: `${row.name} as it was at first`, "aria-label": `reset ${row.name}`, onclick: () => this.reset(row) }, "↺") : null),
      control, make("p", { class: "words" }, row.words));
  }

  /** @param {Row} row */
  reset(row) {
    if (this.model.set(this.model.selected, row.name, row.initial)) {
      this.model.commit();
      this.show();
    }
  }

  /** Returns listeners that set a value while a control moves, and commit the value when the user releases the control. @param {string} keyPath @param {() => any} value */
  setter(keyPath, value) {
    const layer = this.model.selected;
    return {
      oninput: () => this.model.set(layer, keyPath, value()),
      onchange: () => { if (this.model.set(layer, keyPath, value())) this.model.commit(); },
    };
  }

  /** @param {Row} row @param {any} value @returns {any} */
  control(row, value) {
    if (row.kind === "number" || row.kind === "whole number") return this.slider(row.name, row.name, typeof value === "number" ? value : 0, span(row, value));
    if (row.kind === "True or False") {
      const box = make("input", { type: "checkbox", "aria-label": row.name, onchange: () => { if (this.model.set(this.model.selected, row.name, box.checked)) this.model.commit(); } });
      box.checked = value === true;
      return box;
    }
    if (row.kind in COMPONENTS) return this.numbers(row.name, COMPONENTS[row.kind], value ?? COMPONENTS[row.kind].map(() => 0));
    if (row.kind === "colour") return this.color(row.name, value);
    if (row.kind === "colours") return this.colors(row.name, value);
    if (row.kind === "one of the names") {
      const menu = make("select", { "aria-label": row.name, ...this.setter(row.name, () => menu.value) }, row.names.map((name) => make("option", { value: name }, name)));
      menu.value = value ?? "";
      return menu;
    }
    if (row.kind === "text" || row.kind === "any of the names") return this.text(row.name, value ?? "", "input", (text) => text);
    if (row.kind === "path") return this.text(row.name, value ?? "", "textarea", (text) => text.trim() || null);
    if (row.kind === "numbers") return this.text(row.name, (value ?? []).map(format).join(" "), "input", (text) => text.trim() ? text.trim().split(/[\s,]+/).map(Number) : null);
    if (row.kind === "transform") return this.transform(row.name);
    return null;
  }

  /** @param {string} keyPath @param {string} label @param {number} value @param {{low: number, high: number, step: number}} ends @param {number} [factor] */
  slider(keyPath, label, value, { low, high, step }, factor = 1) {
    const handle = make("input", { type: "range", min: low, max: high, step, "aria-label": label, ...this.setter(keyPath, () => +handle.value / factor) });
    const field = make("input", { type: "number", step: "any", "aria-label": `${label} as a number`, ...this.setter(keyPath, () => +field.value / factor) });
    handle.value = field.value = String(+(value * factor).toFixed(4));
    handle.addEventListener("input", () => (field.value = handle.value));
    field.addEventListener("input", () => (handle.value = field.value));
    return make("div", { class: "slider" }, handle, field);
  }

  /** @param {string} keyPath @param {string[]} names @param {number[]} values */
  numbers(keyPath, names, values) {
    /** @type {any[]} */ const fields = names.map((name, k) => make("input", { type: "number", step: "any", value: format(values[k]), "aria-label": `${keyPath} ${name}`,
      title: name, ...this.setter(keyPath, () => fields.map((field) => +field.value)) }));
    return make("div", { class: "numbers" }, fields);
  }

  /** @param {string} keyPath @param {number[] | null} value */
  color(keyPath, value) {
    const field = make("input", { type: "color", value: hex(value ?? [0, 0, 0]), "aria-label": keyPath, ...this.setter(keyPath, () => color(field.value, +alpha.value || 1)) });
    const alpha = make("input", { type: "range", min: 0, max: 1, step: 0.01, value: value?.[3] ?? 0, "aria-label": `alpha of ${keyPath}`,
      ...this.setter(keyPath, () => color(field.value, +alpha.value)) });
    field.addEventListener("input", () => { if (alpha.value === "0") alpha.value = 1; });
    const none = make("button", { type: "button", onclick: () => { if (this.model.set(this.model.selected, keyPath, null)) { this.model.commit(); this.show(); } } }, "none");
    return make("div", { class: "color" }, field, alpha, none);
  }

  /** @param {string} keyPath @param {number[] | null} value */
  colors(keyPath, value) {
    const all = Array.from({ length: (value?.length ?? 0) / 4 }, (_, k) => value?.slice(4 * k, 4 * k + 4) ?? []);
    const give = (/** @type {number[][]} */ list) => { if (this.model.set(this.model.selected, keyPath, list.length ? list.flat() : null)) { this.model.commit(); this.show(); } };
    return make("div", { class: "color" },
      all.slice(0, 24).map((one, k) => make("input", { type: "color", value: hex(one), "aria-label": `${keyPath} ${k}`,
        onchange: (/** @type {any} */ event) => give(all.map((other, i) => (i === k ? color(event.target.value, one[3]) : other))) })),
      make("button", { type: "button", "aria-label": `one more of ${keyPath}`, onclick: () => give([...all, all[all.length - 1] ?? [0, 0, 0, 1]]) }, "+"),
      make("button", { type: "button", "aria-label": `one fewer of ${keyPath}`, onclick: () => give(all.slice(0, -1)) }, "−"));
  }

  /** @param {string} keyPath @param {string} value @param {string} tag @param {(text: string) => any} read */
  text(keyPath, value, tag, read) {
    const field = make(tag, { value, "aria-label": keyPath, rows: tag === "textarea" && 3, ...this.setter(keyPath, () => read(field.value)) });
    return field;
  }

  /** @param {string} keyPath */
  transform(keyPath) {
    const rows = PARTS.map(([part, word, low, high, step]) => {
      const path = `${keyPath}.${part}`;
      const factor = part.startsWith("rotation") ? DEGREES : 1;
      let value;
      try {
        value = this.model.layer.get(path);
      } catch {
        return null;
      }
      const row = /** @type {any} */ ({ name: path, kind: "number", moves: true, words: word });
      return make("div", { class: "part" }, make("span", {}, word), this.slider(path, `${keyPath}: ${word}`, value, { low, high, step }, factor),
        keyPath === "transform" ? make("button", { type: "button", class: "key", title: `animate ${path}`, "aria-label": `animate ${path}`, onclick: () => this.animate(row, path) }, "◆") : null);
    });
    return make("div", { class: "parts" }, rows);
  }

  /** Returns the fields for width and height of the scene, which are attributes of the document. */
  sceneSize() {
    const top = this.model.document.documentElement.firstElementChild;
    if (top?.getAttributeNS(STRETTO, "tree") !== "scene") return null;
    const { width, height } = this.model.scene.size;
    /** @type {any[]} */ const fields = [["width", width], ["height", height]].map(([name, value]) =>
      make("input", { type: "number", min: 1, max: 4096, value, "aria-label": `${name} of the scene`, onchange: () => {
        const [w, h] = fields.map((field) => Math.max(1, Math.min(4096, Math.round(+field.value) || 1)));
        this.model.edit(() => resize(top, w, h));
      } }));
    return make("div", { class: "property set" }, make("div", { class: "name" }, make("span", {}, "size of the scene")), make("div", { class: "numbers" }, fields));
  }
}

/** Resizes the root layer of the scene and the element around the root layer. @param {Element} top @param {number} width @param {number} height */
function resize(top, width, height) {
  top.setAttributeNS(STRETTO, "stretto:size", `${width} ${height}`);
  let element = /** @type {Element | null} */ (top);
  for (let depth = 0; element && depth < 3; depth += 1) {
    element.setAttribute("bounds", `0 0 ${width} ${height}`);
    element.setAttribute("position", `${width / 2} ${height / 2}`);
    element = child(element, "sublayers")?.firstElementChild ?? null;
  }
}
