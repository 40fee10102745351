/**
 * Returns an HTML element with attributes and children. Attribute names that begin with "on" add listeners. The values false, null
 * and undefined omit an attribute, and the value true sets an attribute without a value.
 * @param {string} tag @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Returns a number with at most four decimal places. @param {number} value */
export function format(value) {
  return Number.isFinite(value) ? String(+value.toFixed(4)) : value > 0 ? "∞" : String(value);
}

/**
 * Makes an element draggable with a pointer. `move` receives the distance from the start of the drag in pixels.
 * @param {Element} element
 * @param {{start?: (event: PointerEvent) => any, move: (dx: number, dy: number, event: PointerEvent) => void, end?: (moved: boolean) => void}} what
 */
export function draggable(element, { start, move, end }) {
  element.addEventListener("pointerdown", (event) => {
    const first = /** @type {PointerEvent} */ (event);
    if (first.button !== 0 || start?.(first) === false) return;
    first.preventDefault();
    element.setPointerCapture(first.pointerId);
    let moved = false;
    const go = (/** @type {any} */ next) => {
      if (!moved && Math.hypot(next.clientX - first.clientX, next.clientY - first.clientY) < 3) return;
      moved = true;
      move(next.clientX - first.clientX, next.clientY - first.clientY, next);
    };
    const stop = () => {
      element.removeEventListener("pointermove", go);
      element.removeEventListener("pointerup", stop);
      element.removeEventListener("pointercancel", stop);
      end?.(moved);
    };
    element.addEventListener("pointermove", go);
    element.addEventListener("pointerup", stop);
    element.addEventListener("pointercancel", stop);
  });
}

/** Downloads bytes or a text as a file. @param {BlobPart} content @param {string} name @param {string} type */
export function save(content, name, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
