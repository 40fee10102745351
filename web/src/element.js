import { bytesOf, documentInside, whenParsed } from "./documents.js";
import { detailEvent } from "./events.js";
import { sharedStage } from "./library.js";
import { Player } from "./player.js";
import { STYLE } from "./style.js";

/** Time step of the arrow keys in seconds. */
const STEP = 1 / 30;
const SPEEDS = [1, 0.5, 0.25, 2];

const PLAY = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4 2.5v11l9-5.5z"/></svg>';
const PAUSE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z"/></svg>';

const MARKUP = `
  <style>${STYLE}</style>
  <div class="view"><canvas role="img" part="canvas"></canvas><slot></slot></div>
  <div class="controls" part="controls" hidden>
    <button class="toggle" type="button" aria-label="play"></button>
    <input class="time" type="range" min="0" max="1" step="any" value="0" aria-label="time">
    <output class="clock"></output>
    <button class="speed" type="button" title="speed"></button>
    <select class="states" aria-label="state" hidden></select>
  </div>
  <p class="found" part="found" hidden>&nbsp;</p>
  <p class="message" part="message" role="alert" hidden></p>`;

/** Superclass of the element. Node and workers have no HTML elements, so the superclass is an empty class there. */
export const Base = /** @type {typeof HTMLElement} */ (globalThis.HTMLElement ?? class {});

/**
 * `<stretto-scene src autoplay controls>`: an element that plays a scene on a page.
 *
 * The attribute `src` is the URL of a document. The attribute `autoplay` starts playing. The attribute `controls` shows a play
 * button and a slider. The attribute `inspect` shows which layer is under the pointer. The attribute `loop` with the value
 * "false" makes the scene stop at its end. The attribute `speed` multiplies the playing speed. The attributes `from`, `to`
 * and `at` are scene times in seconds, which are the start, the end, and the time that is shown first. The attribute `alt`
 * describes the scene for people who cannot see it. Instead of `src`, a `<script type="application/caml+xml">` inside the
 * element can contain the document, or a script of type "application/gzip" the compressed document in base64. Other content of
 * the element is shown until the first frame is drawn, and remains if the browser cannot draw the scene.
 *
 * The element sends the events of the player ("load", "play", "pause", "ended", "timeupdate", "error"), and "hover", whose detail
 * describes the layer under the pointer or is null.
 */
export class SceneElement extends Base {
  static observedAttributes = ["src", "controls", "inspect", "loop", "speed", "from", "to", "at", "alt"];

  /** @type {Player | null} */ #player = null;
  /** @type {any} */ #given = null;
  /** @type {ShadowRoot} */ #root;
  #number = 0;
  #isLooking = false;
  /** @type {[number, number] | null} */ #pointer = null;
  /** @type {ResizeObserver | null} */ #resizes = null;
  /** @type {IntersectionObserver | null} */ #sightings = null;
  #isInSight = true;
  #onPageShown = () => this.#suspend();
  #onScreenChanged = () => this.#fit();

  constructor() {
    super();
    this.#root = this.attachShadow({ mode: "open" });
    this.#root.innerHTML = MARKUP;
    this.#listen();
  }

  /** @param {string} name @returns {any} */
  #part(name) {
    return this.#root.querySelector("." + name);
  }

  get #canvas() {
    return /** @type {HTMLCanvasElement} */ (this.#root.querySelector("canvas"));
  }

  // MARK: life

  connectedCallback() {
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    this.#resizes = new ResizeObserver(() => this.#fit());
    this.#resizes.observe(this.#canvas);
    // The event "resize" also reports a move of the page to a sharper screen, and a zoom of the page.
    addEventListener("resize", this.#onScreenChanged);
    this.#sightings = new IntersectionObserver((found) => {
      this.#isInSight = found[found.length - 1].isIntersecting;
      this.#suspend();
    }, { rootMargin: "64px" });
    this.#sightings.observe(this);
    document.addEventListener("visibilitychange", this.#onPageShown);
    whenParsed(this, () => this.#player || this.#load());
  }

  disconnectedCallback() {
    this.#resizes?.disconnect();
    this.#sightings?.disconnect();
    removeEventListener("resize", this.#onScreenChanged);
    document.removeEventListener("visibilitychange", this.#onPageShown);
    queueMicrotask(() => this.isConnected || this.#close());
  }

  /** @param {string} name @param {string | null} before @param {string | null} now */
  attributeChangedCallback(name, before, now) {
    if (before === now) return;
    this.#dress();
    const player = this.#player;
    if (name === "src" && this.isConnected) this.#load();
    if (!player) return;
    if (name === "speed") player.speed = this.#numberOf("speed", 1);
    if (name === "loop") player.loop = this.getAttribute("loop") !== "false";
    if (name === "from" || name === "to") player.setRange(this.#numberOf("from", 0), this.#numberOf("to", null));
    if (name === "at" && !player.playing) player.seek(this.#numberOf("at", player.time));
  }

  /** @param {string} name @param {any} otherwise @returns {any} */
  #numberOf(name, otherwise) {
    const number = parseFloat(this.getAttribute(name) ?? "");
    return Number.isFinite(number) ? number : otherwise;
  }

  /** Document in any form that `open` accepts. Setting the document keeps the time that is shown. */
  get document() {
    return this.#given;
  }

  set document(source) {
    this.#given = source;
    if (this.#player) bytesOf(source).then((bytes) => this.#player?.replace({ bytes })).catch((error) => this.#say(error));
    else if (this.isConnected) this.#load();
  }

  #source() {
    if (this.#given) return this.#given;
    const inside = documentInside(this);
    if (inside) return inside;
    const address = this.getAttribute("src");
    return address ? new URL(address, document.baseURI) : null;
  }

  async #load() {
    const source = this.#source();
    if (!source || !this.isConnected) return;
    const number = ++this.#number;
    this.#close();
    this.#say(null);
    try {
      const bytes = await bytesOf(source);
      if (number !== this.#number) return;
      this.#begin(bytes);
    } catch (error) {
      this.#say(error);
      this.dispatchEvent(detailEvent("error", error));
    }
  }

  /** @param {Uint8Array} bytes */
  #begin(bytes) {
    const from = this.#numberOf("from", 0);
    const player = new Player(sharedStage(), { bytes }, {
      from, to: this.#numberOf("to", null), speed: this.#numberOf("speed", 1), time: this.#numberOf("at", from),
      loop: this.getAttribute("loop") !== "false",
    });
    this.#player = player;
    for (const name of ["load", "play", "pause", "ended", "timeupdate", "error"]) {
      player.addEventListener(name, (event) => this.#forward(/** @type {any} */ (event)));
    }
    this.#suspend();
  }

  /** @param {CustomEvent} event */
  #forward(event) {
    if (event.type === "load") this.#arrange();
    if (event.type === "error") this.#say(event.detail);
    if (event.type === "timeupdate") this.#root.host.toggleAttribute("data-shown", true);
    this.#update();
    this.dispatchEvent(detailEvent(event.type, event.detail));
  }

  /** Updates the element after its scene has been opened. */
  #arrange() {
    const player = /** @type {Player} */ (this.#player);
    const { size: { width, height }, states } = player.info;
    this.style.setProperty("--scene-width", `${width}px`);
    this.style.setProperty("--scene-ratio", `${width} / ${height}`);
    const choice = this.#part("states");
    choice.hidden = states.length === 0;
    choice.replaceChildren(...["", ...states].map((name) => new Option(name || "as it stands", name)));
    player.show(this.#canvas, this.#sharpScale);
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const { duration, steadyFrom } = player.info;
    const moves = duration !== 0 || steadyFrom > 0;
    if (this.hasAttribute("autoplay") && !isCalm && moves) player.play();
  }

  #close() {
    this.#player?.close();
    this.#player = null;
    this.removeAttribute("data-shown");
  }

  // MARK: size and sight

  get #sharpScale() {
    const width = this.#player?.info?.size.width ?? 1;
    return Math.max(1e-3, (this.#canvas.clientWidth || width) / width * (globalThis.devicePixelRatio || 1));
  }

  #fit() {
    if (this.#player?.info) this.#player.scale = this.#sharpScale;
  }

  #suspend() {
    if (this.#player) this.#player.suspended = !this.#isInSight || document.hidden;
  }

  // MARK: controls

  /** Adds and removes the parts of the element that its attributes ask for. */
  #dress() {
    this.#part("controls").hidden = !this.hasAttribute("controls");
    this.#part("found").hidden = !this.hasAttribute("inspect");
    this.#canvas.setAttribute("aria-label", this.getAttribute("alt") ?? "a moving picture");
  }

  #update() {
    const player = this.#player;
    if (!player) return;
    const [from, to] = player.range;
    const { time } = player;
    const toggle = this.#part("toggle");
    toggle.innerHTML = player.playing ? PAUSE : PLAY;
    toggle.setAttribute("aria-label", player.playing ? "pause" : "play");
    const slider = this.#part("time");
    [slider.min, slider.max, slider.value] = [String(from), String(to), String(time)];
    slider.style.setProperty("--share", `${100 * Math.min(1, Math.max(0, (time - from) / (to - from)))}%`);
    slider.setAttribute("aria-valuetext", `${time.toFixed(2)} seconds`);
    this.#part("clock").textContent = `${time.toFixed(2)} s`;
    this.#part("speed").textContent = `${player.speed}×`;
    this.#look();
  }

  #listen() {
    this.#part("toggle").addEventListener("click", () => this.toggle());
    this.#part("time").addEventListener("input", (/** @type {any} */ event) => {
      // Pausing moves the slider back to the current time of the scene.
      this.#step(Number(event.target.value));
    });
    this.#part("speed").addEventListener("click", () => {
      const player = this.#player;
      if (!player) return;
      player.speed = SPEEDS[(SPEEDS.indexOf(player.speed) + 1) % SPEEDS.length];
      this.#update();
    });
    this.#part("states").addEventListener("change", (/** @type {any} */ event) => {
      this.setState(event.target.value);
      this.play();
    });
    this.addEventListener("keydown", (event) => this.#press(event));
    const canvas = this.#canvas;
    canvas.addEventListener("pointermove", (event) => {
      const { width } = canvas.getBoundingClientRect();
      const zoom = (this.#player?.info?.size.width ?? width) / width;
      this.#pointer = [event.offsetX * zoom, event.offsetY * zoom];
      this.#look();
    });
    canvas.addEventListener("pointerleave", () => {
      this.#pointer = null;
      this.#find(null);
    });
    canvas.addEventListener("click", () => this.hasAttribute("controls") && this.toggle());
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const player = this.#player;
    const target = /** @type {any} */ (event.composedPath()[0]);
    if (!player || event.ctrlKey || event.altKey || event.metaKey || target.tagName === "SELECT") return;
    if (event.key === " " && target.tagName === "BUTTON") return;
    const [from, to] = player.range;
    const step = STEP * (event.shiftKey ? 10 : 1);
    const moves = /** @type {Record<string, () => void>} */ ({
      " ": () => this.toggle(),
      ArrowLeft: () => this.#step(Math.max(from, player.time - step)),
      ArrowRight: () => this.#step(Math.min(to, player.time + step)),
      Home: () => this.#step(from),
      End: () => this.#step(to),
    });
    if (!(event.key in moves)) return;
    event.preventDefault();
    moves[event.key]();
  }

  /** @param {number} time */
  #step(time) {
    this.pause();
    this.seek(time);
  }

  // MARK: what is under the pointer

  /** Finds the layer under the pointer. One query runs at a time, and the next query uses the latest pointer position. */
  async #look() {
    if (!this.#pointer || this.#isLooking || !this.#player?.info) return;
    this.#isLooking = true;
    const [x, y] = this.#pointer;
    try {
      this.#find(await this.#player.hit(x, y));
    } catch {
      this.#find(null);
    } finally {
      this.#isLooking = false;
    }
    if (this.#pointer && (this.#pointer[0] !== x || this.#pointer[1] !== y)) this.#look();
  }

  /** @param {any} found */
  #find(found) {
    const seen = this.#pointer ? found : null;
    this.#part("found").textContent = seen ? described(seen) : "\u{A0}";
    this.dispatchEvent(detailEvent("hover", seen));
  }

  /** @param {any} problem */
  #say(problem) {
    const message = this.#part("message");
    message.hidden = !problem;
    message.textContent = problem ? problem.message ?? String(problem) : "";
  }

  // MARK: what scripts call

  /** Player of the scene; null until the element has a document. */
  get player() {
    return this.#player;
  }

  get currentTime() {
    return this.#player?.time ?? 0;
  }

  set currentTime(time) {
    this.seek(time);
  }

  get paused() {
    return !this.#player?.playing;
  }

  /**
   * Sets a value of a layer; see `Player.set`.
   * @param {any} layer @param {string} keyPath @param {unknown} value @param {any} [options]
   */
  set(layer, keyPath, value, options) {
    return this.#player?.set(layer, keyPath, value, options);
  }

  /** @param {string} name @param {number} [time] */
  setState(name, time) {
    return this.#player?.setState(name, time);
  }

  play() {
    this.#player?.play();
    this.#update();
  }

  pause() {
    this.#player?.pause();
    this.#update();
  }

  toggle() {
    if (this.#player?.playing) this.pause();
    else this.play();
  }

  /** @param {number} time */
  seek(time) {
    this.#player?.seek(time);
    this.#update();
  }
}

/** @param {any} found */
function described({ name, type, instance, localTime }) {
  const copy = instance?.length ? `copy ${instance.join(", ")}` : "";
  const time = Number.isFinite(localTime) ? `at ${localTime.toFixed(2)} s of its own time` : "";
  return [name || type, copy, time].filter(Boolean).join(" · ");
}
