import { LONGEST_ADDRESS, addressOf } from "./address.js";
import { make, save } from "./elements.js";
import { inSwift, inVectors, later } from "./later.js";

/** Menu with the exports of the scene: files, source code, and the link to the scene. */
export class Exports {
  /** @param {import("./model.js").Model} model @param {HTMLElement} place @param {(words: string) => void} say @param {Record<string, any>} table */
  constructor(model, place, say, table) {
    [this.model, this.say, this.table] = [model, say, table];
    const item = (/** @type {string} */ text, /** @type {() => any} */ act) => make("button", { type: "button", onclick: () => {
      menu.open = false;
      Promise.resolve().then(act).catch((error) => model.complain(error));
    } }, text);
    const menu = make("details", { class: "menu" }, make("summary", {}, "Export"), make("div", {},
      item("copy as Python", async () => this.source(await this.written("python"), "Python", "scene.py")),
      item("copy as C", async () => this.source(await this.written("c"), "C", "scene.c")),
      item("copy as Core Animation (Swift)", async () => this.source(await this.written("swift"), "Core Animation (Swift)", "Scene.swift")),
      item("save as CAML", () => save(this.model.bytes, "scene.caml", "application/xml")),
      item("save as HTML", () => this.page()),
      item("save as animated SVG", () => this.vectors("svg", "scene.svg", "image/svg+xml")),
      item("save as Lottie", () => this.vectors("lottie", "scene.json", "application/json")),
      item("save this frame as PNG", () => this.frame()),
      item("save a strip of frames as PNG", async () => saved(await this.strip(), "strip.png")),
      [["gif", "a GIF"], ["mp4", "an MP4"]].map(([ending, kind]) => item(`save as CAML, and copy the line that makes ${kind} of it`, () => this.line(ending)))));
    place.append(make("button", { type: "button", onclick: () => this.share() }, "Copy link"), menu);
    document.addEventListener("click", (event) => { if (!menu.contains(event.target)) menu.open = false; });
    menu.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") menu.open = false; });
  }

  /** @param {string} text @param {string} words */
  async copy(text, words) {
    try {
      await navigator.clipboard.writeText(text);
      this.say(`${words} It is on the clipboard.`);
    } catch {
      this.say(words);
    }
    return text;
  }

  /** Saves the scene, and copies the shell command that makes a file from the saved scene. @param {string} ending */
  line(ending) {
    save(this.model.bytes, "scene.caml", "application/xml");
    const line = `stretto render scene.caml -o scene.${ending}`;
    return this.copy(line, line);
  }

  /** Saves the scene as a vector animation. @param {"svg" | "lottie"} format @param {string} name @param {string} type */
  async vectors(format, name, type) {
    save(await this.animation(format), name, type);
  }

  /** Returns the scene as a vector animation. The animation of a scene that never repeats is as long as the player's time range. @param {"svg" | "lottie"} format */
  animation(format) {
    const repeats = this.model.scene.loopReport().duration !== null;
    return inVectors(this.model.bytes, format, repeats ? undefined : this.model.end);
  }

  /** Returns the source code of the scene. @param {string} language */
  async written(language) {
    if (language === "swift") return inSwift(this.model.bytes);
    return (await later()).sourceOf(language, this.model, this.table);
  }

  /** Saves a PNG with the frames of one loop in a row. */
  async strip() {
    return (await later()).strip(this.model);
  }

  /** Shows the source code of the scene, and copies the source code. @param {string} text @param {string} title @param {string} file */
  async source(text, title, file) {
    const box = make("dialog", { class: "source" }, make("h2", {}, title), make("pre", { tabindex: 0 }, text),
      make("div", { class: "tools" }, make("button", { type: "button", onclick: () => this.copy(text, `The scene as ${title}.`) }, "copy"),
        make("button", { type: "button", onclick: () => save(text, file, "text/plain") }, "save"),
        make("button", { type: "button", onclick: () => box.close() }, "close")));
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
    await this.copy(text, `The scene as ${title}.`);
  }

  async share() {
    const part = await addressOf(this.model.bytes);
    if (part.length > LONGEST_ADDRESS) {
      save(this.model.bytes, "scene.caml", "application/xml");
      this.say(`The link would have ${part.length} letters, and chats cut those; here is the scene as a file.`);
      return;
    }
    history.replaceState(null, "", part);
    await this.copy(location.href, "The link is in the address bar: who opens it has this scene.");
  }

  frame() {
    const { width, height } = this.model.scene.size;
    const canvas = make("canvas");
    this.model.scene.render(this.model.time, { scale: Math.min(4, 2048 / Math.max(width, height)), into: canvas });
    saved(canvas, "frame.png");
  }

  /** Saves a page that plays the scene and contains the engine. */
  async page() {
    save(await (await later()).pageOf(this.model.bytes), "scene.html", "text/html");
  }
}

/** @param {HTMLCanvasElement} canvas @param {string} name */
function saved(canvas, name) {
  canvas.toBlob((blob) => save(/** @type {Blob} */ (blob), name, "image/png"));
}
