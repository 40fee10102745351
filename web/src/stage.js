import { Engine } from "./engine.js";
import { StrettoError } from "./errors.js";
import { Scene } from "./scene.js";

/**
 * Draws the frames of players. A stage opens scenes under numbers and answers asynchronously, because another kind of stage runs
 * in a worker. This stage runs on the calling thread.
 */
export class Stage {
  #engine;
  /** @type {Map<number, Scene>} */ #scenes = new Map();
  #canvas;

  /** @param {Engine} engine */
  constructor(engine) {
    this.#engine = engine;
    this.#canvas = typeof OffscreenCanvas === "function" ? new OffscreenCanvas(1, 1) : null;
  }

  /**
   * Opens a scene and returns the facts that a player needs.
   * @param {number} id @param {Uint8Array} bytes
   * @param {{assets?: Record<string, Uint8Array>, timeout?: number, edits?: any}} options
   */
  open(id, bytes, { edits, ...options }) {
    this.#scenes.get(id)?.close();
    this.#scenes.delete(id);
    const scene = new Scene(this.#engine, bytes, options);
    this.#scenes.set(id, scene);
    for (const edit of edits?.values ?? []) scene.edit(edit);
    for (const [name, time] of edits?.states ?? []) scene.setState(name, time);
    const { size, states, warnings, background } = scene;
    const layers = scene.layers.map(({ name, type, role, parentNumber }) => ({ name, type, role, parent: parentNumber }));
    return { size, states, warnings, background, layers, ...this.#loop(scene) };
  }

  /**
   * Returns the loop report. If the loop report takes too long, the result is null and the scene plays without the report.
   * @param {Scene} scene
   */
  #loop(scene) {
    try {
      const { duration, steadyFrom } = scene.loopReport();
      return { duration, steadyFrom };
    } catch {
      return { duration: null, steadyFrom: 0 };
    }
  }

  /** @param {number} id */
  #scene(id) {
    const scene = this.#scenes.get(id);
    if (!scene) throw new StrettoError("the scene is closed", "closed");
    return scene;
  }

  /**
   * Draws a frame as an ImageBitmap, or as an ImageData if the platform has no OffscreenCanvas.
   * @param {number} id @param {number} time @param {number} scale
   */
  draw(id, time, scale) {
    const frame = this.#scene(id).render(time, { scale });
    const canvas = this.#canvas;
    if (!canvas) return frame;
    if (canvas.width !== frame.width || canvas.height !== frame.height) {
      [canvas.width, canvas.height] = [frame.width, frame.height];
    }
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
    context.putImageData(/** @type {ImageData} */ (frame), 0, 0);
    return canvas.transferToImageBitmap();
  }

  /** @param {number} id @param {any} edit */
  edit(id, edit) {
    this.#scene(id).edit(edit);
  }

  /** @param {number} id @param {string} name @param {number} time */
  setState(id, name, time) {
    this.#scene(id).setState(name, time);
  }

  /**
   * Finds the layer that is painted at a point. The result has the name and the number of the layer, and the local time of the
   * copy.
   * @param {number} id @param {number} x @param {number} y @param {number} time
   */
  hit(id, x, y, time) {
    const found = this.#scene(id).hit(x, y, time);
    if (!found) return null;
    const { layer, ...rest } = found;
    const known = layer ? { number: layer.number, type: layer.type, localTime: layer.localTime(time, rest.instance) } : {};
    return { ...rest, ...known };
  }

  /** @param {number} id */
  close(id) {
    this.#scenes.get(id)?.close();
    this.#scenes.delete(id);
  }

  /** Memory of the engine in bytes. */
  memory() {
    return this.#engine.memorySize;
  }
}

/** Serves a stage to another thread, message by message. @param {any} scope */
export function serveStage(scope) {
  /** @type {Promise<Stage> | null} */ let stage = null;
  scope.onmessage = async ({ data: { call, method, given } }) => {
    try {
      if (method === "begin") {
        stage = Engine.of(given[0]).then((engine) => new Stage(engine));
        await stage;
        return scope.postMessage({ call, result: null });
      }
      const result = /** @type {any} */ (await stage)[method](...given);
      const moved = typeof ImageBitmap === "function" && result instanceof ImageBitmap ? [result] : [];
      scope.postMessage({ call, result }, moved);
    } catch (error) {
      const { message, kind = "stopped" } = /** @type {any} */ (error);
      scope.postMessage({ call, error: { message, kind } });
    }
  };
}

/** Time in seconds after which an unresponsive worker is terminated. */
const TIMEOUT = 15;

/** Stage in a worker, which never blocks the page. A worker that does not answer in time is terminated and replaced. */
export class DistantStage {
  #makeWorker;
  #module;
  /** @type {Worker | null} */ #worker = null;
  #calls = 0;
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void, timer: any}>} */
  #waiting = new Map();
  /** Number of the current worker. Scenes of an earlier worker are lost. */
  generation = 0;

  /** @param {WebAssembly.Module} module @param {() => Worker} makeWorker */
  constructor(module, makeWorker) {
    this.#module = module;
    this.#makeWorker = makeWorker;
  }

  /**
   * Creates a stage in a worker and waits for its first answer. The promise rejects if the page allows no worker.
   * @param {WebAssembly.Module} module @param {() => Worker} makeWorker
   */
  static async begun(module, makeWorker) {
    const stage = new DistantStage(module, makeWorker);
    await stage.#begin();
    return stage;
  }

  #begin() {
    const worker = this.#makeWorker();
    this.#worker = worker;
    this.generation += 1;
    worker.onmessage = ({ data }) => this.#answered(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(`the worker cannot run: ${event.message ?? "it is refused"}`);
    };
    return this.#send("begin", [this.#module]);
  }

  /** @param {string} method @param {any[]} given @returns {Promise<any>} */
  #send(method, given) {
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#end("a scene has taken too long, and was stopped"), 1000 * TIMEOUT);
      this.#waiting.set(call, { resolve, reject, timer });
      /** @type {Worker} */ (this.#worker).postMessage({ call, method, given });
    });
  }

  /** @param {any} data */
  #answered({ call, result, error }) {
    const waiting = this.#waiting.get(call);
    if (!waiting) return;
    this.#waiting.delete(call);
    clearTimeout(waiting.timer);
    if (error) waiting.reject(new StrettoError(error.message, error.kind));
    else waiting.resolve(result);
  }

  /** @param {string} reason */
  #end(reason) {
    this.#worker?.terminate();
    this.#worker = null;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, timer } of waiting) {
      clearTimeout(timer);
      reject(new StrettoError(reason, "stopped"));
    }
  }

  /** @param {string} method @param {...any} given @returns {Promise<any>} */
  async call(method, ...given) {
    if (!this.#worker) await this.#begin();
    return this.#send(method, given);
  }
}

/** Stage on this thread, with the interface of a stage in a worker. */
export class NearStage {
  #stage;
  generation = 1;

  /** @param {Stage} stage */
  constructor(stage) {
    this.#stage = stage;
  }

  /** @param {string} method @param {...any} given @returns {Promise<any>} */
  async call(method, ...given) {
    return /** @type {any} */ (this.#stage)[method](...given);
  }
}
