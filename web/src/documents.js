import { StrettoError } from "./errors.js";

/** Largest size of an unpacked document, in bytes. */
const MAX_BYTES = 1 << 26;

function tooLarge() {
  return new StrettoError(`a document may have ${MAX_BYTES} bytes, unpacked`, "limit");
}

/**
 * Reads a document from bytes, a Blob, a Response, the text of a document, or a URL. A document that is compressed with gzip is
 * unpacked.
 * @param {any} source
 * @returns {Promise<Uint8Array>}
 */
export async function bytesOf(source) {
  const bytes = await read(source);
  if (bytes.length > MAX_BYTES) throw tooLarge();
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return unpacked(bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    throw new StrettoError("this is a zip archive; unpack it, and open its document", "document");
  }
  return bytes;
}

/** @param {any} source @returns {Promise<Uint8Array>} */
async function read(source) {
  if (source instanceof Uint8Array) return source;
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (typeof source === "string" && source.trimStart().startsWith("<")) return new TextEncoder().encode(source);
  if (source instanceof URL || typeof source === "string") {
    const response = await fetch(source).catch((error) => {
      throw new StrettoError(`"${source}" cannot be fetched: ${error.message}`, "document");
    });
    if (!response.ok) throw new StrettoError(`${source} cannot be fetched: ${response.status}`, "document");
    return new Uint8Array(await response.arrayBuffer());
  }
  if (typeof source?.arrayBuffer === "function") return new Uint8Array(await source.arrayBuffer());
  throw new StrettoError("open takes bytes, a Blob, a Response, the text of a document or its address", "invalid");
}

/** @param {Uint8Array} bytes what gzip has packed */
export async function unpacked(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  /** @type {Uint8Array[]} */ const parts = [];
  let size = 0;
  try {
    for (const reader = stream.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      size += value.length;
      if (size > MAX_BYTES) await reader.cancel();
    }
  } catch (error) {
    throw new StrettoError(`what gzip has packed cannot be unpacked: ${/** @type {Error} */ (error).message}`, "document");
  }
  if (size > MAX_BYTES) throw tooLarge();
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** @param {string} text in base64, with any white space */
export function fromBase64(text) {
  const letters = atob(text.replace(/\s+/g, ""));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/**
 * Returns the document in a script inside an element: the text of the script, or its compressed bytes if the script has the type
 * "application/gzip".
 * @param {Element} element
 */
export function documentInside(element) {
  const script = element.querySelector('script[type="application/gzip"], script[type="application/caml+xml"]');
  if (!script) return null;
  const text = script.textContent ?? "";
  return script.getAttribute("type") === "application/gzip" ? fromBase64(text) : text;
}

/**
 * Calls `body` when the children of an element are complete: at once, or when the page has been parsed. The parser connects an
 * element to the page before it parses the script inside the element.
 * @param {Element} element @param {() => void} body
 */
export function whenParsed(element, body) {
  const hasDocument = element.hasAttribute("src") || documentInside(element) !== null;
  if (document.readyState !== "loading" || hasDocument) queueMicrotask(body);
  else document.addEventListener("DOMContentLoaded", body, { once: true });
}
