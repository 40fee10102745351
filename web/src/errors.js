/**
 * Why something could not be done, as a sentence for people. `kind` says what to do about it: "invalid" (a value that is not
 * allowed), "keyPath" (a key path that leads nowhere, or takes another kind of value), "limit" (more than a page may ask for),
 * "timeout", "document" (bytes that are no scene), "stopped" (the engine broke off, and has begun anew), "unsupported" (the
 * browser lacks what the engine needs, or the engine what the scene needs) or "closed".
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

/** Kinds of errors by the numbers that the module's functions return. */
export const KINDS = ["", "invalid", "keyPath", "limit", "timeout", "document", "unsupported"];
