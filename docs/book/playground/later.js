import { make } from "./elements.js";

/** Loads and runs a script in the folder of the page's own script. @param {string} name */
async function run(name) {
  const own = /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="playground.js"]'));
  const address = own.src.replace("playground.js", name);
  await new Promise((done, failed) => document.head.append(make("script", { src: address, onload: done, onerror: failed })));
}

/** Loads the script for rare tasks on the first use: writing source code, reading archives and pictures, writing pages. */
export async function later() {
  if (!globalThis.playgroundLater) await run("playground.later.js");
  return globalThis.playgroundLater;
}

/** Exports a document as Swift with a module that is loaded on demand. @param {Uint8Array} document */
export async function inSwift(document) {
  if (!globalThis.strettoSource) await run("stretto.source.js");
  return globalThis.strettoSource.swift(document);
}

/** Exports a document as a vector animation with a module that is loaded on demand. @param {Uint8Array} document @param {"svg" | "lottie"} format @param {number} [duration] */
export async function inVectors(document, format, duration) {
  if (!globalThis.strettoVectors) await run("stretto.vectors.js");
  return globalThis.strettoVectors[format](document, duration);
}
