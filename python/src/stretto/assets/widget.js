// The view of a scene that a live kernel draws. strettoControls stands before this text.
const GRAPH_HEIGHT = 130;

// The curve with the window of every copy. `graph` is {span, across, up, name}, times in seconds.
function drawGraph(canvas, graph, windows, chosen) {
  const sharp = window.devicePixelRatio || 1, width = canvas.clientWidth || 300;
  Object.assign(canvas, { width: width * sharp, height: GRAPH_HEIGHT * sharp });
  const context = canvas.getContext("2d");
  context.scale(sharp, sharp);
  const known = graph.up.filter((value) => value !== null);
  const low = Math.min(...known), room = Math.max(...known) - low || 1;
  const x = (time) => 4 + ((time - graph.span[0]) / (graph.span[1] - graph.span[0])) * (width - 8);
  const y = (value) => GRAPH_HEIGHT - 22 - ((value - low) / room) * (GRAPH_HEIGHT - 44);
  const faint = getComputedStyle(canvas).color;
  for (const item of windows) {
    context.globalAlpha = chosen === null || chosen === item.name ? 0.28 : 0.1;
    context.fillStyle = item.color;
    context.fillRect(x(item.start), 16, x(item.stop) - x(item.start), GRAPH_HEIGHT - 34);
  }
  context.globalAlpha = 0.6;
  context.strokeStyle = context.fillStyle = faint;
  context.lineWidth = 1.5;
  context.beginPath();
  let down = false;
  graph.across.forEach((time, index) => {
    const value = graph.up[index];
    if (value === null) return (down = false);
    down ? context.lineTo(x(time), y(value)) : context.moveTo(x(time), y(value));
    down = true;
  });
  context.stroke();
  context.font = "11px system-ui, sans-serif";
  context.fillText(graph.name, 4, 11);
  context.fillText(`${graph.span[0].toFixed(1)} s`, 4, GRAPH_HEIGHT - 4);
  context.textAlign = "right";
  context.fillText(`${graph.span[1].toFixed(1)} s of the layer's time`, width - 4, GRAPH_HEIGHT - 4);
  context.globalAlpha = 1;
  for (const item of windows) {
    context.fillStyle = item.color;
    context.beginPath();
    context.arc(x(item.start), y(item.value), chosen === item.name ? 6 : 4, 0, 7);
    context.fill();
  }
}

function render({ model, el }) {
  const clip = model.get("_clip"), graph = model.get("_graph");
  const root = document.createElement("div");
  root.className = "stretto-player";
  root.innerHTML = '<div class="stretto-view"><canvas class="stretto-picture"></canvas></div>';
  const view = root.firstChild, picture = view.firstChild, plot = document.createElement("canvas"), words = document.createElement("p");
  view.style.cssText = `width:${clip.width}px;aspect-ratio:${clip.width}/${clip.height}`;
  Object.assign(plot, { className: "stretto-graph" });
  plot.style.cssText = `width:${Math.max(clip.width, 288)}px;height:${GRAPH_HEIGHT}px`;
  words.className = "stretto-note";
  el.append(root);

  // One question at a time: while the kernel draws, only the newest wish is kept.
  let busy = false, wish = null, windows = [], chosen = null;
  const ask = () => {
    if (busy || wish === null) return;
    busy = true;
    model.send({ kind: "frame", index: wish });
    wish = null;
  };
  const controls = strettoControls(root, clip, (index) => {
    wish = index;
    ask();
  });
  root.stretto = controls;
  if (graph.span) root.append(plot);
  root.append(words);

  const decode = (buffer) => {
    // Through an array of its own: kernels hand out views of larger buffers.
    const bytes = new Uint8Array(buffer.buffer ?? buffer, buffer.byteOffset ?? 0, buffer.byteLength);
    return createImageBitmap(new Blob([bytes.slice()], { type: "image/png" }));
  };
  const paint = (bitmap) => {
    Object.assign(picture, { width: bitmap.width, height: bitmap.height });
    picture.getContext("2d").drawImage(bitmap, 0, 0);
  };
  // On a page without a kernel this is all there is.
  let answered = false;
  const still = model.get("_still");
  if (still?.byteLength) decode(still).then((bitmap) => answered || paint(bitmap));
  const patience = setTimeout(() => answered || (words.textContent = "A still: no kernel answers."), 4000);
  const frame = async (message, buffers) => {
    if (!answered) words.textContent = "";
    answered = true;
    paint(await decode(buffers[0]));
    windows = message.windows;
    if (graph.span) drawGraph(plot, graph, windows, chosen);
    controls.follow(message.index);
    busy = false;
    ask();
  };
  const hit = (message) => {
    words.textContent = message.text;
    chosen = message.name;
    if (graph.span) drawGraph(plot, graph, windows, chosen);
  };
  const failed = (message) => {
    words.textContent = message.text;
    busy = false;
  };
  const listen = (message, buffers) => ({ frame, hit, failed })[message.kind]?.(message, buffers);
  model.on("msg:custom", listen);
  picture.onclick = (event) => {
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * clip.width, y = ((event.clientY - box.top) / box.height) * clip.height;
    model.send({ kind: "hit", x, y, index: controls.index });
  };
  return () => {
    controls.pause();
    clearTimeout(patience);
    model.off("msg:custom", listen);
  };
}

export default { render };
