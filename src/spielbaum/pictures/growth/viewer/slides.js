// A deck of slides: each step of the first simulations, then the tree after more and more of them; a slide is a page.
"use strict";

(() => {
  const [IN_STEPS, ROUND] = [3, [1, 2, 5]];

  /** Return the positions that have a slide. */
  function positions({ model }) {
    const found = [0];
    const steps = Math.min(IN_STEPS, model.simulations);
    for (let number = 0; number < steps; number++) model.steps(number + 1).forEach((_, step) => found.push(number * 100 + step + 1));
    for (let power = 1; power < model.simulations; power *= 10) {
      for (const digit of ROUND) if (digit * power > steps && digit * power < model.simulations) found.push(digit * power * 100);
    }
    return [...found, model.simulations * 100];
  }

  /** Return what is shown as a page, with the board at the end of the step. */
  function pageOf(viewer) {
    const { picture, element, shown, number } = viewer;
    picture.draw(viewer.now(), shown, { glide: false });
    const page = element.querySelector(".growth-stage").cloneNode(true);
    const film = viewer.kept(shown ? number + 1 : 1);
    const board = shown && film?.boards[film.plies.findLastIndex((ply) => ply <= shown.ply_shown + (shown.moves?.length ?? 0))];
    const place = page.querySelector(".growth-board");
    if (board) place.replaceChildren(document.importNode(new DOMParser().parseFromString(board, "image/svg+xml").documentElement, true));
    const made = document.createElement("div");
    made.className = "growth-page";
    made.append(document.querySelector("h1").cloneNode(true), page, viewer.count.cloneNode(true));
    return made;
  }

  function printed(viewer) {
    const { position } = viewer;
    const pages = document.createElement("div");
    document.body.classList.add("growth-printing"); // as wide as a page
    for (const slide of viewer.slides) {
      viewer.transport.goTo(slide);
      pages.append(pageOf(viewer));
    }
    document.body.append(pages);
    document.body.classList.remove("growth-printing");
    viewer.transport.goTo(position);
    return () => pages.remove();
  }

  let undo = [];
  window.addEventListener("beforeprint", () => { undo = window.spielbaumGrowth.viewers.map(printed); });
  window.addEventListener("afterprint", () => { for (const back of undo) back(); });
  document.addEventListener("tree:ready", ({ detail: viewer }) => { viewer.slides = positions(viewer); });
})();
