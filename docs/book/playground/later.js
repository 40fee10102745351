import { make } from "./elements.js";

/** Runs a script that lies beside the page's own. @param {string} name */
async function run(name) {
  const own = /** @type {HTMLScriptElement} */ (document.querySelector('script[src*="playground.js"]'));
  const address = own.src.replace("playground.js", name);
  await new Promise((done, failed) => document.head.append(make("script", { src: address, onload: done, onerror: failed })));
}

/** Loads the script for rare work when it is first needed: writing source, reading archives and pictures. */
export async function later() {
  if (!globalThis.playgroundLater) await run("playground.later.js");
  return globalThis.playgroundLater;
}

/** Exports a document as Swift with a module that is loaded on demand. @param {Uint8Array} document */
export async function inSwift(document) {
  if (!globalThis.strettoSource) await run("stretto.source.js");
  return globalThis.strettoSource.swift(document);
}

/** Exports a document as a vector animation, likewise. @param {Uint8Array} document @param {"svg" | "lottie"} format @param {number} [duration] */
export async function inVectors(document, format, duration) {
  if (!globalThis.strettoVectors) await run("stretto.vectors.js");
  return globalThis.strettoVectors[format](document, duration);
}
