import { bytesOf, fromBase64, unpacked } from "./documents.js";
import { Engine, compile } from "./engine.js";

/**
 * Gives the function that writes scenes as source. Its module begins when it is first called.
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
   * Writes a document, as `stretto.open` takes it, as Swift for UIKit and Core Animation: a function that makes its layers.
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
