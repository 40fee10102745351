import { STRETTO, child, childOrNew, node, strettoNode, pictureIn } from "./markup.js";

/** @typedef {import("./model.js").Model} Model */

/** PNG in base64 of a white rectangle of 6 x 4 pixels, which emitter cells tint. */
const PAPER = "iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAAAAACIbxGfAAAAE0lEQVR42mP8z8DAwMDAxICFAgAbcQEHJQfjwAAAAABJRU5ErkJggg==";

/** Edits the document around the selected layer if the selected layer is a sublayer. @param {Model} model @param {(document: Document, element: Element) => any} change */
function change(model, change) {
  if (model.layer.role !== "sublayer") model.reportError("The scene itself stays; choose a layer in it.");
  else return model.edit(change);
}

/** Returns position and size of the selected layer. @param {Model} model */
function frameOf(model) {
  const [[x, y], [, , width, height]] = [model.layer.get("position"), model.layer.get("bounds")];
  return { x, y, width, height };
}

/** Adds an emitter that drops paper in two colours over the selected layer. @param {Model} model */
function emitter(model) {
  const { width } = frameOf(model);
  return model.edit((document, element) => {
    const made = node(document, "CAEmitterLayer", {
      name: `emitter ${model.scene.layers.length}`, emitterShape: "line", emitterPosition: `${width / 2} -6`, emitterSize: `${width} 0`,
    });
    const source = pictureIn(document, "paper.png", PAPER);
    const cells = childOrNew(made, "emitterCells");
    for (const [name, color] of [["red", "0.94 0.28 0.44"], ["blue", "0.07 0.54 0.7"]]) {
      const cell = cells.appendChild(node(document, "CAEmitterCell", {
        name, color, birthRate: 12, lifetime: 3, velocity: 40, velocityRange: 20, emissionLongitude: Math.PI, yAcceleration: 30, spin: 3, spinRange: 6,
      }));
      cell.append(node(document, "contents", { type: "CGImage", src: source }));
    }
    return childOrNew(element, "sublayers").appendChild(made);
  });
}

/** Adds a portal next to the selected layer, which shows the selected layer. @param {Model} model */
function portal(model) {
  const { x, y, width, height } = frameOf(model);
  return change(model, (document, element) => {
    if (!element.id) element.id = `#portal${document.querySelectorAll("[id]").length + 1}`;
    const made = node(document, "CAPortalLayer", {
      name: `portal of ${model.title(model.selected)}`, bounds: `0 0 ${width} ${height}`, position: `${x + width / 2} ${y + height}`,
    });
    made.append(node(document, "sourceLayer", { object: element.id }));
    element.after(made);
    return made;
  });
}

/** Moves the selected layer into a view replicator with two proxies: one at the layer's position, and one of half the size. @param {Model} model */
function proxies(model) {
  const { x, y, width, height } = frameOf(model);
  return change(model, (document, element) => {
    const view = node(document, "CALayer", { name: `view of ${model.title(model.selected)}` });
    view.setAttributeNS(STRETTO, "stretto:class", "ViewReplicator");
    element.replaceWith(view);
    // Two nested replicators contain the source of a view replicator, so that Core Animation shows a copy for each proxy. The
    // engine adds the animations of the replicators.
    let inner = childOrNew(view, "sublayers");
    for (let depth = 0; depth < 2; depth += 1) inner = childOrNew(inner.appendChild(node(document, "CAReplicatorLayer")), "sublayers");
    inner.append(element);
    const list = view.appendChild(strettoNode(document, "sublayers"));
    list.append(proxyOf(document, "proxy 1", x, y, width, height), proxyOf(document, "proxy 2", x + width, y, width / 2, height / 2));
    return view;
  });
}

/** @param {Document} document @param {string} name @param {number} x @param {number} y @param {number} width @param {number} height */
function proxyOf(document, name, x, y, width, height) {
  const made = node(document, "CALayer", { name, bounds: `0 0 ${width} ${height}`, position: `${x} ${y}` });
  made.setAttributeNS(STRETTO, "stretto:class", "Proxy");
  return made;
}

/** Adds a proxy to the selected view replicator. @param {Model} model */
function proxy(model) {
  const view = model.layer.type === "Proxy" ? model.layer.parent : model.layer;
  if (view.type !== "ViewReplicator") return model.reportError("A proxy belongs to a view replicator: choose one, or add one around a layer first.");
  return model.edit(() => {
    const list = child(model.elements[view.number], "sublayers", STRETTO);
    const last = list?.lastElementChild;
    if (!last) return null;
    const twin = /** @type {Element} */ (last.cloneNode(true));
    const [x, y] = (last.getAttribute("position") ?? "0 0").split(" ").map(Number);
    const width = +((last.getAttribute("bounds") ?? "").split(" ")[2] ?? 0);
    twin.setAttribute("name", `proxy ${list.children.length + 1}`);
    twin.setAttribute("position", `${x + width} ${y}`);
    last.after(twin);
    return twin;
  });
}

/** Functions that add the layers that need more than attributes, by element name. @type {Record<string, (model: Model) => any>} */
export const added = { CAEmitterLayer: emitter, PortalLayer: portal, ViewReplicator: proxies, Proxy: proxy };
