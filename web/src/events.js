/**
 * An event with something to tell. Node 18 has no CustomEvent.
 * @param {string} type @param {any} detail
 */
export function told(type, detail) {
  return Object.assign(new Event(type), { detail });
}
