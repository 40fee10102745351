import { documentsIn } from "./archive.js";
import { added } from "./around.js";
import { placed } from "./dropped.js";
import { pageOf } from "./page.js";
import { sourceOf } from "./source.js";
import { strip } from "./strip.js";

/** Functions that `playground.later.js` gives to the page. @param {Record<string, any>} more properties that only exported programs need */
export function rare(more) {
  return { added, documentsIn, pageOf, placed, strip, sourceOf: (/** @type {any} */ language, /** @type {any} */ model, /** @type {any} */ table) => sourceOf(language, model, { ...table, ...more }) };
}
