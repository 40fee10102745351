import { base64 } from "./address.js";
import { make } from "./elements.js";
import { childOrNew, node, pictureIn } from "./markup.js";

/** Maximal width and height of a dropped picture in pixels, and the largest part of the scene that the picture covers. */
const MAX_SIDE = 1024;
const COVERED = 0.8;

/**
 * Adds pictures as contents of new layers in the middle of the scene. A moving picture contributes its first frame.
 * @param {import("./model.js").Model} model @param {Map<string, Uint8Array>} files
 */
export async function placed(model, files) {
  for (const [path, bytes] of files) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const { data, width, height } = await decoded(bytes, name);
    const { size } = model.scene;
    const scale = Math.min(1, COVERED * size.width / width, COVERED * size.height / height);
    await model.edit((document) => {
      const source = pictureIn(document, name, base64(data));
      const layer = node(document, "CALayer", { name, bounds: `0 0 ${width * scale} ${height * scale}`, position: `${size.width / 2} ${size.height / 2}` });
      layer.append(node(document, "contents", { type: "CGImage", src: source }));
      return childOrNew(model.elements[0], "sublayers").appendChild(layer);
    });
  }
}

/** Returns a picture as a PNG of at most WIDEST pixels a side, because the engine for pages reads only PNGs. @param {Uint8Array} bytes @param {string} name */
async function decoded(bytes, name) {
  const bitmap = await createImageBitmap(new Blob([/** @type {BlobPart} */ (bytes)])).catch(() => {
    throw new Error(`${name} is no picture that this browser reads.`);
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map((side) => Math.max(1, Math.round(side * scale)));
  if (scale === 1 && bytes[0] === 0x89) return { data: bytes, width, height };
  const canvas = make("canvas", { width, height });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, width, height);
  const blob = /** @type {Blob} */ (await new Promise((done) => canvas.toBlob(done, "image/png")));
  return { data: new Uint8Array(await blob.arrayBuffer()), width, height };
}
