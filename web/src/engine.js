import { KINDS, StrettoError } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Module with one function that uses a 128-bit vector. A browser that rejects the module has no SIMD. */
const SIMD_PROBE = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
);

/** Memory in bytes up to which an engine without open scenes is reused. An engine with more memory is replaced. */
const KEPT_MEMORY = 64 << 20;

/** Throws if the browser cannot run the engine. */
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
 * Compiles the WebAssembly module of the engine.
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
 * Instance of the WebAssembly module, which all scenes of a thread share. If the instance crashes, for example because memory
 * runs out, the engine creates a new instance, and the scenes open their documents again. A page survives a crash of the engine.
 */
export class Engine {
  /** @type {WebAssembly.Module} */ #module;
  /** @type {any} */ #exports;
  #keptMemory = KEPT_MEMORY;
  /** Number of the current instance. Handles from an earlier instance are invalid. */
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

  /** Replaces the instance. All open scenes and their memory are lost. */
  restart() {
    this.#begin(new WebAssembly.Instance(this.#module, IMPORTS));
  }

  /** Replaces the instance if its memory has grown, after a scene was closed or could not be opened. */
  tidy() {
    if (this.memorySize <= this.#keptMemory) return;
    this.restart();
  }

  /** Raises the memory threshold after scenes have been reopened, because that memory is really needed. */
  settle() {
    this.#keptMemory = Math.max(KEPT_MEMORY, 2 * this.memorySize);
  }

  /**
   * Calls a function of the module. An argument that is not a number is passed as NaN.
   * @param {string} name @param {...number} given
   * @returns {number}
   */
  call(name, ...given) {
    const numbers = given.map(Number);
    try {
      return this.#exports[name](...numbers);
    } catch (error) {
      // After a crash the state of the instance is undefined.
      this.restart();
      throw new StrettoError(
        `the engine broke off (${/** @type {Error} */ (error).message}): out of memory, or a fault of its own`,
        "stopped",
      );
    }
  }

  /**
   * Calls a function that returns a status, and throws an error if the status is not 0.
   * @param {string} name @param {...number} given
   */
  attempt(name, ...given) {
    const status = this.call(name, ...given);
    if (status !== 0) throw this.problem(status);
  }

  /** Error of the last call, for a status. @param {number} status */
  problem(status) {
    return new StrettoError(this.text(), KINDS[status] ?? "invalid");
  }

  /** View of the module's memory, which is valid until the next call. @param {number} at @param {number} size */
  view(at, size) {
    return new Uint8Array(this.#exports.memory.buffer, at, size);
  }

  /** Answer of the last call as bytes, which are valid until the next call. */
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
   * Calls `body` with a copy of the bytes in the module's memory.
   * @template T
   * @param {Uint8Array} bytes @param {(at: number, size: number) => T} body
   * @returns {T}
   */
  withBytes(bytes, body) {
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
   * Calls `body` with texts in the module's memory. A NUL separates the texts.
   * @template T
   * @param {string[]} words @param {(at: number, size: number) => T} body
   * @returns {T}
   */
  withTexts(words, body) {
    return this.withBytes(encoder.encode(words.map((word) => String(word).replaceAll("\0", "\u{FFFD}")).join("\0")), body);
  }
}

const IMPORTS = { stretto: { now: () => performance.now() / 1000 } };
