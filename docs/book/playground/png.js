import { through } from "./address.js";

/** Compresses the pixels of a PNG, because the engine for pages writes PNGs without compression. @param {Uint8Array} bytes */
export async function repacked(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const chunks = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    chunks.push({ type: String.fromCharCode(...bytes.subarray(at + 4, at + 8)), data: bytes.subarray(at + 8, at + 8 + view.getUint32(at)) });
  }
  const isPixels = (/** @type {{type: string}} */ { type }) => type === "IDAT";
  const pixels = joined(chunks.filter(isPixels).map(({ data }) => data));
  const packed = await through(await through(pixels, new DecompressionStream("deflate")), new CompressionStream("deflate"));
  if (packed.length >= pixels.length) return bytes;
  const first = chunks.findIndex(isPixels);
  const remaining = chunks.map((chunk, k) => (k === first ? { ...chunk, data: packed } : chunk)).filter((chunk, k) => k === first || !isPixels(chunk));
  return joined([bytes.subarray(0, 8), ...remaining.map(written)]);
}

/** @param {{type: string, data: Uint8Array}} chunk */
function written({ type, data }) {
  const made = new Uint8Array(data.length + 12);
  const view = new DataView(made.buffer);
  view.setUint32(0, data.length);
  made.set([...type].map((letter) => letter.charCodeAt(0)), 4);
  made.set(data, 8);
  view.setUint32(data.length + 8, checksum(made.subarray(4, data.length + 8)));
  return made;
}

/** Returns the CRC-32 checksum of PNG chunks. @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
