// Script of the gallery index, which filters the pictures by tags and plays the best pictures.
(() => {
  "use strict";
  // The gallery shows only the pictures that have all pressed tags.
  const filter = document.querySelector(".gallery-filter"), best = document.querySelector(".gallery.best");
  const cards = [...document.querySelectorAll(".gallery-chapter a[data-tags]")], chapters = [...document.querySelectorAll(".gallery-chapter")];
  filter.hidden = false;
  filter.addEventListener("click", ({ target }) => {
    if (!target.dataset.tag) return;
    target.setAttribute("aria-pressed", String(target.getAttribute("aria-pressed") !== "true"));
    const wanted = [...filter.querySelectorAll('[aria-pressed="true"]')].map((button) => button.dataset.tag);
    for (const card of cards) card.hidden = !wanted.every((tag) => card.dataset.tags.split(" ").includes(tag));
    for (const chapter of chapters) chapter.hidden = !chapter.querySelector("a[data-tags]:not([hidden])");
    best.hidden = wanted.length > 0;
    const count = cards.filter((card) => !card.hidden).length;
    document.querySelector(".gallery-count").textContent = count === 1 ? "1 picture." : `${count} pictures.`;
  });

  // The best pictures play while they are visible, until the reader presses the pause button.
  const pause = document.querySelector(".gallery-pause"), button = pause.querySelector("button");
  const stills = new Map([...document.querySelectorAll("img[data-card]")].map((image) => [image, image.src])), near = new Set();
  let paused = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const update = () => {
    for (const [image, still] of stills) {
      const source = !paused && near.has(image) ? new URL(image.dataset.card, location.href).href : still;
      if (image.src !== source) image.src = source;
    }
    button.setAttribute("aria-pressed", String(paused));
    button.ariaLabel = button.textContent = paused ? "Play the pictures" : "Pause the pictures";
  };
  button.addEventListener("click", () => {
    paused = !paused;
    update();
  });
  const visible = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) near[isIntersecting ? "add" : "delete"](target);
    update();
  });
  for (const image of stills.keys()) visible.observe(image);
  pause.hidden = false;
})();
