// Widget in a notebook's page with a scene or an explorer. The page has the engine and the document, and reports events to the kernel.

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
  // The element of an explorer contains the element of the scene.
  const scene = element.view ?? element;
  const bytes = () => {
    const view = model.get("_document");
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  };
  element.setAttribute("at", model.get("time"));
  scene.setAttribute("speed", model.get("speed"));
  element.document = bytes();
  el.append(element);

  // The widget does not send a value back to the page if the page set the value.
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
