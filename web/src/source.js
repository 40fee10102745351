import { bytesOf, fromBase64, unpacked } from "./documents.js";
import { Engine, compile } from "./engine.js";

/**
 * Returns the function that exports scenes as source code. The WebAssembly module of the function starts with its first call.
 * @param {string} packed the module by gzip, in base64
 */
export function sourceWriter(packed) {
  /** @type {Promise<Engine> | null} */ let engine = null;
  const begun = () => {
    engine ??= unpacked(fromBase64(packed)).then(compile).then(Engine.of);
    engine.catch(() => (engine = null));
    return engine;
  };

  /**
   * Exports a document, in any form that `stretto.open` accepts, as Swift source for UIKit and Core Animation. The source is a
   * function that creates the layers.
   * @param {any} document
   * @returns {Promise<string>}
   */
  return async (document) => {
    const [writer, bytes] = await Promise.all([begun(), bytesOf(document)]);
    writer.lending(bytes, (at, size) => writer.attempt("stretto_swift_source", at, size));
    const text = writer.text();
    writer.tidy();
    return text;
  };
}
