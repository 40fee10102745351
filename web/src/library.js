import { bytesOf } from "./documents.js";
import { Engine, compile } from "./engine.js";
import { StrettoError, checkNumber } from "./errors.js";
import { Player } from "./player.js";
import { Scene } from "./scene.js";
import { DistantStage, NearStage, Stage } from "./stage.js";

/** Location of the WebAssembly module, and the source of the library for workers, as the page has set them. */
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
 * Sets the source of the engine before the first scene is opened: bytes, a WebAssembly.Module, a URL or a Response. By default
 * the library loads `stretto.wasm` from the folder of the script.
 * @param {any} source
 */
export function use(source) {
  host.module = () => source;
  module = engine = stage = null;
}

function sharedModule() {
  module ??= Promise.resolve().then(host.module).then(compile);
  // A failed load is not cached, so that the next call tries again.
  module.catch(() => (module = null));
  return module;
}

function sharedEngine() {
  engine ??= sharedModule().then((found) => Engine.of(found));
  engine.catch(() => (engine = null));
  return engine;
}

/** Stage of the page, which is in a worker if the page allows workers. */
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
      // The content security policy of a page may forbid workers.
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

/** Scene of a page, which can play on a canvas. */
class PageScene extends Scene {
  /** @type {Player | null} */ #player = null;

  /** Player of the scene; null until `play` is called. */
  get player() {
    return this.#player;
  }

  /**
   * Plays the scene on a canvas. Drawing does not block the page if workers are available. The option `scale` is in pixels per
   * point, by default the resolution of the screen. Returns the player.
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
 * Opens a scene from bytes, a Blob, a Response, the text of a document, or a URL. The option `assets` contains the files next to
 * the document (PNG images and fonts) by path. The option `timeout` is the time in seconds after which drawing or a query fails.
 * @param {any} source
 * @param {{assets?: Record<string, Uint8Array>, timeout?: number}} [options]
 */
export async function open(source, options) {
  const [found, bytes] = await Promise.all([sharedEngine(), bytesOf(source)]);
  return new PageScene(found, bytes, options);
}

/**
 * Creates a player for a document. The page's own thread does not open the document.
 * @param {any} source @param {any} [options]
 */
export async function player(source, { assets, ...options } = {}) {
  return new Player(sharedStage(), { bytes: await bytesOf(source), assets }, options);
}

/** Memory of this thread's engine in bytes. */
export async function memorySize() {
  return (await sharedEngine()).memorySize;
}
