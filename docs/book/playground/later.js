import { make } from "./elements.js";

/** What the page does now and then, by a script that is loaded when it is wanted: writing source, reading archives and pictures. */
export async function later() {
  if (!globalThis.playgroundLater) {
    const own = /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="playground.js"]'));
    const address = own.src.replace("playground.js", "playground.later.js");
    await new Promise((done, failed) => document.head.append(make("script", { src: address, onload: done, onerror: failed })));
  }
  return globalThis.playgroundLater;
}
