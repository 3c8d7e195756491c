// Pieces on the board: they can be dragged, and they glide when moved.
"use strict";

(() => {
  const FAR = 6; // pixels from which a press is a drag
  const GLIDE = 220; // milliseconds
  const MOST = 40; // pieces that glide at once
  const board = () => document.getElementById("board");
  const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

  // Drag: picking up a piece touches its place, and dropping it touches the place below.
  let drag = null; // {from, x, y, image}
  let drop = null; // the place to touch once the server has answered
  let dragged = false; // whether to ignore the click after a drag

  const buttonOf = (name) => [...document.querySelectorAll("#board [role=button]")].find((one) => one.dataset.place === name);
  const isChosen = (name) => document.getElementById("touch")?.elements.chosen.value.split(" ").includes(name);

  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    const place = event.target.closest?.("#board[data-draggable] [role=button]");
    if (event.button || !event.isPrimary || !place?.querySelector(".piece")) return;
    drag = { from: place.dataset.place, x: event.clientX, y: event.clientY, image: null };
    if (event.pointerType === "mouse") event.preventDefault();
    place.focus({ preventScroll: true });
  });

  function lift() {
    const place = buttonOf(drag.from);
    const piece = place?.querySelector(".piece");
    if (!piece) return (drag = null);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const scale = place.ownerSVGElement.getScreenCTM().a;
    const side = 48 * scale;
    for (const [key, value] of Object.entries({ viewBox: "-24 -24 48 48", width: side, height: side, "aria-hidden": "true", class: "drag-image" })) {
      svg.setAttribute(key, value);
    }
    svg.append(piece.cloneNode(true));
    document.body.append(svg);
    drag.image = svg;
    drag.half = side / 2;
    piece.classList.add("lifted");
    board().classList.add("dragging");
    if (!isChosen(drag.from)) touch(place);
  }

  document.addEventListener("pointermove", (event) => {
    if (!drag || !event.isPrimary) return;
    if (!drag.image && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) lift();
    if (!drag?.image) return;
    drag.image.style.left = `${event.clientX - drag.half}px`;
    drag.image.style.top = `${event.clientY - drag.half}px`;
  });

  function end(event, aborted) {
    if (!drag || !event.isPrimary) return;
    const { from, image } = drag;
    drag = null;
    if (!image) return;
    dragged = true;
    image.remove();
    board()?.classList.remove("dragging");
    for (const piece of document.querySelectorAll("#board .lifted")) piece.classList.remove("lifted");
    const below = document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-place]");
    if (aborted || !below || below.dataset.place === from) return;
    drop = { from, to: below.dataset.place };
    layDown();
  }

  document.addEventListener("pointerup", (event) => end(event, false));
  document.addEventListener("pointercancel", (event) => end(event, true));
  document.addEventListener("click", (event) => {
    if (!dragged || !event.detail) return;
    dragged = false;
    if (event.target.closest?.("#board")) event.stopImmediatePropagation();
  }, true);

  function layDown() {
    if (!drop || !isChosen(drop.from)) return;
    const place = buttonOf(drop.to);
    drop = null;
    if (place && !isChosen(place.dataset.place)) {
      glideless = true;
      touch(place);
    }
  }

  // Glide: after a redraw, a piece comes from its old place.
  let before = null;
  let glideless = false; // dragged pieces do not glide

  function standing() {
    const pieces = new Map();
    for (const piece of document.querySelectorAll("#board .piece")) {
      pieces.set(piece.parentElement.getAttribute("transform"), piece);
    }
    return { pieces, ply: Number(board().dataset.ply), size: board().firstElementChild?.getAttribute("viewBox") };
  }

  const at = (key) => (key?.match(/-?[\d.]+/g) ?? [0, 0]).map(Number);

  function glide(old, now) {
    const gone = [...old.pieces].filter(([key, piece]) => now.pieces.get(key)?.innerHTML !== piece.innerHTML);
    const come = [...now.pieces].filter(([key, piece]) => old.pieces.get(key)?.innerHTML !== piece.innerHTML);
    if (come.length > MOST) return;
    const options = { duration: GLIDE, easing: "ease-out" };
    for (const [key, piece] of come) {
      const [x, y] = at(key);
      const source = gone.findIndex(([, other]) => other.innerHTML === piece.innerHTML);
      if (source >= 0) {
        const [[from]] = gone.splice(source, 1);
        const [left, top] = at(from);
        piece.animate([{ translate: `${left - x}px ${top - y}px` }, { translate: "0px 0px" }], options);
      } else if (old.pieces.has(key)) {
        piece.animate([{ scale: "0.1 1" }, { scale: "1 1" }], options);
      } else if (board().hasAttribute("data-falling")) {
        piece.animate([{ translate: `0px ${-y}px` }, { translate: "0px 0px" }], { duration: 250, easing: "ease-in" });
      } else {
        piece.animate([{ opacity: 0, scale: "0.6" }, { opacity: 1, scale: "1" }], options);
      }
    }
  }

  document.addEventListener("htmx:beforeSwap", () => (before = board() && standing()));
  document.addEventListener("htmx:afterSettle", () => {
    const old = before;
    before = null;
    if (old && board() && !glideless && !calm()) {
      const now = standing();
      if (Math.abs(now.ply - old.ply) === 1 && now.size === old.size) glide(old, now);
    }
    if (drag?.image) {
      buttonOf(drag.from)?.querySelector(".piece")?.classList.add("lifted");
      board()?.classList.add("dragging");
    }
    glideless = false;
    layDown();
  });
})();
