// Pieces on the board: they can be dragged, glide when moved, hop over others, and fall behind a lattice. Touches reach
// the nearest place, and the place with the focus has a frame.
"use strict";

(() => {
  const FAR = 6; // pixels from which a press is a drag
  const GLIDE = 220; // milliseconds
  const HOP = 260; // milliseconds of a hop
  const LEAP = 16; // the height of a hop, in units of the picture
  const MOST_HOPS = 1500;
  const MOST = 40; // pieces that glide at once
  const TARGET = 44; // pixels to which the touch of a smaller place reaches
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
    const side = 48 * place.ownerSVGElement.getScreenCTM().a;
    const look = { viewBox: "-24 -24 48 48", width: side, height: side, "aria-hidden": "true", class: "drag-image" };
    const svg = svgElement("svg", look, piece.cloneNode(true));
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
  // A copy of the piece moves above all squares, or behind the lattice; marks and rings wait until it has arrived.
  let flights = [];

  async function fly(piece, key, frames, options) {
    flights.push({ key, frames, options, began: performance.now() + (options.delay ?? 0) });
    const frame = board();
    const svg = frame.querySelector(":scope > svg");
    const copy = piece.cloneNode(true);
    copy.classList.remove("piece");
    const layer = svgElement("g", { transform: key, "aria-hidden": "true", class: "flying" }, copy);
    svg.insertBefore(layer, svg.querySelector(":scope > .lattice"));
    piece.setAttribute("visibility", "hidden");
    frame.classList.add("landing");
    await copy.animate(frames, options).finished.catch(() => {});
    layer.remove();
    piece.removeAttribute("visibility");
    if (!frame.querySelector(".flying")) frame.classList.remove("landing");
  }

  // The way of a piece: straight, or from hop to hop along the trail of the move.
  function way(from, to) {
    const [left, top] = at(from);
    const [x, y] = at(to);
    const points = (board().querySelector(".trail polyline")?.getAttribute("points") ?? "").split(" ").map((one) => one.split(",").map(Number));
    const near = ([a, b], c, d) => Math.hypot(a - c, b - d) < 2;
    const hops = points.length > 2 && near(points[0], left, top) && near(points.at(-1), x, y);
    if (!hops) return [[{ translate: `${left - x}px ${top - y}px` }, { translate: "0px 0px" }], { duration: GLIDE, easing: "ease-out" }];
    const frames = [];
    points.forEach(([a, b], i) => {
      frames.push({ translate: `${a - x}px ${b - y}px`, scale: "1" });
      const next = points[i + 1];
      if (next) frames.push({ translate: `${(a + next[0]) / 2 - x}px ${(b + next[1]) / 2 - y - LEAP}px`, scale: "1.2" });
    });
    return [frames, { duration: Math.min(HOP * (points.length - 1), MOST_HOPS), easing: "ease-in-out" }];
  }

  function glide(old, now) {
    const gone = [...old.pieces].filter(([key, piece]) => now.pieces.get(key)?.innerHTML !== piece.innerHTML);
    const come = [...now.pieces].filter(([key, piece]) => old.pieces.get(key)?.innerHTML !== piece.innerHTML);
    if (come.length > MOST) return;
    const falling = board().hasAttribute("data-falling");
    for (const [key, piece] of come) {
      const source = gone.findIndex(([, other]) => other.innerHTML === piece.innerHTML);
      if (source >= 0) {
        const [[from]] = gone.splice(source, 1);
        fly(piece, key, ...way(from, key));
      } else if (old.pieces.has(key)) {
        piece.animate([{ scale: "0.1 1" }, { scale: "1 1" }], { duration: GLIDE, easing: "ease-out" });
      } else if (falling) {
        const [, y] = at(key);
        const frames = [{ translate: `0px ${-y - 24}px`, easing: "cubic-bezier(0.4, 0, 1, 1)" }, { translate: "0px 0px", offset: 0.72 }];
        frames.push({ translate: `0px ${-0.06 * y}px`, offset: 0.86, easing: "ease-in" }, { translate: "0px 0px" });
        fly(piece, key, frames, { duration: 160 + 1.1 * y });
      } else {
        piece.animate([{ opacity: 0, scale: "0.6" }, { opacity: 1, scale: "1" }], { duration: GLIDE, easing: "ease-out" });
      }
    }
  }

  // A change that the page makes itself, before the server answers.
  window.showPieces = (change) => {
    const old = standing();
    change();
    if (!glideless && !calm()) glide(old, standing());
  };

  // Flights go on when the answer redraws the board.
  function resume(pieces) {
    const going = flights.filter(({ began, options }) => performance.now() - began < options.duration);
    flights = [];
    for (const { key, frames, options, began } of going) {
      const piece = pieces.get(key);
      if (piece) fly(piece, key, frames, { ...options, delay: began - performance.now() });
    }
  }

  document.addEventListener("htmx:beforeSwap", () => (before = board() && standing()));
  document.addEventListener("htmx:afterSettle", () => {
    const old = before;
    before = null;
    if (old && board() && !glideless && !calm()) {
      const now = standing();
      if (now.size === old.size) resume(now.pieces);
      if (Math.abs(now.ply - old.ply) === 1 && now.size === old.size) glide(old, now);
    }
    if (drag?.image) {
      buttonOf(drag.from)?.querySelector(".piece")?.classList.add("lifted");
      board()?.classList.add("dragging");
    }
    glideless = false;
    layDown();
  });

  // A touch beside a small place reaches it.
  const distanceTo = (place, x, y) => {
    const box = place.getBoundingClientRect();
    const distance = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
    return distance <= Math.max(0, (TARGET - Math.min(box.width, box.height)) / 2) ? distance : Infinity;
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#board > svg") || event.target.closest("[role=button]")) return;
    const places = [...document.querySelectorAll("#board [role=button]")].map((place) => [distanceTo(place, event.clientX, event.clientY), place]);
    const [distance, place] = places.reduce((one, other) => (other[0] < one[0] ? other : one), [Infinity]);
    if (distance < Infinity) touch(place);
  });

  // The frame of the place with the focus, light on dark, above everything else.
  let byKeys = false; // a frame after a click would only hide the marks

  function showFocus() {
    for (const one of document.querySelectorAll(".focus-frame")) one.remove();
    const place = document.activeElement?.closest?.("#board [role=button]");
    if (!place || !byKeys) return;
    const { x, y, width, height } = place.getBBox();
    const box = { x: x + 2, y: y + 2, width: width - 4, height: height - 4, rx: 5 };
    place.ownerSVGElement.append(svgElement("g", { class: "focus-frame", "aria-hidden": "true" }, svgElement("rect", box), svgElement("rect", box)));
  }

  document.addEventListener("keydown", () => (byKeys = true), true);
  document.addEventListener("pointerdown", () => (byKeys = false), true);
  document.addEventListener("focusin", showFocus);
  document.addEventListener("focusout", showFocus);
  document.addEventListener("htmx:afterSettle", showFocus);
})();
