import { make } from "./elements.js";
import { later } from "./later.js";
import { child, childOrNew, node } from "./markup.js";
import { kindOf } from "./model.js";

/** Layer classes that the user can add, with their first values. @type {Record<string, Record<string, any>>} */
const INITIAL = {
  CALayer: { bounds: "0 0 40 40", backgroundColor: "0.94 0.28 0.44", cornerRadius: 8 },
  CAShapeLayer: { bounds: "0 0 40 40", path: "20 0 m 40 40 l 0 40 l h", fillColor: "0.07 0.54 0.7" },
  CAGradientLayer: { bounds: "0 0 80 40" },
  CATextLayer: { bounds: "0 0 120 30", string: "Text", fontSize: 20, foregroundColor: "0.2 0.2 0.25" },
  CAReplicatorLayer: { instanceCount: 5, instanceDelay: 0.1, instanceTransform: "translate(24, 0, 0)" },
  CATransformLayer: {},
};
/** Layer classes that need more than attributes (`composites.js`). */
const COMPOSITES = ["CAEmitterLayer", "PortalLayer", "ViewReplicator", "Proxy"];

/** Tree view of the layers. Arrow keys move the selection, and buttons add, copy, move and remove layers. */
export class Tree {
  /** @param {import("./model.js").Model} model @param {HTMLElement} panel */
  constructor(model, panel) {
    this.model = model;
    this.list = make("div", { role: "tree", "aria-label": "layers", class: "tree", onkeydown: (/** @type {any} */ event) => this.key(event) });
    const kinds = make("select", { "aria-label": "add a layer", onchange: () => this.add(kinds) },
      make("option", { value: "" }, "+ layer"),
      [...Object.keys(INITIAL), ...COMPOSITES].map((kind) => make("option", { value: kind }, kindOf(kind))));
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ act) =>
      make("button", { type: "button", title, "aria-label": title, onclick: act }, text);
    const tools = make("div", { class: "tools" }, kinds,
      button("copies", "show it many times: put it into a replicator", () => this.wrap()),
      button("duplicate", "duplicate the layer", () => this.copy()),
      button("↑", "one layer further back", () => this.shift(-1)),
      button("↓", "one layer further forward", () => this.shift(1)),
      button("×", "remove the layer", () => this.remove()));
    panel.append(tools, this.list);
    for (const event of ["scene", "commit"]) model.addEventListener(event, () => this.show());
    model.addEventListener("select", () => this.mark());
  }

  show() {
    const { layers } = this.model.scene;
    const depths = [];
    this.items = layers.map((/** @type {any} */ layer, /** @type {number} */ number) => {
      depths[number] = layer.parent ? depths[layer.parent.number] + 1 : 1;
      const moves = this.model.elements[number] && child(this.model.elements[number], "animations");
      const role = ["root", "sublayer"].includes(layer.role) ? "" : ` (${layer.role})`;
      return make("div", {
        role: "treeitem", "aria-level": depths[number], tabindex: -1, style: `--depth:${depths[number] - 1}`,
        onclick: () => this.model.select(number),
      }, make("b", {}, this.model.title(number)), ` ${number ? kindOf(layer.type) : ""}${role}`, moves ? make("i", { title: "it is animated" }, " ∿") : null);
    });
    this.list.replaceChildren(...this.items);
    this.mark();
  }

  mark() {
    this.items.forEach((/** @type {any} */ item, /** @type {number} */ number) => {
      const isChosen = number === this.model.selected;
      item.setAttribute("aria-selected", String(isChosen));
      item.tabIndex = isChosen ? 0 : -1;
      if (!isChosen) return;
      item.scrollIntoView?.({ block: "nearest" });
      if (this.list.contains(document.activeElement)) item.focus();
    });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { selected, scene } = this.model;
    const last = scene.layers.length - 1;
    const next = { ArrowDown: selected + 1, ArrowUp: selected - 1, Home: 0, End: last, ArrowLeft: scene.layers[selected].parentNumber }[event.key];
    if (next !== undefined) this.model.select(Math.max(0, Math.min(last, next)));
    else if (event.key === "Delete") this.remove();
    else return;
    event.preventDefault();
  }

  /** @param {any} kinds */
  add(kinds) {
    const kind = kinds.value;
    kinds.value = "";
    if (!kind) return;
    if (COMPOSITES.includes(kind)) {
      later().then(({ added }) => added[kind](this.model)).catch((error) => this.model.reportError(error));
      return;
    }
    const [, , width, height] = this.model.layer.get("bounds");
    this.model.edit((document, element) => {
      const made = node(document, kind, { name: `${kindOf(kind)} ${this.model.scene.layers.length}`, position: `${width / 2} ${height / 2}`, ...INITIAL[kind] });
      if (kind === "CAGradientLayer") {
        const colors = made.appendChild(node(document, "colors", { type: "NSArray" }));
        for (const value of ["0.94 0.28 0.44", "1 0.82 0.4"]) colors.append(node(document, "CGColor", { value }));
      }
      return childOrNew(element, "sublayers").appendChild(made);
    });
  }

  /** Edits the element of the selected layer if the selected layer is a sublayer. @param {(document: Document, element: Element) => any} change */
  change(change) {
    if (this.model.layer.role !== "sublayer") this.model.reportError("The scene itself stays; choose a layer in it.");
    else this.model.edit(change);
  }

  /** Replaces the selected layer by a replicator that contains the layer. */
  wrap() {
    this.change((document, element) => {
      const replicator = node(document, "CAReplicatorLayer", { name: `copies of ${this.model.title(this.model.selected)}`, ...INITIAL.CAReplicatorLayer });
      element.replaceWith(replicator);
      childOrNew(replicator, "sublayers").append(element);
      return replicator;
    });
  }

  copy() {
    this.change((_, element) => {
      const twin = /** @type {Element} */ (element.cloneNode(true));
      for (const each of [twin, ...twin.querySelectorAll("[id]")]) each.removeAttribute("id");
      twin.setAttribute("name", `${this.model.title(this.model.selected)} 2`);
      element.after(twin);
      return twin;
    });
  }

  /** @param {number} direction */
  shift(direction) {
    this.change((_, element) => {
      const sibling = direction < 0 ? element.previousElementSibling : element.nextElementSibling;
      if (direction < 0) sibling?.before(element); else sibling?.after(element);
      return element;
    });
  }

  remove() {
    this.change((_, element) => {
      const above = /** @type {Element} */ (element.parentElement?.parentElement);
      element.remove();
      return above;
    });
  }
}
