/**
 * Creates an event with a detail. The class CustomEvent is not used, because Node 18 lacks CustomEvent.
 * @param {string} type @param {any} detail
 */
export function detailEvent(type, detail) {
  return Object.assign(new Event(type), { detail });
}
