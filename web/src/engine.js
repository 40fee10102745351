import { KINDS, StrettoError } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A module of one function that uses a vector of 128 bits: whoever refuses it has no SIMD. */
const SIMD_PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

/** Memory that one engine keeps without being replaced when scenes have been closed, in bytes. */
const KEPT_MEMORY = 64 << 20;

/** Throws if this browser cannot run the engine. */
function checkSupport() {
  if (typeof WebAssembly !== "object") {
    throw new StrettoError("this browser has no WebAssembly, or the page forbids it", "unsupported");
  }
  if (!WebAssembly.validate(SIMD_PROBE)) {
    throw new StrettoError(
      "this browser's WebAssembly has no SIMD; browsers have had it since 2021 (Safari since 16.4)",
      "unsupported",
    );
  }
}

/**
 * Compiles the module.
 * @param {BufferSource | WebAssembly.Module | Response | URL | string} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source) {
  checkSupport();
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return compiled(source);
  const response = source instanceof Response ? source : await fetched(source);
  if (!response.ok) throw new StrettoError(`${response.url} cannot be fetched: ${response.status}`, "unsupported");
  return compiled(await response.arrayBuffer());
}

/** @param {URL | string} address */
async function fetched(address) {
  try {
    return await fetch(address);
  } catch (error) {
    throw new StrettoError(`the engine cannot be fetched from "${address}": ${error}`, "unsupported");
  }
}

/** @param {BufferSource} bytes */
async function compiled(bytes) {
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new StrettoError(`the engine cannot be compiled here: ${error}`, "unsupported");
  }
}

/**
 * One instance of the module with its memory, shared by all scenes of a thread. Where it breaks off, as it does when memory
 * runs out, it is replaced, and the scenes open their documents again: a page never ends by it.
 */
export class Engine {
  /** @type {WebAssembly.Module} */ #module;
  /** @type {any} */ #exports;
  #keptMemory = KEPT_MEMORY;
  /** Counts the instances: what a scene got from an earlier one is gone. */
  generation = 0;

  /** @param {WebAssembly.Module} module @param {WebAssembly.Instance} instance */
  constructor(module, instance) {
    this.#module = module;
    this.#begin(instance);
  }

  /** @param {WebAssembly.Module} module */
  static async of(module) {
    return new Engine(module, await WebAssembly.instantiate(module, IMPORTS));
  }

  /** @param {WebAssembly.Instance} instance */
  #begin(instance) {
    this.#exports = instance.exports;
    this.#exports._initialize();
    this.generation += 1;
  }

  get memorySize() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** All that is open is gone, and so is the memory. */
  restart() {
    this.#begin(new WebAssembly.Instance(this.#module, IMPORTS));
  }

  /** Gives back memory that has grown, after a scene was closed or could not be opened. */
  tidy() {
    if (this.memorySize <= this.#keptMemory) return;
    this.restart();
  }

  /** Lets memory grow that is really needed, once scenes are open again. */
  settle() {
    this.#keptMemory = Math.max(KEPT_MEMORY, 2 * this.memorySize);
  }

  /**
   * Calls a function of the module. What is no number is given as NaN.
   * @param {string} name @param {...number} given
   * @returns {number}
   */
  call(name, ...given) {
    const numbers = given.map(Number);
    try {
      return this.#exports[name](...numbers);
    } catch (error) {
      // Everything in the instance is in doubt now.
      this.restart();
      throw new StrettoError(
        `the engine broke off (${/** @type {Error} */ (error).message}): out of memory, or a fault of its own`,
        "stopped",
      );
    }
  }

  /** Calls a function that returns a status, and throws its error. @param {string} name @param {...number} given */
  attempt(name, ...given) {
    const status = this.call(name, ...given);
    if (status !== 0) throw this.problem(status);
  }

  /** The error of the last call. @param {number} status */
  problem(status) {
    return new StrettoError(this.text(), KINDS[status] ?? "invalid");
  }

  /** A view on memory, good until the next call. @param {number} at @param {number} size */
  view(at, size) {
    return new Uint8Array(this.#exports.memory.buffer, at, size);
  }

  /** The answer of the last call, as bytes, good until the next. */
  answer() {
    return this.view(this.call("stretto_answer"), this.call("stretto_answer_size"));
  }

  text() {
    return decoder.decode(this.answer());
  }

  json() {
    return JSON.parse(this.text());
  }

  /**
   * Calls a body with bytes in the module's memory.
   * @template T
   * @param {Uint8Array} bytes @param {(at: number, size: number) => T} body
   * @returns {T}
   */
  lending(bytes, body) {
    const { generation } = this;
    const at = this.call("stretto_allocate", bytes.length);
    this.view(at, bytes.length).set(bytes);
    try {
      return body(at, bytes.length);
    } finally {
      if (generation === this.generation) this.call("stretto_deallocate", at);
    }
  }

  /**
   * Calls a body with words in the module's memory, a byte 0 between them.
   * @template T
   * @param {string[]} words @param {(at: number, size: number) => T} body
   * @returns {T}
   */
  saying(words, body) {
    return this.lending(encoder.encode(words.map((word) => String(word).replaceAll("\0", "\u{FFFD}")).join("\0")), body);
  }
}

const IMPORTS = { stretto: { now: () => performance.now() / 1000 } };
