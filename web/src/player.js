import { StrettoError, checkNumber } from "./errors.js";
import { detailEvent } from "./events.js";
import { spelled, spelledInstance } from "./values.js";

/** Default length in seconds of playing a scene that never repeats or never moves. */
const USUAL_LENGTH = 10;
/** Limits of the number of pixels of a frame and of its longer side. More pixels would not be visible. */
const MAX_PIXELS = 1 << 24;
const MAX_SIDE = 8192;

let lastNumber = 0;

/**
 * Plays a document on a canvas. The stage draws one frame at a time and does not block the page. Late frames are skipped.
 *
 * The player sends the events "load" when the scene has been opened, "play", "pause", "ended", "timeupdate" for every frame that
 * is shown, and "error".
 */
export class Player extends EventTarget {
  #stage;
  #document;
  #id = ++lastNumber;
  /** @type {any} */ #canvas = null;
  /** @type {any} */ #context = null;
  /** Size, loop, states and layers of the scene. @type {any} */ info = null;
  #generation = 0;
  #edits = { values: new Map(), states: /** @type {any[]} */ ([]) };
  #time;
  #scale = 1;
  /** Scene time and page time at the last start or jump of the clock. */
  #anchor = { time: 0, wall: 0 };
  #isPlaying = false;
  #isDrawing = false;
  #isStale = true;
  #isSuspended = false;
  #isClosed = false;
  #request = 0;
  #speed;
  #loop;
  #from;
  #to;

  /**
   * Creates a player that draws the frames of a document with a stage.
   * @param {any} stage
   * @param {{bytes: Uint8Array, assets?: Record<string, Uint8Array>}} document
   * @param {{speed?: number, loop?: boolean, from?: number, to?: number | null, time?: number, timeout?: number}} [options]
   */
  constructor(stage, document, { speed = 1, loop = true, from = 0, to = null, time = from, timeout = 2 } = {}) {
    super();
    for (const [name, value] of Object.entries({ speed, from, time, timeout })) checkNumber(name, value);
    if (to !== null) checkNumber("to", to);
    this.#stage = stage;
    this.#document = document;
    [this.#speed, this.#loop, this.#from, this.#to, this.#time] = [speed, loop, from, to, time];
    /** Time in seconds after which drawing a frame fails. */
    this.timeout = timeout;
    /** Promise that resolves when the scene has been opened. */
    this.ready = this.#open();
    this.ready.catch(() => {});
  }

  async #open() {
    const { bytes, assets } = this.#document;
    const edits = { values: [...this.#edits.values.values()], states: this.#edits.states };
    try {
      this.info = await this.#stage.call("open", this.#id, bytes, { assets, timeout: this.timeout, edits });
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    this.#generation = this.#stage.generation;
    this.dispatchEvent(new Event("load"));
    this.#refresh();
    return this.info;
  }

  /** Replaces the document and keeps the time that is shown. @param {{bytes: Uint8Array, assets?: any}} document */
  replace(document) {
    if (!(document?.bytes instanceof Uint8Array)) throw new StrettoError("replace takes { bytes }, a Uint8Array", "invalid");
    this.#document = document;
    this.#edits = { values: new Map(), states: [] };
    this.ready = this.#open();
    this.ready.catch(() => {});
    return this.ready;
  }

  /** @param {unknown} error */
  #fail(error) {
    this.pause();
    this.dispatchEvent(detailEvent("error", error));
  }

  // MARK: time

  /** First and last scene time of playing, in seconds. */
  get range() {
    const { duration = 0, steadyFrom = 0 } = this.info ?? {};
    // A periodic scene plays one loop from the time at which the scene becomes periodic. A scene that ends plays until the scene
    // is static.
    const natural = duration === null || (duration === 0 && steadyFrom <= 0)
      ? this.#from + USUAL_LENGTH : Math.max(0, steadyFrom) + duration;
    const end = this.#to ?? natural;
    return [this.#from, Math.max(end, this.#from + 1e-3)];
  }

  /**
   * Scene time at which playing continues after the end. If a scene becomes periodic only after some time, playing continues at
   * the time at which the scene becomes periodic.
   */
  get #loopStart() {
    const [from] = this.range;
    return this.#to === null && this.info?.duration > 0 ? Math.max(from, this.info.steadyFrom) : from;
  }

  get time() {
    return this.#time;
  }

  set time(time) {
    this.seek(time);
  }

  /** Jumps to a scene time. Playing continues if the player is playing. @param {number} time */
  seek(time) {
    checkNumber("time", time);
    this.#setClock(time);
    this.#refresh();
  }

  /** @param {number} time */
  #setClock(time) {
    this.#time = time;
    this.#anchor = { time, wall: performance.now() };
  }

  get speed() {
    return this.#speed;
  }

  set speed(speed) {
    checkNumber("speed", speed);
    this.#setClock(this.#time);
    this.#speed = speed;
  }

  get loop() {
    return this.#loop;
  }

  set loop(loop) {
    this.#loop = loop;
  }

  /** @param {number} from @param {number | null} to */
  setRange(from, to) {
    checkNumber("from", from);
    if (to !== null) checkNumber("to", to);
    [this.#from, this.#to] = [from, to];
  }

  get playing() {
    return this.#isPlaying;
  }

  play() {
    if (this.#isPlaying || this.#isClosed) return;
    if (typeof requestAnimationFrame !== "function") {
      throw new StrettoError("scenes play in pages; here frames are drawn by render", "unsupported");
    }
    const [from, to] = this.range;
    const isOver = this.#speed >= 0 ? this.#time >= to : this.#time <= from;
    this.#setClock(isOver ? (this.#speed >= 0 ? from : to) : this.#time);
    this.#isPlaying = true;
    this.dispatchEvent(new Event("play"));
    this.#tick();
  }

  pause() {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    cancelAnimationFrame(this.#request);
    this.dispatchEvent(new Event("pause"));
  }

  /** True while the canvas is not visible. The clock is then paused and no frame is drawn. */
  get suspended() {
    return this.#isSuspended;
  }

  set suspended(isSuspended) {
    if (isSuspended === this.#isSuspended) return;
    this.#isSuspended = isSuspended;
    if (isSuspended) return cancelAnimationFrame(this.#request);
    this.#setClock(this.#time);
    if (this.#isPlaying) this.#tick();
    else if (this.#isStale) this.#draw();
  }

  #tick() {
    if (!this.#isPlaying || this.#isSuspended) return;
    this.#request = requestAnimationFrame(() => this.#tick());
    if (!this.info || this.#isDrawing) return;
    const seconds = (performance.now() - this.#anchor.wall) / 1000;
    this.#move(this.#anchor.time + seconds * this.#speed);
    this.#draw();
  }

  /** @param {number} time */
  #move(time) {
    const [from, to] = this.range;
    if (time >= from && time <= to) {
      this.#time = time;
    } else if (this.#loop) {
      const start = this.#loopStart;
      const length = to - start;
      this.#setClock(time > to ? start + (time - to) % length : time < from ? to - (from - time) % length : time);
    } else {
      this.#setClock(time > to ? to : from);
      this.pause();
      this.dispatchEvent(new Event("ended"));
    }
  }

  // MARK: pictures

  /** Sets the canvas and the resolution in pixels per point. @param {any} canvas @param {number} [scale] */
  show(canvas, scale = this.#scale) {
    if (typeof canvas?.getContext !== "function") throw new StrettoError("a player shows its frames on a canvas", "invalid");
    if (canvas !== this.#canvas) {
      this.#canvas = canvas;
      this.#context = canvas.getContext("bitmaprenderer") ?? canvas.getContext("2d");
    }
    this.scale = scale;
    this.#refresh();
  }

  get scale() {
    return this.#scale;
  }

  set scale(scale) {
    if (!(scale > 0 && scale < Infinity)) {
      throw new StrettoError(`scale: ${scale} was given; a finite number above 0 is needed`, "invalid");
    }
    if (this.#scale === scale) return;
    this.#scale = scale;
    this.#refresh();
  }

  /** Resolution in pixels per point: the requested resolution, reduced to the limits of a frame. */
  get #usedScale() {
    const { width, height } = this.info.size;
    const maxScale = Math.min(MAX_SIDE / Math.max(width, height), Math.sqrt(MAX_PIXELS / (width * height)));
    return Math.min(this.#scale, maxScale);
  }

  #refresh() {
    this.#isStale = true;
    if (!this.#isDrawing && this.info && this.#canvas && !this.#isSuspended) this.#draw();
  }

  async #draw() {
    if (this.#isDrawing || !this.#canvas || !this.info) return;
    this.#isDrawing = true;
    this.#isStale = false;
    const time = this.#time;
    try {
      if (this.#generation !== this.#stage.generation) await this.#open();
      const frame = await this.#stage.call("draw", this.#id, time, this.#usedScale);
      if (this.#isClosed) return;
      this.#put(frame);
      this.dispatchEvent(detailEvent("timeupdate", { time }));
    } catch (error) {
      if (!this.#isClosed) this.#fail(error);
    } finally {
      this.#isDrawing = false;
    }
    if (this.#isStale && !this.#isPlaying && !this.#isClosed) this.#draw();
  }

  /** @param {ImageBitmap | ImageData} frame */
  #put(frame) {
    const [canvas, context] = [this.#canvas, this.#context];
    if (canvas.width !== frame.width || canvas.height !== frame.height) {
      [canvas.width, canvas.height] = [frame.width, frame.height];
    }
    if (context.transferFromImageBitmap) return context.transferFromImageBitmap(frame);
    if (frame instanceof ImageData) return context.putImageData(frame, 0, 0);
    context.globalCompositeOperation = "copy";
    context.drawImage(frame, 0, 0);
    frame.close();
  }

  // MARK: changes and questions

  /** Applies a change in the form of `Scene.edit`. @param {any[]} edit */
  async edit(edit) {
    this.#edits.values.set(edit.slice(0, 3).join("\0"), edit);
    await this.ready;
    await this.#stage.call("edit", this.#id, edit);
    this.#refresh();
  }

  /**
   * Sets a value of a layer, which is given by its name or its number, as `Layer.set` does.
   * @param {string | number} layer @param {string} keyPath @param {unknown} value @param {{instance?: any}} [options]
   */
  async set(layer, keyPath, value, { instance } = {}) {
    await this.ready;
    const { layers } = this.info;
    const number = typeof layer === "number" ? layer : layers.findIndex((/** @type {any} */ { name }) => name === layer);
    if (!layers[number]) throw new StrettoError(`there is no layer ${JSON.stringify(layer)}`, "invalid");
    return this.edit([number, keyPath, spelledInstance(instance), ...spelled(keyPath, value)]);
  }

  /** @param {string} name @param {number} [time] */
  async setState(name, time = this.#time) {
    this.#edits.states.push([name, time]);
    await this.ready;
    await this.#stage.call("setState", this.#id, name, time);
    this.#refresh();
  }

  /**
   * Finds the layer that is painted at a point at the current time, with the local time of the copy; see `Scene.hit`.
   * @param {number} x @param {number} y
   */
  async hit(x, y) {
    await this.ready;
    return this.#stage.call("hit", this.#id, x, y, this.#time);
  }

  close() {
    if (this.#isClosed) return;
    this.pause();
    this.#isClosed = true;
    this.#stage.call("close", this.#id).catch(() => {});
  }
}
