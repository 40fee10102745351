import { axes, svgPath } from "./program.js";
import { KINDS, ROLES } from "./class-names.js";

/** @typedef {import("./program.js").Typed} Typed @typedef {import("./program.js").Setting} Setting @typedef {import("./program.js").Part} Part */

const number = (/** @type {number} */ x) => (x === Infinity ? "INFINITY" : Object.is(x, -0) ? "-0.0" : String(x));
const doubles = (/** @type {number[]} */ all) => `(const double[]){${all.map(number).join(", ")}}`;
const check = (/** @type {string} */ call) => `CHECK(stretto_${call});`;

/** Returns the C statements that set a value. @param {string} objectKind @param {string} name @param {string} keyPath @param {Typed} typed @returns {string[]} */
function set(objectKind, name, keyPath, { kind, value }) {
  const to = `(${name}, "${keyPath}"`;
  const one = (/** @type {string} */ verb, /** @type {string} */ rest) => check(`${objectKind}_set_${verb}${to}${rest})`);
  if (value === null) return [one("none", "")];
  if (kind === "path") return [`path = svg_path(${literal(svgPath(value))});`, one("path", ", path"), "stretto_path_release(path);"];
  if (kind === "picture") return [one("image", `, ${value}`)];
  if (kind === "font") return [...font("font", value), one("font", ", font"), "stretto_font_release(font);"];
  if (kind === "fonts") {
    const names = value.map((/** @type {any} */ _, /** @type {number} */ k) => `fonts[${k}]`);
    return ["{", `  stretto_font *fonts[${names.length}];`, ...value.flatMap((/** @type {any} */ each, /** @type {number} */ k) => font(names[k], each)),
      one("fonts", `, fonts, ${names.length}`), ...names.map((/** @type {string} */ each) => `stretto_font_release(${each});`), "}"];
  }
  if (kind === "filters") return filters(objectKind, name, keyPath, value);
  if (kind === "colour") return [one("color", `, ${value.map(number).join(", ")}`)];
  if (typeof value === "string") return [one("string", `, ${literal(value)}`)];
  if (typeof value === "number" || typeof value === "boolean") return [one("number", `, ${number(+value)}`)];
  const all = value.flat();
  return [one("numbers", `, ${doubles(all)}, ${all.length}`)];
}

/** @param {string} objectKind @param {string} name @param {string} keyPath @param {{type: string, name: string, settings: Setting[]}[]} all */
function filters(objectKind, name, keyPath, all) {
  const words = all.map((one) => `${one.name}=${one.type}`).join(" ");
  return [...set(objectKind, name, keyPath, { kind: "text", value: words }),
    ...all.flatMap((one) => one.settings.flatMap((setting) => set(objectKind, name, `${keyPath}.${one.name}.${setting.keyPath}`, setting.typed)))];
}

/** Returns the C statements that open a font and assign the font to a variable. @param {string} name @param {{file: string, index: number, variations: number[]}} font */
function font(name, { file, index, variations }) {
  const lines = [check(file ? `font_decode(${file}_data, sizeof ${file}_data, ${index}, &${name})` : `font_create_default(&${name})`)];
  if (!variations.length) return lines;
  const all = axes(variations);
  const tags = all.map(({ tag }) => literal(tag)).join(", ");
  return [...lines, check(`font_vary(${name}, (const char *const[]){${tags}}, ${doubles(all.map(({ value }) => value))}, ${all.length}, &varied)`),
    `stretto_font_release(${name});`, `${name} = varied;`];
}

/** Returns a string literal in C. @param {string} text */
function literal(text) {
  const escaped = JSON.stringify(text).replace(/\\u([0-9a-f]{4})/g, (_, digits) => `\\${parseInt(digits, 16).toString(8).padStart(3, "0")}`);
  return escaped.replaceAll("??", '?""?');
}

/** @param {import("./program.js").Animation} animation @returns {string[]} */
function animations(animation) {
  const { name, type, keyPath, members } = animation;
  const lines = [...members.flatMap(animations), `stretto_animation *${name};`,
    check(`animation_create(STRETTO_${KINDS[type][1]}, ${keyPath ? literal(keyPath) : "NULL"}, &${name})`), ...keyframes(animation)];
  for (const { keyPath: path, typed } of animation.settings) lines.push(...set("animation", name, path, typed));
  if (members.length) lines.push(check(`animation_set_animations(${name}, (stretto_animation *const[]){${members.map((one) => one.name).join(", ")}}, ${members.length})`));
  return lines;
}

/** @param {import("./program.js").Animation} animation @returns {string[]} */
function keyframes({ name, values }) {
  if (!values?.length) return [];
  const kinds = new Set(values.map(({ kind }) => kind));
  const [kind] = kinds;
  const setArray = (/** @type {string} */ verb, /** @type {string} */ type, /** @type {string[]} */ all) =>
    check(`animation_set_${verb}values(${name}, (${type}[]){${all.join(", ")}}, ${all.length})`);
  if (kinds.size > 1 || kind === "unknown" || kind === "none") return [`/* Not written: the values of ${name} */`];
  if (kind === "text") return [setArray("string_", "const char *const", values.map(({ value }) => literal(value)))];
  if (kind === "picture") return [setArray("image_", "stretto_image *const", values.map(({ value }) => value))];
  if (kind === "path") return [setArray("path_", "stretto_path *const", values.map(({ value }) => `svg_path(${literal(svgPath(value))})`))];
  const rows = values.map(({ value }) => [value].flat());
  return [check(`animation_set_values(${name}, ${doubles(rows.flat())}, ${rows.length}, ${rows[0].length})`)];
}

/** @param {import("./program.js").Program} program @param {number} width @param {number} height @param {number[]} background */
export function inC(program, width, height, background) {
  const body = [check(`scene_create(${width}, ${height}, &scene)`), check(`scene_set_background(scene, ${background.join(", ")})`),
    ...program.unsupported.map((what) => `/* Not written: ${what} */`)];
  for (const part of program.parts) body.push("", ...layer(part));
  const last = program.parts.flatMap((part) => references(part, program.parts));
  if (last.length) body.push("", ...last);
  const uses = (/** @type {string} */ word) => body.some((line) => line.includes(word));
  const files = [...program.used.values()];
  const pictures = files.filter(({ kind }) => kind === "picture").flatMap(({ name }) =>
    [`stretto_image *${name};`, check(`image_decode(${name}_data, sizeof ${name}_data, &${name})`)]);
  const variables = ["stretto_scene *scene;", ...(uses("path = ") ? ["stretto_path *path;"] : []), ...(uses("&font)") ? ["stretto_font *font;"] : []),
    ...(uses("&varied)") ? ["stretto_font *varied;"] : []), ...(uses("&copies)") ? ["stretto_copies *copies;"] : []),
    ...(uses("&characters)") ? ["stretto_characters *characters;"] : [])];
  return [...HEAD, ...files.flatMap(bytes), ...(uses("svg_path(") ? PATHS : []), "int main(void) {",
    ...[...variables, ...pictures, ...body].map((line) => (line ? `  ${line}` : "")),
    "", '  CHECK(stretto_scene_write_png(scene, 0, 2, "scene.png"));', "  stretto_scene_release(scene);", "  return 0;", "}", ""].join("\n");
}

/** Returns the C array with the bytes of a picture or a font. @param {{name: string, data: string}} file */
function bytes({ name, data }) {
  const all = [...atob(data)].map((letter) => letter.charCodeAt(0));
  const rows = Array.from({ length: Math.ceil(all.length / 24) }, (_, k) => `  ${all.slice(24 * k, 24 * k + 24).join(", ")},`);
  return [`static const uint8_t ${name}_data[] = {`, ...rows, "};", ""];
}

/** Returns the C statements that make a layer, add the layer to the tree, and set values. @param {Part} part @returns {string[]} */
function layer(part) {
  const { name, parent, role, type } = part;
  const lines = [`stretto_layer *${name};`];
  if (role === "root") lines.push(`${name} = stretto_scene_root(scene);`);
  else if (role === "glyph") lines.push(check(`layer_get_layer(${parent}, "glyph", &${name})`));
  else if (KINDS[type] && (role === "sublayer" || role === "instanceMask" || role in ROLES)) {
    lines.push(check(`layer_create(STRETTO_${KINDS[type][1]}, &${name})`));
    if (role === "sublayer") lines.push(check(`layer_add_sublayer(${parent}, ${name})`));
    else if (role in ROLES) lines.push(check(`layer_set_layer(${parent}, "${ROLES[role][1]}", ${name})`));
  } else return [`/* Not written: ${name}, a ${type} (${role}) */`];
  lines.push(...part.unsupported.map((what) => `/* Not written: ${what} of ${name} */`));
  for (const { keyPath, typed } of part.settings) lines.push(...set("layer", name, keyPath, typed));
  lines.push(...cells("layer", name, part.cells), ...behaviors(name, part.behaviors));
  for (const { start, end, settings } of part.styles) {
    lines.push(check(`layer_get_characters(${name}, ${start}, ${end}, &characters)`),
      ...settings.flatMap(({ keyPath, typed }) => set("characters", "characters", keyPath, typed)), "stretto_characters_release(characters);");
  }
  for (const { keyPath, typed, copies } of part.values) lines.push(some(name, copies), ...set("copies", "copies", keyPath, typed), RELEASE);
  for (const { animation, key, copies } of part.animations) {
    const add = check(`${copies ? "copies_add_animation(copies" : `layer_add_animation(${name}`}, ${animation.name}, ${literal(key)})`);
    lines.push(...animations(animation), ...(copies ? [some(name, copies), add, RELEASE] : [add]));
  }
  return lines;
}

/** Returns the C statements that set values that refer to other layers. The statements follow the creation of all layers. @param {Part} part @param {Part[]} parts */
function references({ name, source }, parts) {
  const masks = parts.filter(({ parent, role }) => parent === name && role === "instanceMask").map((mask) => mask.name);
  return [...(source ? [check(`layer_set_layer(${name}, "sourceLayer", ${source})`)] : []),
    ...(masks.length ? [check(`layer_set_instance_masks(${name}, (stretto_layer *const[]){${masks.join(", ")}}, ${masks.length})`)] : [])];
}

/** @param {string} name @param {number[]} copies */
function some(name, copies) {
  const pattern = copies.length ? `(const int32_t[]){${copies.join(", ")}}` : "NULL";
  return check(`layer_get_copies(${name}, ${pattern}, ${copies.length}, &copies)`);
}

/** @param {string} owner @param {import("./program.js").Behavior[]} all @returns {string[]} */
function behaviors(owner, all) {
  if (!all.length) return [];
  const lines = all.flatMap(({ name, type, settings }) => [`stretto_behavior *${name};`, check(`behavior_create(${literal(type)}, &${name})`),
    ...settings.flatMap(({ keyPath, typed }) => set("behavior", name, keyPath, typed))]);
  return [...lines, check(`layer_set_behaviors(${owner}, (stretto_behavior *const[]){${all.map(({ name }) => name).join(", ")}}, ${all.length})`)];
}

/** Returns the C statements for the cells of an emitter or of another cell. @param {string} objectKind @param {string} owner @param {import("./program.js").Cell[]} all @returns {string[]} */
function cells(objectKind, owner, all) {
  if (!all.length) return [];
  const lines = all.filter(({ isNew }) => isNew).flatMap((cell) => [`stretto_cell *${cell.name};`, check(`cell_create(&${cell.name})`),
    ...cell.settings.flatMap(({ keyPath, typed }) => set("cell", cell.name, keyPath, typed)), ...cells("cell", cell.name, cell.cells)]);
  return [...lines, check(`${objectKind}_set_cells(${owner}, (stretto_cell *const[]){${all.map(({ name }) => name).join(", ")}}, ${all.length})`)];
}

const RELEASE = "stretto_copies_release(copies);";
const HEAD = ["/* cc scene.c $(pkg-config --cflags --libs stretto) -o scene */", "#include <math.h>", "#include <stdint.h>", "#include <stdio.h>",
  "#include <stdlib.h>", "#include <stretto.h>", "",
  "#define CHECK(call) \\", "  if ((call) != STRETTO_OK) { \\", '    fprintf(stderr, "%s\\n", stretto_error_message()); \\', "    exit(1); \\", "  }", ""];
const PATHS = ["static stretto_path *svg_path(const char *text) {", "  stretto_path *path;", "  CHECK(stretto_path_create(&path));",
  "  CHECK(stretto_path_add_svg(path, text));", "  return path;", "}", ""];
