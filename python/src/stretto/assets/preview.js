// The page of `stretto preview`. The server sends events about new versions, and answers questions for frames, hits and curves.
(() => {
  "use strict";
  const find = (name) => document.getElementById(name);
  const page = find("page"), picture = find("picture"), outlines = find("outlines"), graph = find("graph");
  const slider = find("time"), clock = find("clock"), speed = find("speed"), zoom = find("zoom"), loop = find("loop");
  const icons = { play: "M3 1.5v13l11-6.5z", pause: "M3 1.5h3.6v13H3zM9.4 1.5H13v13H9.4z" };
  const icon = (name) =>
    `<svg viewBox="0 0 16 16" width="13" height="13" aria-hidden="true"><path d="${icons[name]}" fill="currentColor"/></svg>`;

  // Latest event of the server, and the curve that the page draws.
  let about = null, curve = null;
  // Clicked point, and the curve that the user chose. The page applies the point and the curve to each new version of the scene.
  let clicked = null, title = null;
  // The time on the page. While the scene plays, the time follows from the page's clock and from the clock's time at the start.
  let now = 0, playing = false, anchor = 0, since = 0;

  const ask = async (question) => {
    const reply = await fetch("ask", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    if (reply.headers.get("Content-Type")?.startsWith("image/"))
      return { ...JSON.parse(reply.headers.get("X-Answer")), picture: await createImageBitmap(await reply.blob()) };
    return reply.json();
  };

  // The page asks for one frame at a time. If the user chooses several times while the page waits, the page asks only for the newest time.
  let busy = false, wanted = null;
  const shown = { time: null, number: 0, count: 0 };
  const show = async (time) => {
    wanted = time;
    if (busy || !about) return;
    busy = true;
    while (wanted !== null) {
      const next = wanted, number = about.number;
      wanted = null;
      try {
        const answer = await ask({ ask: "frame", time: next, scale: scaleOfPage() * (window.devicePixelRatio || 1) });
        if (!answer.picture) tell({ message: answer.message, source: [] });
        else {
          Object.assign(picture, { width: answer.picture.width, height: answer.picture.height });
          picture.getContext("2d").drawImage(answer.picture, 0, 0);
          outline(answer.outlines);
          Object.assign(shown, { time: next, number, count: shown.count + 1 });
        }
      } catch {
        break; // the server is gone; the events say so
      }
    }
    busy = false;
  };

  const scaleOfPage = () => {
    if (zoom.value !== "fit") return Number(zoom.value);
    const room = find("stage");
    const fits = Math.min((room.clientWidth - 40) / about.width, (room.clientHeight - 40) / about.height);
    return Math.max(0.05, Math.min(fits, 8));
  };
  const layOut = () => {
    if (!about) return;
    const scale = scaleOfPage();
    page.style.width = `${about.width * scale}px`;
    page.style.height = `${about.height * scale}px`;
    outlines.setAttribute("viewBox", `0 0 ${about.width} ${about.height}`);
    drawGraph();
  };

  // Time.
  const mark = (time) => {
    now = time;
    slider.value = time;
    clock.value = `${time.toFixed(2)} s of ${about.duration.toFixed(2)} s`;
    drawGraph();
  };
  const seek = (time) => {
    hold();
    mark(Math.max(0, Math.min(about.duration, time)));
    show(now);
  };
  const hold = () => set(false);
  const set = (wish) => {
    if (wish && !about) return;
    if (wish) [anchor, since] = [now >= about.duration ? 0 : now, performance.now()];
    playing = wish;
    const button = find("play");
    button.innerHTML = icon(playing ? "pause" : "play");
    button.title = playing ? "Pause (space)" : "Play (space)";
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    if (playing) requestAnimationFrame(tick);
  };
  const tick = () => {
    if (!playing) return;
    let time = anchor + ((performance.now() - since) / 1000) * Number(speed.value);
    if (time >= about.duration) {
      if (!loop.checked) {
        mark(about.duration);
        show(now);
        return hold();
      }
      // A loop of the scene continues at the loop's first time, without the part of the clip before the loop.
      const again = Math.min(about.again, about.duration);
      time = again + ((time - again) % Math.max(about.duration - again, 1e-3));
      [anchor, since] = [time, performance.now()];
    }
    mark(time);
    show(now);
    requestAnimationFrame(tick);
  };

  // The layer under a click.
  const outline = (polygons) => {
    outlines.replaceChildren(
      ...(polygons ?? []).map((corners) => {
        const made = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
        made.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
        return made;
      }),
    );
  };
  const choose = async (x, y, time) => {
    clicked = [x, y, time];
    const answer = await ask({ ask: "hit", x, y, time });
    const words = find("hit"), menu = find("curve"), chosen = Boolean(answer.name);
    words.className = chosen ? "" : "faint";
    words.textContent = chosen ? `${answer.name}: ${answer.about}` : answer.message ?? "Nothing is painted there.";
    outline(answer.outlines);
    const titles = answer.curves ?? [];
    menu.replaceChildren(...titles.map((text, index) => new Option(text, index)));
    menu.hidden = titles.length < 2;
    menu.value = Math.max(0, titles.indexOf(title));
    if (chosen && !titles.length) words.textContent += ". Neither it nor a layer around it is animated.";
    curve = null;
    if (titles.length) await pick(Number(menu.value));
    drawGraph();
  };
  const pick = async (index) => {
    const answer = await ask({ ask: "graph", curve: index });
    curve = answer.lines ? answer : null;
    title = answer.title ?? null;
    drawGraph();
  };

  // Draws the curve over the scene's time, with a mark at the shown time.
  const LEFT = 40, RIGHT = 6, TOP = 18, BOTTOM = 18;
  const label = (value) => String(Number(value.toPrecision(3)));
  const drawGraph = () => {
    graph.hidden = !curve || !about;
    if (graph.hidden) return;
    const sharp = window.devicePixelRatio || 1, width = graph.clientWidth, height = graph.clientHeight;
    Object.assign(graph, { width: width * sharp, height: height * sharp });
    const context = graph.getContext("2d"), ink = getComputedStyle(graph).color;
    context.scale(sharp, sharp);
    const known = curve.lines.flatMap((line) => line.up.filter((value) => value !== null));
    const low = Math.min(...known), high = Math.max(...known), room = high - low || 1;
    const x = (time) => LEFT + (time / about.duration) * (width - LEFT - RIGHT);
    const y = (value) => (high > low ? height - BOTTOM - ((value - low) / room) * (height - TOP - BOTTOM) : height / 2);
    context.fillStyle = context.strokeStyle = ink;
    context.font = "11px system-ui, sans-serif";
    if (find("curve").hidden) context.fillText(curve.title, 0, 11);
    context.globalAlpha = 0.65;
    context.fillText(label(high), 0, y(high) + 4);
    if (high > low) context.fillText(label(low), 0, y(low) + 4);
    context.fillText("0 s", LEFT, height - 4);
    context.textAlign = "right";
    context.fillText(`${about.duration.toFixed(2)} s`, width - RIGHT, height - 4);
    context.globalAlpha = 0.2;
    for (const value of high > low ? [low, high] : [low]) context.strokeRect(LEFT, y(value), width - LEFT - RIGHT, 0);
    context.globalAlpha = 1;
    context.lineJoin = "round";
    // The outline of the clicked copy is drawn above the outlines of other copies.
    const hasOwn = curve.lines.some((line) => line.own);
    for (const line of [...curve.lines].sort((a, b) => a.own - b.own)) {
      context.strokeStyle = context.fillStyle = line.color;
      context.lineWidth = line.own ? 2.6 : curve.lines.length > 8 ? 1.1 : 1.8;
      context.globalAlpha = line.own || !hasOwn ? 1 : 0.45;
      context.beginPath();
      let down = false, last = null;
      line.across.forEach((time, index) => {
        const value = line.up[index];
        if (value === null) return (down = false);
        down ? context.lineTo(x(time), y(value)) : context.moveTo(x(time), y(value));
        down = true;
        if (time <= now) last = value;
      });
      context.stroke();
      if (last === null) continue;
      context.beginPath();
      context.arc(x(now), y(last), line.own ? 4 : 2.5, 0, 7);
      context.fill();
    }
    context.strokeStyle = ink;
    context.lineWidth = 1;
    context.globalAlpha = 0.8;
    context.beginPath();
    context.moveTo(x(now), TOP - 4);
    context.lineTo(x(now), height - BOTTOM);
    context.stroke();
  };

  // News of the server.
  const tell = (failure) => {
    const banner = find("failure"), source = banner.querySelector("pre");
    banner.hidden = !failure;
    if (!failure) return;
    banner.querySelector("p").textContent = (failure.line ? `${failure.file}, line ${failure.line}: ` : "") + failure.message;
    source.hidden = !failure.source?.length;
    source.replaceChildren(
      ...(failure.source ?? []).map(([number, text]) => {
        const row = document.createElement(number === failure.line ? "b" : "span");
        row.textContent = `${String(number).padStart(4)}  ${text}`;
        return row;
      }),
    );
  };
  const list = (diagnostics) => {
    const texts = diagnostics.length ? diagnostics : ["Nothing was noticed."];
    find("count").textContent = diagnostics.length ? `(${diagnostics.length})` : "";
    find("diagnostics").replaceChildren(
      ...texts.map((text) => {
        const row = document.createElement("li");
        row.textContent = text;
        row.className = diagnostics.length ? "" : "none";
        return row;
      }),
    );
  };
  const light = (name, title) => Object.assign(find("light"), { className: name, title });
  const listen = (state) => {
    tell(state.failure);
    if (state.running) light("running", "the script runs");
    else if (state.failure) light("failed", "the last picture that could be made");
    else light("live", "up to date");
    if (!state.about) {
      find("note").textContent = state.running ? "the script runs …" : state.failure ? "no picture yet" : "starting …";
      return;
    }
    find("note").textContent = `${state.about.width} × ${state.about.height} points, ${state.about.note}` + (state.running ? "; the script runs …" : "");
    if (about?.number === state.about.number) return;
    const isFirst = !about;
    about = state.about;
    slider.max = about.duration;
    list(about.diagnostics);
    layOut();
    mark(Math.min(now, about.duration));
    [anchor, since] = [now, performance.now()];
    show(now);
    if (clicked) choose(...clicked);
    if (isFirst && !matchMedia("(prefers-reduced-motion: reduce)").matches) set(true);
  };

  find("play").onclick = () => set(!playing);
  slider.oninput = () => seek(Number(slider.value));
  speed.onchange = () => ([anchor, since] = [now, performance.now()]);
  zoom.onchange = () => (layOut(), show(now));
  find("curve").onchange = (event) => pick(Number(event.target.value));
  picture.onclick = (event) => {
    if (!about) return;
    const box = picture.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * about.width;
    choose(x, ((event.clientY - box.top) / box.height) * about.height, now);
  };
  const scrub = (event) => {
    if (!about || !(event.buttons & 1)) return;
    const box = graph.getBoundingClientRect();
    seek(((event.clientX - box.left - LEFT) / (box.width - LEFT - RIGHT)) * about.duration);
  };
  graph.onpointerdown = graph.onpointermove = scrub;
  const keys = {
    " ": () => set(!playing), ArrowLeft: () => seek(now - 1 / 30), ArrowRight: () => seek(now + 1 / 30),
    Home: () => seek(0), End: () => seek(about.duration), l: () => (loop.checked = !loop.checked),
  };
  document.addEventListener("keydown", (event) => {
    const inMenu = ["SELECT", "INPUT"].includes(event.target.tagName) && event.target !== slider;
    if (!about || !keys[event.key] || inMenu || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    keys[event.key]();
  });
  // The size of the picture changes with the window, and with the banner of an error.
  new ResizeObserver(() => (layOut(), about && show(now))).observe(find("stage"));

  set(false);
  const events = new EventSource("events");
  events.onmessage = (message) => listen(JSON.parse(message.data));
  events.onerror = () => light("", "the server is gone; start stretto preview again");
  window.strettoPreview = { shown, get playing() { return playing; }, get now() { return now; }, get curve() { return curve; }, get about() { return about; }, seek, set };
})();
