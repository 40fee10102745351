// Makes a player of every sprite sheet on the page that has no player yet.
(() => {
  "use strict";
  const begin = (root, sheet, clip) => {
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: clip.width, height: clip.height });
    const context = canvas.getContext("2d");
    const show = (index) => {
      const left = (index % clip.columns) * clip.width, top = Math.floor(index / clip.columns) * clip.height;
      context.clearRect(0, 0, clip.width, clip.height);
      context.drawImage(sheet, left, top, clip.width, clip.height, 0, 0, clip.width, clip.height);
    };
    root.querySelector(".stretto-note").remove();
    root.querySelector(".stretto-view").replaceChildren(canvas);
    root.stretto = strettoControls(root, clip, show);
    if (clip.autoplay && !matchMedia("(prefers-reduced-motion: reduce)").matches) root.stretto.play();
  };
  for (const root of document.querySelectorAll(".stretto-player:not([data-ready])")) {
    root.dataset.ready = "";
    const sheet = Object.assign(new Image(), { src: root.dataset.sheet });
    sheet.decode().then(
      () => begin(root, sheet, JSON.parse(root.dataset.clip)),
      () => (root.querySelector(".stretto-note").textContent = "The frames of this clip could not be decoded."),
    );
  }
})();
