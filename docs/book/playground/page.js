import { base64, through } from "./address.js";

/** Returns the HTML of a page that plays a document and contains the engine. @param {Uint8Array} document */
export async function pageOf(document) {
  const packed = base64(await through(document, new CompressionStream("gzip")));
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scene</title><meta name="viewport" content="width=device-width">`
    + `<stretto-scene controls autoplay><script type="application/gzip">${packed}</scr` + `ipt></stretto-scene>`
    + `<script>${globalThis.stretto.script()}</scr` + "ipt></html>";
}
