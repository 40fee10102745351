import { through } from "./address.js";
import { MAX_FILE_BYTES } from "./files.js";

/** File contents by path. @typedef {Map<string, Uint8Array>} Files */

/** Document with the other files of its folder. @typedef {{name: string, bytes: Uint8Array, assets: Record<string, Uint8Array>}} Found */

/**
 * Returns the documents in dropped or chosen files: `.caml`, `.ca` (a folder or a zip archive), `.tendies`.
 * @param {Files} files @returns {Promise<Found[]>}
 */
export async function documentsIn(files) {
  const all = new Map();
  for (const [name, bytes] of files) {
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) for (const [inner, data] of await unzipped(bytes)) all.set(inner, data);
    else if (bytes[0] === 0x1f && bytes[1] === 0x8b) all.set(name, await through(bytes, new DecompressionStream("gzip")));
    else all.set(name, bytes);
  }
  const found = [...all.keys()].filter((name) => /\.(caml|xml)$/i.test(name) && !/(^|\/)(index|assetManifest)\./i.test(name));
  if (!found.length) throw new Error("There is no scene in this: a .caml, a .ca or a .tendies is wanted.");
  return found.sort().map((name) => ({ name, bytes: all.get(name), assets: filesNextTo(all, name) }));
}

/** Returns the files in the folder of a document, by path relative to the folder. @param {Files} all @param {string} name */
function filesNextTo(all, name) {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const inside = [...all].filter(([other]) => other.startsWith(folder) && other !== name);
  return Object.fromEntries(inside.map(([other, bytes]) => [other.slice(folder.length), bytes]));
}

/** Returns the files in a zip archive. @param {Uint8Array} bytes @returns {Promise<Files>} */
async function unzipped(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("This zip archive is broken: it has no list of its files.");
  const files = new Map();
  let [at, total] = [view.getUint32(end + 16, true), 0];
  for (let count = view.getUint16(end + 10, true); count > 0; count -= 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new Error("This zip archive is broken.");
    const [method, packed, size] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameSize, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
    const header = view.getUint32(at + 42, true);
    at += 46 + nameSize + extra + comment;
    if (name.endsWith("/") || name.startsWith("__MACOSX")) continue;
    if ((total += size) > MAX_FILE_BYTES) throw new Error("This archive holds more than 16 MB.");
    if (header + 30 > bytes.length) throw new Error("This zip archive is broken.");
    const begin = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    files.set(name, await unpacked(bytes.subarray(begin, begin + packed), method, name));
  }
  return files;
}

/** @param {Uint8Array} bytes @param {number} method @param {string} name */
async function unpacked(bytes, method, name) {
  if (method === 0) return bytes;
  if (method !== 8) throw new Error(`${name} is packed in a way that is not read here.`);
  return through(bytes, new DecompressionStream("deflate-raw"));
}
