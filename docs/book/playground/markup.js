/** XML namespace of Stretto's own elements and attributes in documents. */
export const STRETTO = "urn:stretto:document:1";
const APPLE = "http://www.apple.com/CoreAnimation/1.0";

/** @param {Element} element @param {string} name @param {string | null} [space] */
export function child(element, name, space = APPLE) {
  return [...element.children].find((inner) => inner.localName === name && inner.namespaceURI === space) ?? null;
}

/** Returns the child element with a name, which the function creates if the child does not exist. @param {Element} element @param {string} name */
export function childOrNew(element, name) {
  return child(element, name) ?? element.appendChild(element.ownerDocument.createElementNS(APPLE, name));
}

/** Returns a new element in Core Animation's namespace. @param {Document} document @param {string} name @param {Record<string, any>} [attributes] */
export function node(document, name, attributes = {}) {
  const made = document.createElementNS(APPLE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Returns a new element in Stretto's namespace. @param {Document} document @param {string} name @param {Record<string, any>} [attributes] */
export function strettoNode(document, name, attributes = {}) {
  const made = document.createElementNS(STRETTO, `stretto:${name}`);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Adds a picture to the document, and returns the name by which a layer's contents refer to the picture. @param {Document} document @param {string} name @param {string} data its PNG in base64 */
export function pictureIn(document, name, data) {
  const top = /** @type {Element} */ (document.documentElement.firstElementChild);
  const assets = child(top, "assets", STRETTO) ?? top.appendChild(strettoNode(document, "assets"));
  const source = `assets/${assets.children.length + 1} ${name}`;
  assets.append(strettoNode(document, "image", { src: source, data }));
  return source;
}

/** Functions that return the parent element of the layers with a role. @type {Record<string, (element: Element) => Element | null>} */
const CHILDREN_BY_ROLE = {
  sublayer: (element) => (element.getAttributeNS(STRETTO, "class") === "ViewReplicator" ? child(element, "sublayers", STRETTO) : child(element, "sublayers")),
  mask: (element) => child(element, "mask"),
  instanceMask: (element) => child(element, "instanceMasks", STRETTO),
  glyph: (element) => child(element, "glyph", STRETTO),
  source: (element) => (element.getAttributeNS(STRETTO, "class") === "ViewReplicator" ? innermost(element) : child(element, "sourceLayer")),
};

/** Returns the element that contains a view replicator's source, which is inside two replicators as in Core Animation. @param {Element} element */
function innermost(element) {
  const inner = child(element, "sublayers")?.firstElementChild;
  const innermost = inner && child(inner, "sublayers")?.firstElementChild;
  return innermost ? child(innermost, "sublayers") : null;
}

/**
 * Returns the XML elements of the layers by layer number. A layer without an element in the document has no element in the
 * returned array. The returned array is empty if the elements do not match the layers.
 * @param {Document} document @param {any[]} layers @returns {Element[]}
 */
export function layerElements(document, layers) {
  let root = document.documentElement.firstElementChild;
  for (let depth = 0; root && depth < 4; depth += 1) {
    /** @type {Element[]} */ const found = [];
    if (match(root, 0, layers, found)) return found;
    root = child(root, "sublayers")?.firstElementChild ?? null;
  }
  return [];
}

/** @param {Element} element @param {number} number @param {any[]} layers @param {Element[]} found @returns {boolean} */
function match(element, number, layers, found) {
  if ((element.getAttribute("name") ?? "") !== layers[number].name) return false;
  found[number] = element;
  return Object.entries(CHILDREN_BY_ROLE).every(([role, list]) => {
    const inner = layers.filter((layer) => layer.parentNumber === number && layer.role === role);
    const items = [...(list(element)?.children ?? [])].filter((item) => item.localName !== "null");
    // The document contains a text layer's glyph layer only if the glyph layer has values. For a portal, the document contains
    // only the name of the source layer.
    if ((role === "glyph" && !items.length) || (role === "source" && !(items.length && inner.length))) return true;
    return items.length === inner.length && items.every((item, k) => match(item, inner[k].number, layers, found));
  });
}

/** Returns all animations of a layer, also in groups, with their depth of nesting and the begin time of their group. @param {Element} element */
export function animationsOf(element) {
  /** @type {{element: Element, depth: number, offset: number}[]} */ const found = [];
  const add = (/** @type {Element | null} */ list, /** @type {number} */ depth, /** @type {number} */ offset) => {
    for (const animation of list?.children ?? []) {
      found.push({ element: animation, depth, offset });
      add(child(animation, "animations"), depth + 1, offset + number(animation, "beginTime", 0));
    }
  };
  add(child(element, "animations"), 0, 0);
  add(child(element, "animations", STRETTO), 0, 0);
  return found;
}

/** Returns the number in an attribute, or `other` if the attribute is missing. @param {Element} element @param {string} name @param {number} other */
export function number(element, name, other) {
  const text = element.getAttribute(name);
  if (text === null) return other;
  return text === "inf" ? Infinity : +text;
}

/** Returns the class of an animation element. @param {Element} element */
export function classOf(element) {
  return element.localName === "p" ? (element.getAttribute("type") ?? "") : element.localName;
}

/** Returns the elements of an animation's values: all keyframe values, or the values from, by and to. @param {Element} animation */
export function valuesOf(animation) {
  const values = child(animation, "values");
  if (values) return [...values.children];
  return ["fromValue", "byValue", "toValue"].flatMap((name) => child(animation, name) ?? []);
}

/** Returns the key times of an animation as fractions of the duration. @param {Element} animation */
export function keyTimesOf(animation) {
  const count = valuesOf(animation).length;
  const times = [...(child(animation, "keyTimes")?.children ?? [])].map((item) => +(item.getAttribute("value") ?? 0));
  if (times.length === count) return times;
  return Array.from({ length: count }, (_, k) => (count > 1 ? k / (count - 1) : 0));
}
