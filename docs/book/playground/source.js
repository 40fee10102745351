import { inC } from "./c.js";
import { Program, filesOf } from "./program.js";
import { python } from "./python.js";

/** Returns the source code of the scene. @param {"python" | "c"} language @param {import("./model.js").Model} model @param {Record<string, any>} table */
export async function sourceOf(language, model, table) {
  const scratch = await globalThis.stretto.open('<caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 1 1"/></caml>');
  try {
    const program = new Program(model, table, scratch, await filesOf(model.document));
    const { width, height } = model.scene.size;
    return (language === "python" ? python : inC)(program, width, height, model.scene.background);
  } finally {
    scratch.close();
  }
}
