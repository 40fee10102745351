/**
 * Error of the engine or of a call, with a message for people.
 *
 * The property `kind` classifies the error: "invalid" (a value is not allowed), "keyPath" (a key path is unknown, or its property
 * takes another kind of value), "limit" (a page asks for more than the engine allows), "timeout", "document" (bytes cannot be
 * opened as a scene), "stopped" (the engine crashed and was replaced), "unsupported" (the browser lacks a feature that the engine
 * needs, or the engine lacks a feature of the scene) or "closed".
 */
export class StrettoError extends Error {
  /** @param {string} message @param {string} kind */
  constructor(message, kind) {
    super(message);
    this.name = "StrettoError";
    this.kind = kind;
  }
}

/** @param {string} name @param {unknown} value what must be a finite number */
export function checkNumber(name, value) {
  if (!Number.isFinite(value)) throw new StrettoError(`${name}: ${value} was given; a finite number is needed`, "invalid");
}

/** Kinds of errors, indexed by the status that the module's functions return. */
export const KINDS = ["", "invalid", "keyPath", "limit", "timeout", "document", "unsupported"];
