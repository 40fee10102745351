import { make } from "./elements.js";
import { later } from "./later.js";

/** Labels of the menu, each with a method of `Exports` and the arguments of the method. @type {[string, string, ...string[]][]} */
const ITEMS = [
  ["copy as Python", "source", "python", "Python", "scene.py"],
  ["copy as C", "source", "c", "C", "scene.c"],
  ["copy as Core Animation (Swift)", "source", "swift", "Core Animation (Swift)", "Scene.swift"],
  ["save as CAML", "caml"],
  ["save as HTML", "page"],
  ["save as animated SVG", "vectors", "svg", "scene.svg", "image/svg+xml"],
  ["save as Lottie", "vectors", "lottie", "scene.json", "application/json"],
  ["save this frame as PNG", "frame"],
  ["save a strip of frames as PNG", "strip"],
  ["save as CAML, and copy the line that makes a GIF of it", "line", "gif"],
  ["save as CAML, and copy the line that makes an MP4 of it", "line", "mp4"],
];

/**
 * Adds the menu with the exports of the scene. Returns a function that loads the exports.
 * @param {import("./model.js").Model} model @param {HTMLElement} panel @param {(message: string) => void} showMessage @param {Record<string, any>} table
 */
export function exportMenu(model, panel, showMessage, table) {
  const load = async () => (await later()).exports(model, showMessage, table);
  const button = (/** @type {string} */ label, /** @type {string} */ method, /** @type {string[]} */ ...given) => make("button", { type: "button", onclick: () => {
    menu.open = false;
    load().then((exports) => exports[method](...given)).catch((error) => model.reportError(error));
  } }, label);
  const menu = make("details", { class: "menu" }, make("summary", {}, "Export"), make("div", {}, ITEMS.map((item) => button(...item))));
  panel.append(button("Copy link", "link"), menu);
  document.addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
  menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") menu.open = false; });
  return load;
}
