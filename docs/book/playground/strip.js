import { make } from "./elements.js";

/** Number of frames in a strip, and maximal number of pixels. */
const FRAMES = 8;
const WIDEST = 8192;

/** Returns the frames of one loop in a row from left to right. @param {import("./model.js").Model} model */
export function strip(model) {
  const { width, height } = model.scene.size;
  const scale = Math.min(2, WIDEST / FRAMES / width, WIDEST / height);
  const frame = make("canvas");
  const whole = make("canvas");
  for (let k = 0; k < FRAMES; k += 1) {
    model.scene.render(model.end * k / FRAMES, { scale, into: frame });
    if (k === 0) [whole.width, whole.height] = [frame.width * FRAMES, frame.height];
    whole.getContext("2d").drawImage(frame, k * frame.width, 0);
  }
  return whole;
}
