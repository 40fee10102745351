import { OURS, child, classOf } from "./markup.js";

/**
 * A value with the kind of the property that it is of. @typedef {{kind: string, value: any}} Typed
 * @typedef {{keyPath: string, typed: Typed}} Setting
 * @typedef {{name: string, type: string, keyPath: string, settings: Setting[], values: Typed[] | null, members: Animation[]}} Animation
 * @typedef {{name: string, type: string, parent: string, role: string, settings: Setting[], animations: {animation: Animation, key: string}[],
 *   lacking: string[]}} Part
 */

/** Kinds of layers and of animations by Core Animation's words: in Python, in C. @type {Record<string, [string, string]>} */
const KINDS = {
  CALayer: ["Layer", "LAYER_PLAIN"], CAReplicatorLayer: ["ReplicatorLayer", "LAYER_REPLICATOR"], CAShapeLayer: ["ShapeLayer", "LAYER_SHAPE"],
  CAGradientLayer: ["GradientLayer", "LAYER_GRADIENT"], CAEmitterLayer: ["EmitterLayer", "LAYER_EMITTER"],
  ViewReplicator: ["ViewReplicator", "LAYER_VIEW_REPLICATOR"], Proxy: ["Proxy", "LAYER_PROXY"],
  CATransformLayer: ["TransformLayer", "LAYER_TRANSFORM"], CATextLayer: ["TextLayer", "LAYER_TEXT"],
  CABasicAnimation: ["BasicAnimation", "ANIMATION_BASIC"], CAKeyframeAnimation: ["KeyframeAnimation", "ANIMATION_KEYFRAME"],
  CAAnimationGroup: ["AnimationGroup", "ANIMATION_GROUP"], CASpringAnimation: ["SpringAnimation", "ANIMATION_SPRING"],
  CATransition: ["Transition", "ANIMATION_TRANSITION"],
};
/** Kinds of properties that are written; others are named in a comment. */
const WRITTEN = new Set([
  "number", "True or False", "whole number", "point", "size", "rectangle", "transform", "colour", "numbers", "colours", "transforms", "text",
  "one of the names", "any of the names", "path",
]);
/** Roles of layers that are written, and how they are given to the layer they belong to: in Python, in C. @type {Record<string, [string, string]>} */
const ROLES = { mask: ["mask", "mask"], source: ["source_layer", "sourceLayer"] };
/** Elements of a layer that are written by other means, or say nothing. */
const KNOWN_PARTS = new Set(["sublayers", "mask", "animations", "glyph"]);
const WORDS = new Set(("and as assert async await auto break case char class const continue def default del do double elif else enum except extern finally "
  + "float for from global goto if import in int is lambda long main math nonlocal not or pass raise register return scene short signed sizeof st "
  + "static struct switch try typedef union unsigned void volatile while with yield").split(" "));

/** The scene as layers and animations with their values, for whatever language. */
class Program {
  /** @type {Map<string, number>} */ names = new Map();

  /** @param {import("./model.js").Model} model @param {Record<string, import("./properties.js").Row[]>} table @param {any} scratch a scene to read values with */
  constructor(model, table, scratch) {
    [this.model, this.table, this.scratch] = [model, table, scratch];
    /** @type {string[]} */ const names = [];
    this.parts = model.scene.layers.map((/** @type {any} */ layer, /** @type {number} */ number) => {
      names[number] = number ? this.name(layer.name || layer.type.replace(/^CA/, "")) : "root";
      return this.part(layer, names);
    });
  }

  /** @param {any} layer @param {string[]} names @returns {Part} */
  part(layer, names) {
    const element = this.model.elements[layer.number];
    const name = names[layer.number];
    const lacking = element ? [...element.children].filter((inner) => !this.isWritten(layer, inner)).map((inner) => inner.localName) : [];
    /** @type {Setting[]} */ const settings = [];
    for (const row of this.rows(layer.type)) {
      if (!WRITTEN.has(row.kind) && [null, OURS].some((space) => element?.hasAttributeNS(space, row.name))) lacking.push(row.name);
      if (row.name === "frame" || !WRITTEN.has(row.kind)) continue;
      // A text that shows a number has its string from that.
      if (row.name === "string" && element && !element.hasAttribute("string")) continue;
      if (layer.number === 0 && (row.name === "bounds" || row.name === "position")) continue;
      const value = this.value(layer, row);
      if (value !== undefined && JSON.stringify(value) !== JSON.stringify(row.initial)) settings.push({ keyPath: row.name, typed: { kind: row.kind, value } });
    }
    const all = element ? [null, OURS].flatMap((space) => [...(child(element, "animations", space ?? undefined)?.children ?? [])]) : [];
    const animations = all.filter((one) => !one.hasAttributeNS(OURS, "copies")).map((one) => ({ animation: this.animation(one, name), key: one.getAttribute("key") ?? "" }));
    if (animations.length < all.length) lacking.push("animations of single copies");
    return { name, type: layer.type, parent: layer.parentNumber < 0 ? "" : names[layer.parentNumber], role: layer.role, settings, animations, lacking };
  }

  /** Whether a child of a layer's element is no more than properties and parts that are written. @param {any} layer @param {Element} inner */
  isWritten(layer, inner) {
    if (KNOWN_PARTS.has(inner.localName)) return true;
    return this.rows(layer.type).some((row) => row.name === inner.localName && WRITTEN.has(row.kind));
  }

  /** @param {string} type */
  rows(type) {
    return [...this.table.CALayer, ...(type === "CALayer" ? [] : this.table[type] ?? [])];
  }

  /** @param {any} layer @param {import("./properties.js").Row} row */
  value(layer, row) {
    try {
      return layer.get(row.name);
    } catch {
      return undefined;
    }
  }

  /** A name of its own: letters and digits, words with "_" between them. @param {string} words */
  name(words) {
    const plain = words.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "").toLowerCase();
    const base = /^[a-z]/.test(plain) ? plain : `layer_${plain}`.replace(/_+$/, "");
    const count = (this.names.get(base) ?? 0) + 1;
    this.names.set(base, count);
    return count === 1 && !WORDS.has(base) ? base : this.name(`${base}_${count}`);
  }

  // ---------------------------------------------------------------- animations

  /** @param {Element} element @param {string} layer @returns {Animation} */
  animation(element, layer) {
    const type = classOf(element);
    const keyPath = element.getAttribute("keyPath") ?? "";
    const members = [...(child(element, "animations")?.children ?? [])].map((one) => this.animation(one, layer));
    const list = child(element, "values");
    const settings = this.table[type].flatMap((row) => this.setting(element, row));
    return { name: this.name(`${layer} ${keyPath.replaceAll(".", " ") || "animation"}`), type, keyPath, settings, members,
      values: list && [...list.children].map((item) => this.typed(item)) };
  }

  /** @param {Element} element @param {import("./properties.js").Row} row @returns {Setting[]} */
  setting(element, row) {
    const word = row.name === "initialVelocity" ? "velocity" : row.name;
    const inner = child(element, word);
    if (inner) return [{ keyPath: row.name, typed: inner.getAttribute("type") === "NSArray" ? this.list(inner, row.kind) : this.typed(inner) }];
    const text = element.getAttribute(word);
    // An element by the name of "p" says its class by its type.
    if (text === null || (word === "type" && element.localName === "p")) return [];
    if (row.kind === "path") return [{ keyPath: row.name, typed: { kind: "path", value: text } }];
    if (row.kind === "number" || row.kind === "True or False") {
      const value = text === "inf" ? Infinity : +text;
      // Documents write the time 0 as the least that is not "now".
      return value === 1e-100 ? [] : [{ keyPath: row.name, typed: { kind: row.kind, value: row.kind === "number" ? value : value !== 0 } }];
    }
    return [{ keyPath: row.name, typed: { kind: "text", value: text } }];
  }

  /** @param {Element} element @param {string} kind @returns {Typed} */
  list(element, kind) {
    const items = [...element.children].map((item) => this.typed(item));
    return { kind, value: items.map(({ value }) => value) };
  }

  /** The value of an element that says what it is. @param {Element} element @returns {Typed} */
  typed(element) {
    const type = element.getAttribute("type") ?? element.localName;
    const text = element.getAttribute("value") ?? element.textContent ?? "";
    const numbers = () => text.trim().split(/[\s,]+/).map(Number);
    if (type === "integer" || type === "real") return { kind: "number", value: +text };
    if (type === "CGColor") return { kind: "colour", value: [...numbers(), +(element.getAttribute("opacity") ?? 1)] };
    if (type === "CGPoint" || type === "CGSize" || type === "CGRect") return { kind: "point", value: numbers() };
    if (type === "CATransform3D") return { kind: "transform", value: this.read("transform", text) };
    if (type === "CAMediaTimingFunction") return { kind: "curve", value: numbers() };
    if (type === "CGPath") return { kind: "path", value: text };
    if (type === "NSArray") {
      const items = [...element.children].map((item) => this.typed(item));
      return { kind: items[0]?.kind === "colour" ? "colours" : "numbers", value: items.flatMap(({ value }) => value) };
    }
    return { kind: type === "CGImage" ? "unknown" : "text", value: text };
  }

  /** A value as documents write it, read by the engine. @param {string} keyPath @param {string} text */
  read(keyPath, text) {
    return this.scratch.layer(0).set(keyPath, text).get(keyPath);
  }
}

/** A path of documents, whose letters follow their numbers, in the letters of SVG. @param {string} text */
export function svgPath(text) {
  /** @type {string[]} */ const found = [];
  /** @type {string[]} */ let numbers = [];
  for (const word of text.trim().split(/\s+/)) {
    const letter = { m: "M", l: "L", q: "Q", c: "C", h: "Z" }[word];
    if (!letter) numbers.push(word);
    else {
      found.push(letter + numbers.join(" "));
      numbers = [];
    }
  }
  return found.join("");
}

/** The scene as a program. @param {"python" | "c"} language @param {import("./model.js").Model} model @param {Record<string, any>} table */
export async function sourceOf(language, model, table) {
  const scratch = await globalThis.stretto.open('<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 1 1"/></caml>');
  try {
    const program = new Program(model, table, scratch);
    const { width, height } = model.scene.size;
    return language === "python" ? python(program, width, height, model.scene.background) : inC(program, width, height, model.scene.background);
  } finally {
    scratch.close();
  }
}

// ---------------------------------------------------------------- Python

/** @param {string} word */
const snake = (word) => word.replace(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, "_$&").toLowerCase();

/** @param {Typed} typed @returns {string} */
function asPython({ kind, value }) {
  const number = (/** @type {number} */ x) => (x === Infinity ? "math.inf" : String(x));
  const tuple = (/** @type {number[]} */ all) => `(${all.map(number).join(", ")})`;
  if (value === null) return "None";
  switch (kind) {
    case "number": case "whole number": return number(value);
    case "True or False": return value ? "True" : "False";
    case "point": case "size": case "rectangle": case "curve": case "colour": return tuple(value);
    case "numbers": return `[${value.map(number).join(", ")}]`;
    case "timing functions": return `[${value.map(tuple).join(", ")}]`;
    case "colours": return `[${parted(value, 4).map(tuple).join(", ")}]`;
    case "transforms": return `[${parted(value, 16).map((one) => asPython({ kind: "transform", value: one })).join(", ")}]`;
    case "transform": {
      const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, value[12], value[13], value[14], 1];
      if (JSON.stringify(moved) === JSON.stringify(value)) return `st.Transform3D.translation${tuple(value.slice(12, 15))}`;
      return `st.Transform3D([${value.map(number).join(", ")}])`;
    }
    case "path": return JSON.stringify(svgPath(value));
    default: return JSON.stringify(value);
  }
}

/** @param {number[]} all @param {number} size */
function parted(all, size) {
  return Array.from({ length: all.length / size }, (_, k) => all.slice(k * size, (k + 1) * size));
}

/** A call with its arguments, on lines of their own where one is too long. @param {string} call @param {string[]} given @returns {string[]} */
function called(call, given) {
  const line = `${call}(${given.join(", ")})`;
  return line.length <= 100 ? [line] : [`${call}(`, ...given.map((one) => `    ${one},`), ")"];
}

/** @param {Program} program @param {number} width @param {number} height @param {number[]} background */
function python(program, width, height, background) {
  const lines = ["import math", "", "import stretto as st", "", `scene = st.Scene(${width}, ${height}, background=(${background.join(", ")}))`];
  for (const part of program.parts) {
    const given = part.settings.map(({ keyPath, typed }) => `${snake(keyPath)}=${asPython(typed)}`);
    const kind = KINDS[part.type]?.[0];
    lines.push("");
    if (part.role === "root") lines.push("root = scene.root", ...given.map((one) => `root.${one.replace("=", " = ")}`));
    else if (part.role === "glyph") lines.push(`${part.name} = ${part.parent}.glyph`, ...given.map((one) => `${part.name}.${one.replace("=", " = ")}`));
    else if (kind && (part.role === "sublayer" || part.role in ROLES)) {
      lines.push(...called(`${part.name} = st.${kind}`, given), part.role in ROLES ? `${part.parent}.${ROLES[part.role][0]} = ${part.name}` : `${part.parent}.add_sublayer(${part.name})`);
    } else {
      lines.push(`# Not written: ${part.name}, a ${part.type} (${part.role})`);
      continue;
    }
    lines.push(...part.lacking.map((what) => `# Not written: ${what} of ${part.name}`));
    for (const { animation, key } of part.animations) {
      lines.push(...pythonAnimation(animation), `${part.name}.add_animation(${animation.name}, ${JSON.stringify(key)})`);
    }
  }
  if (!lines.some((line) => line.includes("math.inf"))) lines.splice(0, 2);
  return [...lines, "", 'scene.movie().save("scene.gif")', ""].join("\n");
}

/** @param {Animation} animation @returns {string[]} */
function pythonAnimation(animation) {
  const given = animation.keyPath ? [JSON.stringify(animation.keyPath)] : [];
  if (animation.type === "CAAnimationGroup") given.push(`[${animation.members.map(({ name }) => name).join(", ")}]`);
  if (animation.values) given.push(`values=[${animation.values.map(asPython).join(", ")}]`);
  given.push(...animation.settings.map(({ keyPath, typed }) => `${snake(keyPath)}=${asPython(typed)}`));
  return [...animation.members.flatMap(pythonAnimation), ...called(`${animation.name} = st.${KINDS[animation.type][0]}`, given)];
}

// ---------------------------------------------------------------- C

/** Statements that set a value. @param {string} noun @param {string} name @param {string} keyPath @param {Typed} typed @returns {string[]} */
function setInC(noun, name, keyPath, { kind, value }) {
  const number = (/** @type {number} */ x) => (x === Infinity ? "INFINITY" : String(x));
  const start = `CHECK(stretto_${noun}_set_`;
  const to = `(${name}, "${keyPath}"`;
  if (value === null) return [`${start}none${to}));`];
  if (kind === "text" || kind === "one of the names" || kind === "any of the names") return [`${start}string${to}, ${literal(value)}));`];
  if (kind === "path") return [`path = svg_path(${literal(svgPath(value))});`, `${start}path${to}, path));`, "stretto_path_release(path);"];
  if (kind === "colour") return [`${start}color${to}, ${value.map(number).join(", ")}));`];
  if (typeof value === "number" || typeof value === "boolean") return [`${start}number${to}, ${number(+value)}));`];
  const all = value.flat();
  return [`${start}numbers${to}, (const double[]){${all.map(number).join(", ")}}, ${all.length}));`];
}

/** A text as C writes it. @param {string} text */
function literal(text) {
  const escaped = JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, (_, digits) => `\\${parseInt(digits, 16).toString(8).padStart(3, "0")}`);
  return escaped.replaceAll("??", '?""?');
}

/** @param {Animation} animation @returns {string[]} */
function animationInC(animation) {
  const { name, type, keyPath, values, members } = animation;
  const lines = [...members.flatMap(animationInC), `stretto_animation *${name};`,
    `CHECK(stretto_animation_create(STRETTO_${KINDS[type][1]}, ${keyPath ? literal(keyPath) : "NULL"}, &${name}));`];
  if (values?.some(({ kind }) => kind === "text" || kind === "path" || kind === "unknown")) {
    const texts = values.every(({ kind }) => kind === "text");
    lines.push(texts ? `CHECK(stretto_animation_set_string_values(${name}, (const char *const[]){${values.map(({ value }) => literal(value)).join(", ")}}, ${values.length}));`
      : `/* Not written: the values of ${name} */`);
  } else if (values?.length) {
    const rows = values.map(({ value }) => [value].flat());
    lines.push(`CHECK(stretto_animation_set_values(${name}, (const double[]){${rows.flat().join(", ")}}, ${rows.length}, ${rows[0].length}));`);
  }
  for (const { keyPath: path, typed } of animation.settings) lines.push(...setInC("animation", name, path, typed));
  if (members.length) lines.push(`CHECK(stretto_animation_set_animations(${name}, (stretto_animation *const[]){${members.map((one) => one.name).join(", ")}}, ${members.length}));`);
  return lines;
}

/** @param {Program} program @param {number} width @param {number} height @param {number[]} background */
function inC(program, width, height, background) {
  const body = [`CHECK(stretto_scene_create(${width}, ${height}, &scene));`, `CHECK(stretto_scene_set_background(scene, ${background.join(", ")}));`];
  for (const part of program.parts) {
    const { name, parent, role, type } = part;
    body.push("", `stretto_layer *${name};`);
    if (role === "root") body.push(`${name} = stretto_scene_root(scene);`);
    else if (role === "glyph") body.push(`CHECK(stretto_layer_get_layer(${parent}, "glyph", &${name}));`);
    else if (KINDS[type] && (role === "sublayer" || role in ROLES)) {
      body.push(`CHECK(stretto_layer_create(STRETTO_${KINDS[type][1]}, &${name}));`,
        role in ROLES ? `CHECK(stretto_layer_set_layer(${parent}, "${ROLES[role][1]}", ${name}));` : `CHECK(stretto_layer_add_sublayer(${parent}, ${name}));`);
    } else {
      body.splice(-2, 2, "", `/* Not written: ${name}, a ${type} (${role}) */`);
      continue;
    }
    body.push(...part.lacking.map((what) => `/* Not written: ${what} of ${name} */`));
    for (const { keyPath, typed } of part.settings) body.push(...setInC("layer", name, keyPath, typed));
    for (const { animation, key } of part.animations) body.push(...animationInC(animation), `CHECK(stretto_layer_add_animation(${name}, ${animation.name}, ${literal(key)}));`);
  }
  const usesPaths = body.some((line) => line.startsWith("path = "));
  return [...HEAD, ...(usesPaths ? PATHS : []), "int main(void) {", "  stretto_scene *scene;", ...(usesPaths ? ["  stretto_path *path;"] : []),
    ...body.map((line) => (line ? `  ${line}` : "")), "", '  CHECK(stretto_scene_write_png(scene, 0, 2, "scene.png"));', "  stretto_scene_release(scene);", "  return 0;", "}", ""].join("\n");
}

const HEAD = ["/* cc scene.c $(pkg-config --cflags --libs stretto) -o scene */", "#include <math.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <stretto.h>", "",
  "#define CHECK(call) \\", "  if ((call) != STRETTO_OK) { \\", '    fprintf(stderr, "%s\\n", stretto_error_message()); \\', "    exit(1); \\", "  }", ""];
const PATHS = ["static stretto_path *svg_path(const char *text) {", "  stretto_path *path;", "  CHECK(stretto_path_create(&path));",
  "  CHECK(stretto_path_add_svg(path, text));", "  return path;", "}", ""];
