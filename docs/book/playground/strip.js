import { make } from "./elements.js";

/** Number of frames in a strip, and maximal number of pixels. */
const FRAMES = 8;
const MAX_SIDE = 8192;

/** Returns the frames of one loop in a row from left to right. @param {import("./model.js").Model} model */
export function strip(model) {
  const { width, height } = model.scene.size;
  const scale = Math.min(2, MAX_SIDE / FRAMES / width, MAX_SIDE / height);
  const frame = make("canvas");
  const sheet = make("canvas");
  for (let k = 0; k < FRAMES; k += 1) {
    model.scene.render(model.end * k / FRAMES, { scale, into: frame });
    if (k === 0) [sheet.width, sheet.height] = [frame.width * FRAMES, frame.height];
    sheet.getContext("2d").drawImage(frame, k * frame.width, 0);
  }
  return sheet;
}
