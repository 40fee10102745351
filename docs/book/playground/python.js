import { axes, chunks, svgPath } from "./program.js";
import { KINDS, ROLES } from "./class-names.js";

/** @typedef {import("./program.js").Typed} Typed @typedef {import("./program.js").Setting} Setting @typedef {import("./program.js").Part} Part */

/** @param {string} word */
const snake = (word) => word.replace(/(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g, "_$&").toLowerCase();
const number = (/** @type {number} */ x) => (x === Infinity ? "math.inf" : Object.is(x, -0) ? "-0.0" : String(x));
const tuple = (/** @type {number[]} */ all) => `(${all.map(number).join(", ")}${all.length === 1 ? "," : ""})`;
const list = (/** @type {string[]} */ all) => `[${all.join(", ")}]`;
const keyword = (/** @type {Setting} */ { keyPath, typed }) => `${snake(keyPath)}=${asPython(typed)}`;
const isMade = (/** @type {Part} */ { role, type }) => type in KINDS && (role === "sublayer" || role === "instanceMask" || role in ROLES);

/** @param {Typed} typed @returns {string} */
function asPython({ kind, value }) {
  if (value === null) return "None";
  switch (kind) {
    case "number": case "whole number": return number(value);
    case "True or False": return value ? "True" : "False";
    case "point": case "size": case "rectangle": case "curve": case "colour": return tuple(value);
    case "numbers": return list(value.map(number));
    case "timing functions": return list(value.map(tuple));
    case "colours": return list(chunks(value, 4).map(tuple));
    case "transforms": return list(chunks(value, 16).map((one) => asPython({ kind: "transform", value: one })));
    case "transform": {
      const moved = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, value[12], value[13], value[14], 1];
      if (moved.every((one, k) => Object.is(one, value[k]))) return `st.Transform3D.translation${tuple(value.slice(12, 15))}`;
      return `st.Transform3D([${value.map(number).join(", ")}])`;
    }
    case "path": return JSON.stringify(svgPath(value));
    case "picture": return value;
    case "font": return font(value);
    case "fonts": return list(value.map(font));
    case "variations of a font": return variations(value);
    case "filters": return list(value.map(filter));
    default: return JSON.stringify(value);
  }
}

/** @param {{file: string, index: number, variations: number[]}} font */
function font({ file, index, variations: all }) {
  const made = `st.Font(${[file, index ? `index=${index}` : ""].filter(Boolean).join(", ")})`;
  return all.length ? `${made}.with_variations(${variations(all)})` : made;
}

/** @param {number[]} all */
function variations(all) {
  return `{${axes(all).map(({ tag, value }) => `${JSON.stringify(tag)}: ${number(value)}`).join(", ")}}`;
}

/** @param {{type: string, name: string, settings: Setting[]}} filter */
function filter({ type, name, settings }) {
  const arguments_ = [JSON.stringify(type), ...(name === type ? [] : [`name=${JSON.stringify(name)}`]), ...settings.map(keyword)];
  return `st.Filter(${arguments_.join(", ")})`;
}

/** Returns a Python call, with one argument per line if the call is too long for one line. @param {string} call @param {string[]} arguments_ @returns {string[]} */
function called(call, arguments_) {
  const line = `${call}(${arguments_.join(", ")})`;
  return line.length <= 100 ? [line] : [`${call}(`, ...arguments_.map((one) => `    ${one},`), ")"];
}

/** @param {import("./program.js").Program} program @param {number} width @param {number} height @param {number[]} background */
export function python(program, width, height, background) {
  const body = [`scene = st.Scene(${width}, ${height}, background=${tuple(background)})`, ...program.unsupported.map((what) => `# Not written: ${what}`)];
  for (const part of program.parts) body.push("", ...layer(part));
  const last = program.parts.flatMap((part) => references(part, program.parts));
  if (last.length) body.push("", ...last);
  const modules = [...(program.used.size ? ["import base64"] : []), ...(body.some((line) => line.includes("math.inf")) ? ["import math"] : [])];
  const files = [...program.used.values()].flatMap(file);
  return [...modules, ...(modules.length ? [""] : []), "import stretto as st", "", ...files, ...body, "", 'scene.movie().save("scene.gif")', ""].join("\n");
}

/** Returns the Python expression of a picture or a font. @param {{name: string, kind: string, data: string}} file */
function file({ name, kind, data }) {
  const make = kind === "picture" ? "st.Image.open" : "";
  return [`${name} = ${make}${make && "("}base64.b64decode("""`, ...(data.match(/.{1,100}/g) ?? []), `"""${make && ")"})`, ""];
}

/** Returns the Python lines that make a layer, set values, and add the layer to the tree. @param {Part} part @returns {string[]} */
function layer(part) {
  const { name, parent, role, type } = part;
  const all = part.settings.map(keyword);
  if (part.cells.length) all.push(`emitter_cells=${list(part.cells.map((cell) => cell.name))}`);
  if (part.behaviors.length) all.push(`emitter_behaviors=${list(part.behaviors.map((one) => one.name))}`);
  const lines = [...part.cells.flatMap(cells), ...part.behaviors.flatMap(behavior)];
  if (role === "root" || role === "glyph") {
    lines.push(`${name} = ${role === "root" ? "scene.root" : `${parent}.glyph`}`, ...all.map((one) => `${name}.${one.replace("=", " = ")}`));
  } else if (isMade(part)) {
    lines.push(...called(`${name} = st.${KINDS[type][0]}`, all));
    if (role === "sublayer") lines.push(`${parent}.add_sublayer(${name})`);
    else if (role in ROLES) lines.push(`${parent}.${ROLES[role][0]} = ${name}`);
  } else return [`# Not written: ${name}, a ${type} (${role})`];
  lines.push(...part.unsupported.map((what) => `# Not written: ${what} of ${name}`));
  for (const { start, end, settings } of part.styles) {
    for (const { keyPath, typed } of settings) lines.push(`${name}.characters(${start}, ${end}).set_value("${keyPath}", ${asPython(typed)})`);
  }
  for (const { keyPath, typed, copies } of part.values) lines.push(`${name}${instance(copies)}.set_value("${keyPath}", ${asPython(typed)})`);
  for (const { animation: one, key, copies } of part.animations) {
    lines.push(...animation(one), `${name}${copies ? instance(copies) : ""}.add_animation(${one.name}, ${JSON.stringify(key)})`);
  }
  return lines;
}

/** Returns the Python lines that set values that refer to other layers. The lines follow the creation of all layers. @param {Part} part @param {Part[]} parts */
function references({ name, source }, parts) {
  const masks = parts.filter(({ parent, role }) => parent === name && role === "instanceMask");
  return [...(source ? [`${name}.source_layer = ${source}`] : []), ...(masks.length ? [`${name}.instance_masks = ${list(masks.map((mask) => mask.name))}`] : [])];
}

/** Returns the Python argument for copies. An empty list means all copies. @param {number[]} copies */
function instance(copies) {
  return `.instance(${copies.map((index) => (index < 0 ? "None" : index)).join(", ")})`;
}

/** @param {import("./program.js").Cell} cell @returns {string[]} */
function cells(cell) {
  if (!cell.isNew) return [];
  const all = cell.settings.map(keyword);
  if (cell.cells.length) all.push(`emitter_cells=${list(cell.cells.map(({ name }) => name))}`);
  return [...cell.cells.flatMap(cells), ...called(`${cell.name} = st.EmitterCell`, all)];
}

/** @param {import("./program.js").Behavior} made */
function behavior({ name, type, settings }) {
  return called(`${name} = st.EmitterBehavior`, [JSON.stringify(type), ...settings.map(keyword)]);
}

/** @param {import("./program.js").Animation} made @returns {string[]} */
function animation(made) {
  const all = made.keyPath ? [JSON.stringify(made.keyPath)] : [];
  if (made.type === "CAAnimationGroup") all.push(list(made.members.map(({ name }) => name)));
  if (made.values) all.push(`values=${list(made.values.map(asPython))}`);
  all.push(...made.settings.map(keyword));
  return [...made.members.flatMap(animation), ...called(`${made.name} = st.${KINDS[made.type][0]}`, all)];
}
