// A scene that plays in a notebook by itself: the page has the engine and the document, and the kernel is told what happens.

/** How often the kernel is told the time while the scene plays, in milliseconds. */
const TELLING = 100;

/** The element that the engine gives pages; the engine's script runs once in a page. */
function engine(text) {
  if (!globalThis.stretto) (0, eval)(text);
}

function render({ model, el }) {
  engine(model.get("_engine"));
  const scene = document.createElement("stretto-scene");
  for (const [name, value] of Object.entries(model.get("_attributes"))) scene.setAttribute(name, value);
  const bytes = () => {
    const view = model.get("_document");
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  };
  scene.setAttribute("at", model.get("time"));
  scene.setAttribute("speed", model.get("speed"));
  scene.document = bytes();
  el.append(scene);

  // Times that come from the page itself are not sent back to it.
  let told = model.get("time"), last = 0;
  const tell = (name, value) => {
    model.set(name, value);
    model.save_changes();
  };
  scene.addEventListener("timeupdate", ({ detail }) => {
    if (!scene.paused && performance.now() - last < TELLING) return;
    last = performance.now();
    told = detail.time;
    tell("time", told);
  });
  scene.addEventListener("play", () => tell("playing", true));
  scene.addEventListener("pause", () => tell("playing", false));
  scene.addEventListener("hover", ({ detail }) =>
    tell("hover", detail && { layer: detail.name, instance: detail.instance, local_time: detail.localTime, point: detail.point }));
  scene.addEventListener("load", () => {
    if (model.get("playing")) scene.play();
    if (model.get("state")) scene.setState(model.get("state"));
  });

  const listeners = {
    "change:time": () => model.get("time") !== told && scene.seek((told = model.get("time"))),
    "change:speed": () => scene.setAttribute("speed", model.get("speed")),
    "change:playing": () => (model.get("playing") ? scene.play() : scene.pause()),
    "change:state": () => scene.setState(model.get("state")),
    "change:_document": () => (scene.document = bytes()),
  };
  for (const [name, listener] of Object.entries(listeners)) model.on(name, listener);
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(name, listener);
    scene.remove();
  };
}

export default { render };
