import { MAX_ADDRESS_LENGTH, addressOf, documentIn } from "./address.js";
import { make } from "./elements.js";
import { exportMenu } from "./export-menu.js";
import { chosen, dropped } from "./files.js";
import { later } from "./later.js";
import { Model } from "./model.js";
import { Picture } from "./picture.js";
import { Properties } from "./properties.js";
import { Timeline } from "./timeline.js";
import { Tree } from "./tree.js";
import { Windows } from "./windows.js";

/** File names of pictures. */
const PICTURES = /\.(png|jpe?g|gif|webp|avif|bmp)$/i;
/** Key of the browser's session storage, which keeps a scene that is too large for an address when the page reloads. */
const DRAFT = "stretto-playground";
/** Milliseconds without a change after which the page updates the address. */
const ADDRESS_DELAY = 300;

/** @param {string} selector @returns {any} */
const find = (selector) => document.querySelector(selector);

/** Builds the page, and opens the scene of the address or, without a scene in the address, the first scene. @param {any} given the table of properties and the first document */
export async function start({ table, first }) {
  const model = new Model();
  const problem = find(".problem");
  const showMessage = (/** @type {string} */ message) => (problem.textContent = message);
  model.addEventListener("problem", (event) => showMessage(/** @type {any} */ (event).detail));
  await globalThis.strettoIsLoaded;

  new Tree(model, find(".layers"));
  new Picture(model, find(".picture"));
  const timeline = new Timeline(model, find(".time"));
  new Properties(model, find(".values"), table, (row, keyPath) => timeline.animate(row, keyPath));
  new Windows(model, find(".windows"));
  const files = new Files(model, showMessage, first);
  bar(model, files);
  const exports = exportMenu(model, find(".bar"), showMessage, table);
  tabs();
  diagnose(model);
  await files.fromAddress();
  globalThis.addEventListener("hashchange", () => files.fromAddress());
  writeAddress(model, files);
  globalThis.playground = Object.assign(model, { exports });
  document.body.classList.add("ready");
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) model.play(true);
}

/** Opens scenes from addresses, files and drops. */
class Files {
  written = "";

  /** @param {Model} model @param {(message: string) => void} showMessage @param {string} first */
  constructor(model, showMessage, first) {
    [this.model, this.showMessage, this.first] = [model, showMessage, first];
    this.input = make("input", { type: "file", accept: ".caml,.ca,.tendies,.zip,.xml,image/*", hidden: true, "aria-label": "a scene to be opened",
      onchange: async () => { await this.take(chosen(this.input.files)); this.input.value = ""; } });
    document.body.append(this.input);
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      if (event.dataTransfer) this.take(dropped(event.dataTransfer));
    });
  }

  async fromAddress() {
    if (this.written && location.hash === this.written) return;
    try {
      await this.model.open((await documentIn(location.hash || (sessionStorage.getItem(DRAFT) ?? ""))) ?? this.first);
      this.showMessage(this.model.scene.warnings.slice(0, 3).join(" "));
    } catch (error) {
      if (!this.model.scene) await this.model.open(this.first);
      this.model.reportError(error);
    }
  }

  /** Opens dropped files. A menu lists the documents if there are several, and pictures become layers. @param {Promise<Map<string, Uint8Array>>} files */
  async take(files) {
    try {
      const [all, { documentsIn, placed }] = [await files, await later()];
      if (all.size && [...all.keys()].every((name) => PICTURES.test(name))) {
        await placed(this.model, all);
        return;
      }
      const found = await documentsIn(all);
      await this.open(found[0]);
      find(".planes")?.remove();
      if (found.length > 1) {
        const menu = make("select", { class: "planes", "aria-label": "which plane", onchange: () => this.open(found[+menu.value]) },
          found.map(({ name }, k) => make("option", { value: k }, name.split("/").slice(-2).join("/"))));
        find(".bar").append(menu);
      }
    } catch (error) {
      this.model.reportError(error);
    }
  }

  /** @param {import("./archive.js").Found} found */
  async open({ bytes, assets, name }) {
    await this.model.open(bytes, assets);
    const { warnings } = this.model.scene;
    this.showMessage(warnings.length ? `${name}: ${warnings.slice(0, 3).join(" ")}` : `${name} is open.`);
  }
}

/** @param {Model} model @param {Files} files */
function bar(model, files) {
  const undo = make("button", { type: "button", onclick: () => model.undo() }, "Undo");
  const redo = make("button", { type: "button", onclick: () => model.redo() }, "Redo");
  find(".bar").append(undo, redo, make("button", { type: "button", onclick: () => model.open(files.first) }, "New"),
    make("button", { type: "button", onclick: () => files.input.click() }, "Open"));
  const mark = () => {
    undo.disabled = !model.past.length;
    redo.disabled = !model.future.length;
  };
  for (const event of ["scene", "commit"]) model.addEventListener(event, mark);
  document.addEventListener("keydown", (event) => {
    const isWriting = event.target instanceof HTMLElement && event.target.matches("input:not([type=range]), textarea, select");
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (isUndo && !isWriting) model[event.shiftKey ? "redo" : "undo"]();
    else if (event.key === " " && !isWriting && !(event.target instanceof HTMLButtonElement)) model.play(!model.playing);
    else return;
    event.preventDefault();
  });
}

/** Adds tabs, because a narrow screen shows one panel at a time below the picture. */
function tabs() {
  const panels = ["layers", "values", "time", "windows"];
  const buttons = [...document.querySelectorAll(".tabs button")];
  const choose = (/** @type {number} */ chosenTab) => {
    document.body.dataset.tab = panels[chosenTab];
    buttons.forEach((button, k) => button.setAttribute("aria-pressed", String(k === chosenTab)));
  };
  buttons.forEach((button, k) => button.addEventListener("click", () => choose(k)));
  choose(1);
}

/** Shows the scene's diagnostics at the bottom of the page. @param {Model} model */
function diagnose(model) {
  const list = find(".diagnostics");
  const show = () => {
    let found = [];
    try {
      found = model.scene.diagnostics({ clip: model.end });
    } catch {
      // The page shows no diagnostics if the engine needs longer than the timeout.
    }
    list.replaceChildren(...found.slice(0, 4).map((/** @type {any} */ { code, layer, keyPath }) =>
      make("li", {}, make("a", { href: `reference/diagnostics.html#diagnostic-${code}` }, code), ` ${layer?.name || layer?.type || ""} ${keyPath}`)));
  };
  for (const event of ["scene", "commit"]) model.addEventListener(event, show);
}

/** Updates the page's address with the scene. A scene that is too large for an address goes to the session storage of the tab. @param {Model} model @param {Files} files */
function writeAddress(model, files) {
  let timer = /** @type {any} */ (0);
  const write = async () => {
    const address = await addressOf(model.bytes);
    files.written = address.length <= MAX_ADDRESS_LENGTH ? address : "";
    history.replaceState(null, "", files.written || location.href.split("#")[0]);
    try {
      if (files.written) sessionStorage.removeItem(DRAFT);
      else sessionStorage.setItem(DRAFT, address);
    } catch {
      // A scene of more than some megabytes does not fit into the session storage of the browser.
    }
  };
  for (const event of ["scene", "commit"]) model.addEventListener(event, () => {
    clearTimeout(timer);
    timer = setTimeout(write, ADDRESS_DELAY);
  });
}
