import { MAX_ADDRESS_LENGTH, addressOf } from "./address.js";
import { make, save } from "./elements.js";
import { inSwift, inVectors } from "./later.js";
import { pageOf } from "./page.js";
import { sourceOf } from "./source.js";
import { strip } from "./strip.js";

/** Exports of the scene: files, source code, and the link to the scene. */
export class Exports {
  /** @param {import("./model.js").Model} model @param {(message: string) => void} showMessage @param {Record<string, any>} table */
  constructor(model, showMessage, table) {
    [this.model, this.showMessage, this.table] = [model, showMessage, table];
  }

  /** Copies a text, and shows a message. @param {string} text @param {string} message */
  async copy(text, message) {
    try {
      await navigator.clipboard.writeText(text);
      this.showMessage(`${message} It is on the clipboard.`);
    } catch {
      this.showMessage(message);
    }
    return text;
  }

  caml() {
    save(this.model.bytes, "scene.caml", "application/xml");
  }

  /** Saves the scene, and copies the shell command that makes a file from the saved scene. @param {string} ending */
  line(ending) {
    this.caml();
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
    return language === "swift" ? inSwift(this.model.bytes) : sourceOf(language === "c" ? "c" : "python", this.model, this.table);
  }

  /** Shows the source code of the scene in a dialog, and copies the source code. @param {string} language @param {string} title @param {string} file */
  async source(language, title, file) {
    const text = await this.written(language);
    const copy = () => this.copy(text, `The scene as ${title}.`);
    const button = (/** @type {string} */ label, /** @type {() => void} */ act) => make("button", { type: "button", onclick: act }, label);
    const dialog = make("dialog", { class: "source" }, make("h2", {}, title), make("pre", { tabindex: 0 }, text),
      make("div", { class: "tools" }, button("copy", copy), button("save", () => save(text, file, "text/plain")), button("close", () => dialog.close())));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    await copy();
  }

  /** Copies the address of the page, which contains the scene. A scene that is too large for an address is saved as a file. */
  async link() {
    const part = await addressOf(this.model.bytes);
    if (part.length > MAX_ADDRESS_LENGTH) {
      this.caml();
      this.showMessage(`The link would have ${part.length} characters, and chats cut such links. The scene was saved as a file instead.`);
      return;
    }
    history.replaceState(null, "", part);
    await this.copy(location.href, "The link in the address bar opens this scene.");
  }

  /** Saves the current frame as a PNG. */
  frame() {
    const { width, height } = this.model.scene.size;
    const canvas = make("canvas");
    this.model.scene.render(this.model.time, { scale: Math.min(4, 2048 / Math.max(width, height)), into: canvas });
    saved(canvas, "frame.png");
  }

  /** Saves a PNG with the frames of one loop in a row, and returns the canvas with the frames. */
  strip() {
    const canvas = strip(this.model);
    saved(canvas, "strip.png");
    return canvas;
  }

  /** Saves a page that plays the scene and contains the engine. */
  async page() {
    save(await pageOf(this.model.bytes), "scene.html", "text/html");
  }
}

/** @param {HTMLCanvasElement} canvas @param {string} name */
function saved(canvas, name) {
  canvas.toBlob((blob) => save(/** @type {Blob} */ (blob), name, "image/png"));
}
