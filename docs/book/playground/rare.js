import { documentsIn } from "./archive.js";
import { added } from "./composites.js";
import { placed } from "./dropped.js";
import { Exports } from "./exports.js";

/** Functions that `playground.later.js` gives to the page. @param {Record<string, any>} more properties that only exported programs need */
export function rare(more) {
  return { added, documentsIn, placed, exports: (/** @type {any} */ model, /** @type {any} */ showMessage, /** @type {any} */ table) => new Exports(model, showMessage, { ...table, ...more }) };
}
