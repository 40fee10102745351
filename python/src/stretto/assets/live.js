// A scene or an explorer of time that lives in a notebook's page: the page has the engine and the document, and the kernel is
// told what happens.

/** Milliseconds between two messages to the kernel about the time while the scene plays. */
const TELLING = 100;

/** Makes sure of the element, which the engine gives pages. All widgets of a notebook share one text of the engine. */
async function load(model) {
  if (globalThis.stretto?.StrettoError) return;
  const engine = await model.widget_manager.get_model(model.get("_engine").replace("IPY_MODEL_", ""));
  if (!globalThis.stretto?.StrettoError) (0, eval)(engine.get("_text"));
}

async function render({ model, el }) {
  await load(model);
  const element = document.createElement(model.get("_element"));
  for (const [name, value] of Object.entries(model.get("_attributes"))) element.setAttribute(name, value);
  // An explorer has the scene inside.
  const scene = element.view ?? element;
  const bytes = () => {
    const view = model.get("_document");
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  };
  element.setAttribute("at", model.get("time"));
  scene.setAttribute("speed", model.get("speed"));
  element.document = bytes();
  el.append(element);

  // Values that come from the page itself are not sent back to it.
  const told = { time: model.get("time"), delay: model.get("delay") };
  let last = 0;
  const tell = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  element.addEventListener("timeupdate", ({ detail }) => {
    if (!scene.paused && performance.now() - last < TELLING) return;
    last = performance.now();
    tell("time", (told.time = detail.time));
  });
  element.addEventListener("delay", ({ detail }) => tell("delay", (told.delay = detail)));
  element.addEventListener("play", () => tell("playing", true));
  element.addEventListener("pause", () => tell("playing", false));
  element.addEventListener("hover", ({ detail }) =>
    tell("hover", detail && { layer: detail.name, instance: detail.instance, local_time: detail.localTime, point: detail.point }));
  scene.addEventListener("load", () => {
    if (model.get("playing")) scene.play();
    if (model.get("state")) scene.setState(model.get("state"));
  });

  const listeners = {
    "change:time": () => model.get("time") !== told.time && scene.seek((told.time = model.get("time"))),
    "change:delay": () => model.get("delay") !== told.delay && (element.delay = told.delay = model.get("delay")),
    "change:speed": () => scene.setAttribute("speed", model.get("speed")),
    "change:playing": () => (model.get("playing") ? scene.play() : scene.pause()),
    "change:state": () => scene.setState(model.get("state")),
    "change:_document": () => (element.document = bytes()),
  };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
    element.remove();
  };
}

export default { render };
