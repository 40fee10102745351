import { bytesOf, fromBase64, unpacked } from "./documents.js";
import { Engine, compile } from "./engine.js";

/**
 * Returns a function that exports a document with a function of a WebAssembly module. The WebAssembly module starts with the
 * first call.
 * @param {string} packed the module by gzip, in base64
 */
function exporter(packed) {
  /** @type {Promise<Engine> | null} */ let engine = null;
  const begun = () => {
    engine ??= unpacked(fromBase64(packed)).then(compile).then(Engine.of);
    engine.catch(() => (engine = null));
    return engine;
  };

  /** @param {any} document @param {string} name @param {...number} given */
  return async (document, name, ...given) => {
    const [module, bytes] = await Promise.all([begun(), bytesOf(document)]);
    module.withBytes(bytes, (at, size) => module.attempt(name, at, size, ...given));
    const text = module.text();
    module.tidy();
    return text;
  };
}

/** Returns the functions that export scenes as source code. @param {string} packed */
export function sourceWriter(packed) {
  const write = exporter(packed);
  return {
    /**
     * Exports a document, in any form that `stretto.open` accepts, as Swift source for UIKit and Core Animation. The source is
     * a function that creates the layers.
     * @param {any} document
     * @returns {Promise<string>}
     */
    swift: (document) => write(document, "stretto_swift_source"),
  };
}

/** Returns the functions that export scenes as vector animations. @param {string} packed */
export function vectorWriter(packed) {
  const write = exporter(packed);
  return {
    /**
     * Exports a document, in any form that `stretto.open` accepts, as animated SVG.
     * @param {any} document
     * @param {number} [duration] seconds of the animation; by default the duration of the scene's loop
     * @returns {Promise<string>}
     */
    svg: (document, duration = NaN) => write(document, "stretto_vector_file", 0, duration),
    /**
     * Exports a document as Lottie. The function has the parameters of `svg`.
     * @param {any} document
     * @param {number} [duration]
     * @returns {Promise<string>}
     */
    lottie: (document, duration = NaN) => write(document, "stretto_vector_file", 1, duration),
  };
}
