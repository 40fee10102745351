/** Start of an address fragment with a document. The deflated document follows in URL-safe base64. */
const FORM = "#1=";

/** Maximal number of characters in an address, because chats and mails cut longer addresses. */
export const MAX_ADDRESS_LENGTH = 8000;

/** @param {Uint8Array} bytes @param {any} stream @returns {Promise<Uint8Array>} */
export async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream)).arrayBuffer());
}

/** @param {Uint8Array} bytes */
export function base64(bytes) {
  let letters = "";
  for (let k = 0; k < bytes.length; k += 0x8000) letters += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(letters);
}

/** Returns the address fragment that contains a document. @param {Uint8Array} bytes */
export async function addressOf(bytes) {
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return FORM + base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the document in an address, or null for an address without a document. @param {string} address @returns {Promise<Uint8Array | null>} */
export async function documentIn(address) {
  const found = /^#(\d+)=([\w-]+)/.exec(address);
  if (!found) return null;
  if (found[1] !== "1") throw new Error(`This link is of form ${found[1]}; this playground reads form 1.`);
  try {
    const letters = atob(found[2].replaceAll("-", "+").replaceAll("_", "/"));
    return await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  } catch {
    throw new Error("This link is broken: its end may have been cut off.");
  }
}
