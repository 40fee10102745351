// Pictures of the book: a still becomes its clip while it is seen, three at once at most, and none for readers who asked
// for less motion until they press its button. Where the engine is there, a still becomes the scene itself.
(() => {
  "use strict";
  const MOST = 3;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const playing = new Set();

  function show(player, plays) {
    const { image, button, still } = player;
    if (plays === playing.has(player)) return;
    if (plays) playing.add(player); else playing.delete(player);
    image.src = plays ? image.dataset.clip : still;
    button.setAttribute("aria-pressed", String(plays));
    button.setAttribute("aria-label", (plays ? "Pause: " : "Play: ") + image.alt);
  }

  function start(player) {
    while (playing.size >= MOST) show(playing.values().next().value, false);
    show(player, true);
  }

  const players = new Map();
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const player = players.get(target);
      if (!isIntersecting) show(player, false);
      else if (!calm.matches && !player.paused && playing.size < MOST) show(player, true);
    }
  }, { threshold: 0.6 });

  for (const image of document.querySelectorAll(".scene-picture img[data-clip]")) {
    const button = image.parentElement.querySelector(".scene-button");
    const player = { image, button, still: image.src, paused: false };
    players.set(image, player);
    button.hidden = false;
    button.addEventListener("click", () => {
      player.paused = playing.has(player);
      if (player.paused) show(player, false); else start(player);
    });
    seen.observe(image);
  }

  // The gallery's filters: all pressed tags must be there.
  const filter = document.querySelector(".gallery-filter");
  if (filter) {
    filter.hidden = false;
    const cards = [...document.querySelectorAll(".gallery a")];
    filter.addEventListener("click", ({ target }) => {
      if (!target.dataset.tag) return;
      target.setAttribute("aria-pressed", String(target.getAttribute("aria-pressed") !== "true"));
      const wanted = [...filter.querySelectorAll('[aria-pressed="true"]')].map((button) => button.dataset.tag);
      for (const card of cards) card.hidden = !wanted.every((tag) => card.dataset.tags.split(" ").includes(tag));
      const count = cards.filter((card) => !card.hidden).length;
      document.querySelector(".gallery-count").textContent = count === 1 ? "1 picture." : `${count} pictures.`;
    });
  }

  // Two menus of a page are told apart by their names.
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All pages");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");

  // What is wider than the page is scrolled, by keys too.
  for (const box of document.querySelectorAll("article table, div.highlight pre, .scene-graph")) {
    if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
  }
})();
