/**
 * Graph of the time windows of a layer. The graph has one curve over the layer's local time and a dot for each copy. Below the
 * curve, a lane for each copy contains the time window of the copy.
 */

import { GRAPH_STYLE } from "./style.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, LEFT, RIGHT, TOP, CURVE, LANE, AXIS] = [560, 62, 14, 24, 140, 18, 46];
/** Colours of Okabe and Ito, as in the graphs of the Python package. The last colour is the text colour of the page. */
const COLORS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5c00", "currentColor"];
/** Properties whose axis points down because their values grow downwards. */
const DOWNWARDS = /^(position\.y|transform\.translation\.y|bounds\.origin\.y)$/;

/** Returns the colour of a copy. A page can set other colours as `--copy-0` to `--copy-7`, for example for a dark theme. @param {number} index */
export function colorOf(index) {
  const k = index % COLORS.length;
  return `var(--copy-${k}, ${COLORS[k]})`;
}

/** Formats a number with at most four significant digits. @param {number} value */
export function short(value) {
  return String(Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(4)));
}

/**
 * Returns round numbers between `first` and `last`, at most `maxCount` numbers.
 * @param {number} first @param {number} last @param {number} maxCount
 */
function ticks(first, last, maxCount) {
  const least = (last - first) / maxCount;
  let step = 10 ** Math.floor(Math.log10(least));
  step *= /** @type {number} */ ([1, 2, 5, 10].find((factor) => step * factor >= least * (1 - 1e-9)));
  const found = [];
  for (let k = Math.ceil(first / step - 1e-9); k * step <= last + 1e-9 * step; k += 1) found.push(k * step);
  return found;
}

/** @param {string} kind @param {Record<string, unknown>} [attributes] @param {string} [text] */
function part(kind, attributes = {}, text = "") {
  const made = document.createElementNS(SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = text;
  return made;
}

/** @typedef {{name: string, start: number, stop: number, value: number}} Copy a window in the layer's own time, and the value there */

export class Graph {
  /** SVG element of the graph. */
  svg = /** @type {SVGSVGElement} */ (part("svg", { class: "graph" }));
  #axes = part("g");
  #curve = part("path", { class: "curve" });
  /** @type {{lane: Element, lead: Element, dot: Element, label: Element}[]} */ #lanes = [];
  /** First and last local time of the time axis. @type {[number, number]} */ #span = [0, 1];
  /** @type {[number, number]} */ #range = [0, 1];
  /** @type {number[]} */ #across = [];
  /** @type {number[]} */ #up = [];
  #title;

  /** @param {string} title the key path of the curve; "" for lanes alone */
  constructor(title) {
    this.#title = title;
    this.svg.append(part("style", {}, GRAPH_STYLE), this.#axes, this.#curve);
  }

  get #curveHeight() {
    return this.#title ? CURVE : 0;
  }

  get span() {
    return this.#span;
  }

  /** Horizontal position of a local time in the drawing. @param {number} time */
  x(time) {
    const [first, last] = this.#span;
    return LEFT + (time - first) / (last - first) * (WIDTH - LEFT - RIGHT);
  }

  /** @param {number} value */
  #y(value) {
    const [low, high] = this.#range;
    return TOP + (high - value) / (high - low) * this.#curveHeight;
  }

  /** Seconds of local time per pixel of the page. */
  get secondsAPixel() {
    const width = this.svg.getBoundingClientRect().width || WIDTH;
    return (this.#span[1] - this.#span[0]) / (WIDTH - LEFT - RIGHT) * (WIDTH / width);
  }

  /**
   * Draws the curve over an interval of local time. Values that are not finite are gaps.
   * @param {[number, number]} span @param {number[]} across @param {number[]} up
   */
  draw(span, across, up) {
    [this.#span, this.#across, this.#up] = [span, across, up];
    const known = up.filter(Number.isFinite);
    const low = known.length ? Math.min(...known) : 0;
    const high = known.length ? Math.max(...known) : 1;
    const margin = 0.15 * (high - low) || 0.5;
    this.#range = DOWNWARDS.test(this.#title) ? [high + margin, low - margin] : [low - margin, high + margin];
    this.#drawAxes();
    let path = "";
    let isDown = false;
    across.forEach((time, k) => {
      const isKnown = Number.isFinite(up[k]) && time >= span[0] && time <= span[1];
      if (isKnown) path += `${isDown ? "L" : "M"}${this.x(time).toFixed(1)} ${this.#y(up[k]).toFixed(1)}`;
      isDown = isKnown;
    });
    this.#curve.setAttribute("d", path || "M0 0");
  }

  #drawAxes() {
    const bottom = TOP + this.#curveHeight;
    const right = WIDTH - RIGHT;
    const parts = [];
    const zero = Math.min(right, this.x(0));
    if (zero - LEFT > 2) {
      const height = this.#curveHeight + AXIS + LANE * this.#lanes.length;
      parts.push(part("rect", { class: "before", x: LEFT, y: TOP, width: zero - LEFT, height }));
    }
    if (this.#title) {
      const [low, high] = [Math.min(...this.#range), Math.max(...this.#range)];
      for (const value of ticks(low, high, 4)) {
        const y = this.#y(value);
        parts.push(part("path", { class: "grid", d: `M${LEFT} ${y}H${right}` }),
          part("text", { class: "up", x: LEFT - 8, y: y + 4 }, short(value)));
      }
      parts.push(part("text", { class: "title", x: LEFT, y: TOP - 10 }, this.#title));
    }
    parts.push(part("path", { class: "axis", d: `M${LEFT} ${bottom}H${right}` }));
    for (const value of ticks(...this.#span, 7)) {
      const x = this.x(value);
      parts.push(part("path", { class: "axis", d: `M${x} ${bottom}v4` }),
        part("text", { class: "across", x, y: bottom + 16 }, short(value)));
    }
    parts.push(part("text", { class: "title end", x: right, y: bottom + 36 }, "its own time (s)"));
    this.#axes.replaceChildren(...parts);
  }

  /**
   * Creates a lane for each of `count` copies and returns the time windows in the lanes.
   * @param {number} count @returns {Element[]}
   */
  setLanes(count) {
    if (count !== this.#lanes.length) {
      for (const lane of this.#lanes) for (const element of Object.values(lane)) element.remove();
      this.#lanes = Array.from({ length: count }, (_, k) => this.#lane(k));
      const height = TOP + this.#curveHeight + AXIS + LANE * count + 6;
      this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${height}`);
      this.#drawAxes();
    }
    return this.#lanes.map(({ lane }) => lane);
  }

  /** @param {number} k */
  #lane(k) {
    const top = TOP + this.#curveHeight + AXIS + k * LANE;
    const color = `color: ${colorOf(k)}`;
    const made = {
      lead: part("path", { class: "lead", style: color }),
      lane: part("rect", { class: "window", style: color, y: top + 2, height: LANE - 4, rx: 4, tabindex: 0, role: "slider" }),
      dot: part("circle", { class: "dot", style: color, r: 5 }),
      label: part("text", { class: k % 2 ? "lane odd" : "lane", x: LEFT - 8, y: top + LANE - 4 }),
    };
    this.svg.append(...Object.values(made));
    return made;
  }

  /** Moves the time windows and dots to the current times of the copies. @param {Copy[]} copies */
  setCopies(copies) {
    copies.forEach(({ name, start, stop, value }, k) => {
      const { lane, lead, dot, label } = this.#lanes[k];
      const [left, right] = [Math.min(start, stop), Math.max(start, stop)].map((time) =>
        Math.max(LEFT, Math.min(WIDTH - RIGHT, this.x(time))));
      lane.setAttribute("x", left.toFixed(2));
      lane.setAttribute("width", Math.max(3, right - left).toFixed(2));
      label.textContent = name;
      const x = this.x(start);
      const isSeen = x >= LEFT - 1 && x <= WIDTH - RIGHT + 1;
      const y = this.#title && Number.isFinite(value) ? this.#y(value) : TOP;
      dot.setAttribute("cx", x.toFixed(2));
      dot.setAttribute("cy", y.toFixed(2));
      lead.setAttribute("d", `M${x.toFixed(2)} ${y.toFixed(2)}V${lane.getAttribute("y")}`);
      for (const element of [dot, lead]) element.toggleAttribute("hidden", !isSeen || !this.#title);
    });
  }

  /** Highlights one copy; -1 highlights no copy. @param {number} chosen */
  mark(chosen) {
    this.svg.toggleAttribute("data-marked", chosen >= 0);
    this.#lanes.forEach((lane, k) => {
      for (const element of Object.values(lane)) element.toggleAttribute("data-chosen", k === chosen);
    });
  }
}
