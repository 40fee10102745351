import { bytesOf } from "./documents.js";
import { Engine, compile } from "./engine.js";
import { StrettoError, checkNumber } from "./errors.js";
import { Player } from "./player.js";
import { Scene } from "./scene.js";
import { DistantStage, NearStage, Stage } from "./stage.js";

/** Given by the page: where the module is, and the library's own text for a worker. */
/** @type {{module: () => any, text: string | null}} */
const host = { module: () => null, text: null };

/** @param {() => any} module @param {string | null} text */
export function setHost(module, text) {
  [host.module, host.text] = [module, text];
}

/** @type {Promise<WebAssembly.Module> | null} */ let module = null;
/** @type {Promise<Engine> | null} */ let engine = null;
/** @type {SharedStage | null} */ let stage = null;

/**
 * Says where the engine comes from, before anything is opened: bytes, a WebAssembly.Module, an address or a Response.
 * Without it `stretto.wasm` is taken from beside the script.
 * @param {any} source
 */
export function use(source) {
  host.module = () => source;
  module = engine = stage = null;
}

function sharedModule() {
  module ??= Promise.resolve().then(host.module).then(compile);
  // A failed load is forgotten, so that the next call tries again.
  module.catch(() => (module = null));
  return module;
}

function sharedEngine() {
  engine ??= sharedModule().then((found) => Engine.of(found));
  engine.catch(() => (engine = null));
  return engine;
}

/** The stage of this page: in a worker if there may be one. */
class SharedStage {
  /** @type {DistantStage | NearStage | null} */ #chosen = null;
  #choice;

  constructor() {
    this.#choice = this.#choose();
    this.#choice.catch(() => {});
  }

  get generation() {
    return this.#chosen?.generation ?? 0;
  }

  async #choose() {
    this.#chosen = (await this.#distant()) ?? new NearStage(new Stage(await sharedEngine()));
    return this.#chosen;
  }

  async #distant() {
    const found = await sharedModule();
    if (!host.text || typeof Worker !== "function" || typeof OffscreenCanvas !== "function") return null;
    const address = URL.createObjectURL(new Blob([host.text], { type: "text/javascript" }));
    try {
      return await DistantStage.begun(found, () => new Worker(address, { name: "stretto" }));
    } catch {
      // A page may forbid workers.
      return null;
    }
  }

  /** @param {string} method @param {...any} given */
  async call(method, ...given) {
    return (await this.#choice).call(method, ...given);
  }
}

export function sharedStage() {
  stage ??= new SharedStage();
  return stage;
}

/** A scene of a page, which can play on a canvas. */
class PageScene extends Scene {
  /** @type {Player | null} */ #player = null;

  /** The player, once it has played. */
  get player() {
    return this.#player;
  }

  /**
   * Plays on a canvas, drawn beside the page's own work. `scale` is pixels a point; by default the canvas is as sharp as the
   * screen. Returns the player.
   * @param {any} canvas
   * @param {{speed?: number, loop?: boolean, from?: number, to?: number | null, scale?: number}} [options]
   */
  play(canvas, { scale, ...options } = {}) {
    if (this.closed) throw new StrettoError("the scene is closed", "closed");
    if (!this.#player) {
      this.#player = new Player(sharedStage(), { ...this.source }, { timeout: this.timeout || 2, ...options });
      const { values, states } = this.edits;
      for (const edit of values) this.#player.edit(edit).catch(() => {});
      for (const [name, time] of states) this.#player.setState(name, time).catch(() => {});
      this.addEventListener("edit", (event) => this.#forward(/** @type {CustomEvent} */ (event).detail));
    } else {
      const player = this.#player;
      if (options.speed !== undefined) player.speed = options.speed;
      if (options.loop !== undefined) player.loop = options.loop;
      if (options.from !== undefined || options.to !== undefined) player.setRange(options.from ?? 0, options.to ?? null);
    }
    if (canvas) this.#player.show(canvas, scale ?? sharpScale(canvas, this.size.width));
    this.#player.play();
    return this.#player;
  }

  /** @param {any} detail */
  #forward({ edit, state }) {
    const done = edit ? this.#player?.edit(edit) : this.#player?.setState(state[0], state[1]);
    done?.catch(() => {});
  }

  pause() {
    this.#player?.pause();
  }

  /** @param {number} time */
  seek(time) {
    checkNumber("time", time);
    this.#player?.seek(time);
  }

  get time() {
    return this.#player?.time ?? 0;
  }

  close() {
    this.#player?.close();
    this.#player = null;
    super.close();
  }
}

/** @param {any} canvas @param {number} width */
function sharpScale(canvas, width) {
  const shown = canvas.clientWidth || width;
  return (shown / width) * (globalThis.devicePixelRatio || 1);
}

/**
 * Opens a scene: from bytes, a Blob, a Response, the text of a document, or an address. `assets` are files beside the document
 * (PNGs and fonts) by their paths, `timeout` is seconds after which a frame or an answer is given up.
 * @param {any} source
 * @param {{assets?: Record<string, Uint8Array>, timeout?: number}} [options]
 */
export async function open(source, options) {
  const [found, bytes] = await Promise.all([sharedEngine(), bytesOf(source)]);
  return new PageScene(found, bytes, options);
}

/** A player for a document, without a scene on the page's own thread. @param {any} source @param {any} [options] */
export async function player(source, { assets, ...options } = {}) {
  return new Player(sharedStage(), { bytes: await bytesOf(source), assets }, options);
}

/** Bytes of memory that the engine of this thread holds. */
export async function memorySize() {
  return (await sharedEngine()).memorySize;
}
