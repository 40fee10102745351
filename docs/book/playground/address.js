/** The form of the address: "#1=" and the document, deflated, in the letters that addresses may have. */
const FORM = "#1=";

/** Letters of an address beyond which chats and mails cut it. */
export const LONGEST_ADDRESS = 8000;

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

/** The part of an address that is a document. @param {Uint8Array} bytes */
export async function addressOf(bytes) {
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return FORM + base64(packed).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The document of an address; null if it has none. @param {string} address @returns {Promise<Uint8Array | null>} */
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
