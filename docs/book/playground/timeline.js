import { draggable, make, format } from "./elements.js";
import { animationsOf, child, childOrNew, classOf, keyTimesOf, node, number, valuesOf } from "./markup.js";

/** Maximal number of rows in the timeline. */
const MAX_ROWS = 60;
/** Names of timing functions in documents. */
const CURVES = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"];
/** Distance by which an arrow key moves a keyframe, as a fraction of the duration. */
const KEY_STEP = 0.01;
/** Begin time that documents use for 0, because a begin time of 0 means the current time. */
const ZERO = "1e-100";
/** Attributes of an animation with number fields. */
const NUMBERS = ["duration", "beginTime", "repeatCount", "speed", "timeOffset"];

/** Timeline with one row for each animation, whose bar and keyframes the user drags. Fields below edit the selected animation. */
export class Timeline {
  /** Number of the keyframe that the user moves with arrow keys. @type {number | undefined} */ moved;

  /** @param {import("./model.js").Model} model @param {HTMLElement} panel */
  constructor(model, panel) {
    this.model = model;
    this.rows = make("div", { class: "rows" });
    this.editor = make("div", { class: "editor" });
    panel.append(make("h2", {}, "Timeline"), this.rows, this.editor);
    for (const event of ["scene", "commit", "select"]) model.addEventListener(event, () => this.show());
    model.addEventListener("time", () => this.markTime());
  }

  /** All animations of the scene with their layers. */
  get all() {
    return this.model.elements.flatMap((element, layer) => animationsOf(element).map((found, index) => ({ ...found, layer, id: `${layer}/${index}` })));
  }

  show() {
    const all = this.all;
    const mine = all.filter(({ layer }) => layer === this.model.selected);
    const shownRows = [...mine, ...all.filter(({ layer }) => layer !== this.model.selected)].slice(0, MAX_ROWS);
    const ends = shownRows.map(({ element, offset }) => offset + number(element, "beginTime", 0) + number(element, "duration", 0.25));
    this.end = Math.max(0.5, ...ends.filter((end) => end < 3600), Math.min(this.model.end, 10));
    if (!all.some(({ id }) => id === this.model.animation)) this.model.animation = mine[0]?.id ?? null;
    this.rows.replaceChildren(...shownRows.map((row) => this.row(row)));
    if (!all.length) this.rows.append(make("p", {}, "Nothing moves yet. Press ◆ beside a property to animate it."));
    const chosen = all.find(({ id }) => id === this.model.animation);
    this.editor.replaceChildren(...(chosen ? this.fields(chosen) : []));
    // A keyframe keeps the keyboard focus while the user moves the keyframe with the arrow keys.
    if (this.moved !== undefined) this.rows.querySelector(`.chosen [aria-label="keyframe ${this.moved}"]`)?.focus();
    this.moved = undefined;
    this.markTime();
  }

  markTime() {
    const progress = this.model.time / this.end;
    this.rows.style.setProperty("--now", String(Math.min(1, progress)));
  }

  /** @param {any} found */
  row({ element, layer, depth, offset, id }) {
    const duration = number(element, "duration", 0.25);
    const begin = offset + number(element, "beginTime", 0);
    const repeats = number(element, "repeatCount", 1) * (element.getAttribute("autoreverses") === "1" ? 2 : 1);
    const percent = (/** @type {number} */ time) => 100 * time / this.end;
    const bar = make("div", { class: "bar", style: `left:${percent(begin)}%;width:${Math.max(0.5, percent(Math.min(duration, this.end)))}%` });
    const after = make("div", { class: "bar repeated", style: `left:${percent(begin)}%;width:${Math.max(0, Math.min(100 - percent(begin), percent(duration * repeats) || 100))}%` });
    const path = element.getAttribute("keyPath") ?? classOf(element).replace(/^CA/, "");
    const lane = make("div", { class: "lane" }, repeats > 1 ? after : null, bar,
      keyTimesOf(element).map((at, k) => this.keyframe(element, layer, percent(begin + Math.min(duration, 3600) * at), at, k, id)));
    draggable(bar, { move: (dx) => (bar.style.transform = `translateX(${dx}px)`), end: (moved) => {
      const dx = new DOMMatrix(bar.style.transform || "none").e;
      if (moved) this.change(layer, () => setTime(element, "beginTime", number(element, "beginTime", 0) + dx / lane.clientWidth * this.end));
      else this.choose(id, layer);
    } });
    const edge = make("div", { class: "edge", style: `left:calc(${percent(begin + Math.min(duration, this.end))}% - 4px)` });
    draggable(edge, { move: (dx) => (edge.style.transform = `translateX(${dx}px)`), end: (moved) => {
      const dx = new DOMMatrix(edge.style.transform || "none").e;
      if (moved) this.change(layer, () => setTime(element, "duration", Math.max(0.02, duration + dx / lane.clientWidth * this.end)));
    } });
    lane.append(edge);
    const isChosen = id === this.model.animation;
    return make("div", { class: isChosen ? "row chosen" : "row" },
      make("button", { type: "button", style: `padding-left:${0.4 + depth}em`, "aria-pressed": String(isChosen), onclick: () => this.choose(id, layer) },
        make("b", {}, this.model.title(layer)), ` ${path}`), lane);
  }

  /** @param {Element} element @param {number} layer @param {number} left in percent @param {number} at @param {number} k @param {string} id */
  keyframe(element, layer, left, at, k, id) {
    const dot = make("button", { type: "button", class: "keyframe", style: `left:${left}%`, title: `value ${k} at ${format(at)} of the duration`,
      "aria-label": `keyframe ${k}`, tabindex: id === this.model.animation ? 0 : -1, onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const change = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
        if (!change) return;
        event.preventDefault();
        this.moved = k;
        this.change(layer, () => moveKey(element, k, change));
      } });
    draggable(dot, { move: (dx) => (dot.style.transform = `translateX(${dx}px)`), end: (moved) => {
      if (!moved) return this.choose(id, layer);
      const change = new DOMMatrix(dot.style.transform || "none").e / dot.parentElement.clientWidth * this.end;
      return this.change(layer, () => moveKey(element, k, change / number(element, "duration", 0.25)));
    } });
    return dot;
  }

  /** @param {string} id @param {number} layer */
  choose(id, layer) {
    this.model.animation = id;
    if (this.model.selected === layer) this.show(); else this.model.select(layer);
  }

  /** Selects a layer, and edits an animation of the layer. @param {number} layer @param {() => void} act */
  change(layer, act) {
    this.model.edit(() => {
      act();
      return this.model.elements[layer];
    });
  }

  // The selected animation

  /** @param {any} found @returns {any[]} */
  fields({ element, layer }) {
    const field = (/** @type {string} */ name) => make("label", {}, `${name} `, make("input", {
      type: "text", inputmode: "decimal", size: 6, value: shownAttribute(element, name),
      onchange: (/** @type {any} */ event) => this.change(layer, () => setNumber(element, name, event.target.value)),
    }));
    const curve = make("select", { onchange: () => this.change(layer, () => {
      child(element, "timingFunction")?.remove();
      element.setAttribute("timingFunction", curve.value);
    }) }, CURVES.map((name) => make("option", { value: name }, name)));
    curve.value = element.getAttribute("timingFunction") ?? (child(element, "timingFunction") ? "" : "linear");
    const reverses = make("input", { type: "checkbox", onchange: () => this.change(layer, () => element.setAttribute("autoreverses", reverses.checked ? "1" : "0")) });
    reverses.checked = element.getAttribute("autoreverses") === "1";
    const stays = make("input", { type: "checkbox", onchange: () => this.change(layer, () => {
      element.setAttribute("fillMode", stays.checked ? "both" : "removed");
      element.setAttribute("removedOnCompletion", stays.checked ? "0" : "1");
    }) });
    stays.checked = element.getAttribute("fillMode") === "both";
    return [
      make("h3", {}, `${this.model.title(layer)}: ${element.getAttribute("keyPath") ?? classOf(element)}`),
      make("div", { class: "fields" }, NUMBERS.map(field), make("label", {}, "curve ", curve), make("label", {}, reverses, " and back"),
        make("label", { title: "the first value before, the last one after" }, stays, " stays"),
        make("button", { type: "button", onclick: () => this.change(layer, () => element.remove()) }, "remove")),
      this.values(element, layer),
    ];
  }

  /** @param {Element} element @param {number} layer */
  values(element, layer) {
    const times = keyTimesOf(element);
    const isList = child(element, "values") !== null;
    const items = valuesOf(element).map((value, k) => {
      const isColor = value.localName === "CGColor" || value.getAttribute("type") === "CGColor";
      const field = make("input", { type: isColor ? "color" : "text", size: 8, value: isColor ? asHex(value) : value.getAttribute("value") ?? value.textContent,
        "aria-label": isList ? `value at ${format(times[k])}` : value.localName,
        onchange: () => this.change(layer, () => setValue(value, isColor ? asNumbers(field.value) : field.value)) });
      return make("label", {}, isList ? `${format(times[k])} ` : `${value.localName} `, field,
        isList && times.length > 2 ? make("button", { type: "button", class: "key", "aria-label": `remove value ${k}`, onclick: () => this.change(layer, () => removeKey(element, k)) }, "×") : null);
    });
    const more = isList && times.length ? make("button", { type: "button", onclick: () => this.change(layer, () => addKey(element)) }, "+ value") : null;
    return make("div", { class: "fields" }, items, more);
  }

  /** Adds an animation of a property to the selected layer. @param {import("./properties.js").Row} row @param {string} keyPath */
  animate(row, keyPath) {
    const { model } = this;
    const value = model.layer.get(keyPath);
    const names = /** @type {Record<string, string>} */ ({ colour: "CGColor", point: "CGPoint" });
    const tag = names[row.kind] ?? "real";
    const list = (Array.isArray(value) ? value : [value ?? 0]).map(format);
    const other = [...list];
    if (tag === "real") other[0] = format(+list[0] + firstChange(keyPath, +list[0]));
    if (tag === "CGPoint") other[0] = format(+list[0] + 30);
    if (tag === "CGColor") [other[0], other[2]] = [list[2], list[0]];
    model.edit((document, element) => {
      const animations = childOrNew(element, "animations");
      const keys = new Set([...animations.children].map((one) => one.getAttribute("key")));
      let key = keyPath;
      for (let k = 2; keys.has(key); k += 1) key = `${keyPath} ${k}`;
      const made = node(document, "p", { type: "CAKeyframeAnimation", key, keyPath, beginTime: ZERO, duration: 1, repeatCount: "inf", timingFunction: "linear" });
      const values = made.appendChild(node(document, "values"));
      for (const numbers of [list, other, list]) values.append(node(document, tag, { value: numbers.slice(0, tag === "CGColor" ? 3 : 4).join(" ") }));
      animations.append(made);
      const index = animationsOf(element).findIndex((found) => found.element === made);
      model.animation = `${model.selected}/${index}`;
      return element;
    });
  }
}

/** Returns the first distance of a new animation, which is large enough to be visible. @param {string} keyPath @param {number} value */
function firstChange(keyPath, value) {
  if (/opacity|stroke(Start|End)/i.test(keyPath)) return value > 0.5 ? -0.8 : 0.8;
  if (/rotation/.test(keyPath)) return Math.PI;
  return /scale/.test(keyPath) ? 0.5 : /delay/i.test(keyPath) ? 0.2 : 20;
}

/** @param {Element} element @param {string} name */
function shownAttribute(element, name) {
  const initial = { duration: 0.25, beginTime: 0, repeatCount: 0, speed: 1, timeOffset: 0 }[name] ?? 0;
  return format(number(element, name, initial));
}

/** @param {Element} element @param {string} name @param {string} text */
function setNumber(element, name, text) {
  const value = /^(∞|inf|for ever)/i.test(text.trim()) ? Infinity : Number(text.replace(",", "."));
  if (Number.isNaN(value)) throw new Error(`${name}: “${text}” was given; a number is wanted, or inf for ever.`);
  setTime(element, name, value);
}

/** @param {Element} element @param {string} name @param {number} value */
function setTime(element, name, value) {
  const rounded = Math.round(value * 1000) / 1000;
  element.setAttribute(name, value === Infinity ? "inf" : name === "beginTime" && rounded === 0 ? ZERO : String(rounded));
}

/** @param {Element} value @param {string} text */
function setValue(value, text) {
  if (value.localName === "integer" || value.localName === "real") return value.replaceWith(node(value.ownerDocument, "real", { value: text }));
  if (value.getAttribute("type") === "integer") value.setAttribute("type", "real");
  if (value.hasAttribute("value")) value.setAttribute("value", text); else value.textContent = text;
  return undefined;
}

/** @param {Element} element @param {number[]} times */
function setKeyTimes(element, times) {
  const list = childOrNew(element, "keyTimes");
  list.setAttribute("type", "NSArray");
  list.replaceChildren(...times.map((value) => node(element.ownerDocument, "real", { value: Math.round(value * 1e4) / 1e4 })));
}

/** Moves a keyframe, which stays between its neighbours. @param {Element} element @param {number} k @param {number} change */
function moveKey(element, k, change) {
  const times = keyTimesOf(element);
  if (!child(element, "values") || k === 0 || k === times.length - 1) throw new Error("The first and the last keyframe stand at the ends; drag the bar or its edge.");
  times[k] = Math.max(times[k - 1], Math.min(times[k + 1], times[k] + change));
  setKeyTimes(element, times);
}

/** @param {Element} element @param {number} k */
function removeKey(element, k) {
  const times = keyTimesOf(element).filter((_, i) => i !== k);
  valuesOf(element)[k].remove();
  child(element, "timingFunctions")?.remove();
  [times[0], times[times.length - 1]] = [0, 1];
  setKeyTimes(element, times);
}

/** Adds a keyframe halfway between the last two keyframes. @param {Element} element */
function addKey(element) {
  const times = keyTimesOf(element);
  const values = valuesOf(element);
  const last = values[values.length - 1];
  last.before(last.cloneNode(true));
  child(element, "timingFunctions")?.remove();
  times.splice(times.length - 1, 0, (times[times.length - 2] + 1) / 2);
  setKeyTimes(element, times);
}

/** @param {Element} value */
function asHex(value) {
  const parts = (value.getAttribute("value") ?? "0 0 0").split(/\s+/).map(Number);
  return "#" + [0, 1, 2].map((k) => Math.round(255 * Math.max(0, Math.min(1, parts[k] ?? 0))).toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function asNumbers(text) {
  return [1, 3, 5].map((at) => format(parseInt(text.slice(at, at + 2), 16) / 255)).join(" ");
}
