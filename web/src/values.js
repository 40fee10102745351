import { StrettoError } from "./errors.js";

/** Kinds of values for the module. The file Values.swift has the same numbers. */
const NONE = 0;
const NUMBERS = 1;
const TEXT = 2;

/**
 * Converts a value to the kind number and the text that the WebAssembly module expects.
 * @param {string} keyPath @param {unknown} value
 * @returns {[number, string]}
 */
export function spelled(keyPath, value) {
  if (value === null || value === undefined) return [NONE, ""];
  if (Number.isNaN(value)) throw new StrettoError(`${keyPath}: NaN was given; it is no number`, "invalid");
  if (typeof value === "number" || typeof value === "boolean") return [NUMBERS, String(Number(value))];
  if (typeof value === "string") return [TEXT, value];
  if (typeof DOMMatrixReadOnly === "function" && value instanceof DOMMatrixReadOnly) {
    return [NUMBERS, value.toFloat64Array().join(" ")];
  }
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const numbers = Array.from(/** @type {ArrayLike<number>} */ (/** @type {unknown} */ (value)), Number);
    const wrong = numbers.findIndex(Number.isNaN);
    if (wrong >= 0) throw new StrettoError(`${keyPath}: the item ${wrong} that was given is no number`, "invalid");
    return [NUMBERS, numbers.join(" ")];
  }
  throw new StrettoError(
    `${keyPath}: ${typeof value} was given; a number, a boolean, a text, a list of numbers or null is allowed`,
    "keyPath",
  );
}

/**
 * Converts the indices of a copy for the module: one index for each replicator around the layer, outermost first. "*" stands for
 * every copy.
 * @param {number | string | (number | string)[] | null | undefined} instance
 */
export function spelledInstance(instance) {
  if (instance === null || instance === undefined) return "";
  return (Array.isArray(instance) ? instance : [instance]).join(" ");
}
