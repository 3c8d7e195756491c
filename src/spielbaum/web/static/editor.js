// The editor of positions: pieces are placed by clicks, drags or keys; the server returns the position.
"use strict";

(() => {
  const FAR = 6; // pixels from which a press is a drag
  const SOON = 350; // milliseconds after the last key in the position field
  let tool = "move";
  let held = null; // the place whose piece the next click moves
  let drag = null;
  let at = null; // the place that has the focus
  let typing = 0;

  const editor = () => document.getElementById("editor");
  const field = () => document.getElementById("position");
  const board = () => document.querySelector("#edit-board[data-editable]");
  const places = () => [...(board()?.querySelectorAll(".place") ?? [])];
  const listed = (name) => JSON.parse(editor().dataset[name]);
  const numberOf = (place) => listed("spots").indexOf(place.dataset.place);
  const pieceOn = (number) => listed("pieces")[number];

  function ask(values) {
    const form = new FormData(document.getElementById("setup"));
    const options = [...form].filter(([name]) => name.startsWith("option-"));
    htmx.ajax("POST", document.getElementById("from-position").dataset.url, {
      source: document.getElementById("main"), // outside the form, whose fields would be sent, too
      target: "#editor",
      swap: "outerHTML",
      values: { ...Object.fromEntries(options), ...values },
    });
  }

  function edit(changes) {
    const pieces = listed("pieces");
    for (const [spot, piece] of changes) pieces[spot] = piece;
    const edits = [editor().dataset.edits, ...changes.map(([spot, piece]) => `${spot}:${piece}`)].join(" ").trim();
    Object.assign(editor().dataset, { edits, pieces: JSON.stringify(pieces) }); // for changes before the answer
    ask({ base: editor().dataset.base, edits, turn: editor().dataset.turn });
  }

  function put(place, piece) {
    const spot = numberOf(place);
    edit([[spot, pieceOn(spot) === piece ? 0 : piece]]);
  }

  function move(from, to) {
    if (from !== to) edit([[to, pieceOn(from)], [from, 0]]);
  }

  function touch(place) {
    at = place.dataset.place;
    if (tool !== "move") return put(place, Number(tool));
    const spot = numberOf(place);
    if (held !== null) {
      const from = held;
      hold(null);
      if (from !== spot) move(from, spot);
    } else if (pieceOn(spot)) hold(spot);
  }

  function hold(spot) {
    held = spot;
    const names = listed("spots");
    for (const place of places()) place.classList.toggle("editor-held", spot !== null && place.dataset.place === names[spot]);
  }

  // Keys: arrows go to the nearest place, Enter touches a place, Delete clears it.
  function focus(place) {
    for (const other of places()) other.setAttribute("tabindex", other === place ? "0" : "-1");
    at = place.dataset.place;
    place.focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    const place = event.target.closest?.("#edit-board[data-editable] .place");
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in DIRECTIONS) {
      const next = nearest(places(), place, DIRECTIONS[event.key]);
      if (next) focus(next);
    } else if (event.key === "Enter" || event.key === " ") touch(place);
    else if (event.key === "Delete" || event.key === "Backspace") edit([[numberOf(place), 0]]);
    else if (event.key === "Escape") hold(null);
    else return;
    event.preventDefault();
  });

  document.addEventListener("focusin", (event) => {
    const place = event.target.closest?.("#edit-board[data-editable] .place");
    if (place) at = place.dataset.place;
  });

  // A press that moves far enough is a drag; otherwise it is a touch.
  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const place = event.target.closest?.("#edit-board[data-editable] .place");
    const label = event.target.closest?.("#editor-tray label");
    const piece = place ? pieceOn(numberOf(place)) : Number(label?.querySelector("input").value) || 0;
    if (place) event.preventDefault();
    if (place || piece) drag = { place, piece, x: event.clientX, y: event.clientY, ghost: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || !drag.piece) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR) {
      const picture = document.querySelector(`#editor-tray input[value="${drag.piece}"] + svg`);
      drag.ghost = picture.cloneNode(true);
      drag.ghost.classList.add("editor-ghost");
      document.body.append(drag.ghost);
      drag.place?.classList.add("editor-held");
    }
    if (drag.ghost) Object.assign(drag.ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { place, piece, ghost } = drag;
    drag = null;
    if (!ghost) {
      if (place) {
        focus(place);
        touch(place);
      }
      return;
    }
    ghost.remove();
    place?.classList.remove("editor-held");
    const target = document.elementFromPoint(event.clientX, event.clientY)?.closest("#edit-board .place");
    if (target) at = target.dataset.place;
    if (!place && target) edit([[numberOf(target), piece]]);
    else if (place && target) move(numberOf(place), numberOf(target));
    else if (place) edit([[numberOf(place), 0]]);
  });

  document.addEventListener("pointercancel", () => {
    drag?.ghost?.remove();
    drag = null;
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#edit-clear")) ask({ base: editor().dataset.base, edits: "-", turn: editor().dataset.turn });
    if (event.target.closest?.("#edit-start")) ask({ base: "" });
  });

  document.addEventListener("change", (event) => {
    if (event.target.name === "tool") {
      tool = event.target.value;
      hold(null);
    } else if (event.target.id === "turn") ask({ base: editor().dataset.base, edits: editor().dataset.edits, turn: event.target.value });
  });

  document.addEventListener("input", (event) => {
    if (event.target !== field()) return;
    clearTimeout(typing);
    typing = setTimeout(() => editor() && ask({ base: field().value }), SOON);
  });

  function decorate(writes) {
    if (!editor()) return;
    editor().setAttribute("data-ready", "");
    const spots = new Set(listed("spots"));
    for (const place of places()) {
      if (!spots.has(place.dataset.place)) continue;
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "-1");
    }
    const first = places().find((place) => place.dataset.place === at) ?? places()[0];
    first?.setAttribute("tabindex", "0");
    const chosen = document.querySelector(`#editor-tray input[value="${tool}"]`);
    if (chosen) chosen.checked = true;
    else tool = "move";
    held = null;
    if (writes) field().value = editor().dataset.position;
    field().setCustomValidity(editor().dataset.wrong);
  }

  let focused = null;
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "editor") return;
    const active = document.activeElement;
    focused = active?.closest("#edit-board") ? "#edit-board" : active?.closest("#editor-tray") ? "#editor-tray" : active?.id ? `#${active.id}` : null;
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!focused && !document.querySelector("#editor:not([data-ready])")) return;
    const typed = document.activeElement === field();
    decorate(!typed && editor()?.dataset.position !== field().dataset.start);
    if (focused === "#edit-board") places().find((place) => place.getAttribute("tabindex") === "0")?.focus({ preventScroll: true });
    else if (focused === "#editor-tray") document.querySelector("#editor-tray input:checked")?.focus({ preventScroll: true });
    else if (focused && !typed) document.querySelector(focused)?.focus({ preventScroll: true });
    focused = null;
  });

  document.addEventListener("DOMContentLoaded", () => {
    const details = document.getElementById("from-position");
    if (!details) return;
    const load = () => details.open && !editor().dataset.position && !editor().dataset.wrong && ask({ base: field().value });
    details.addEventListener("toggle", load);
    if (editor().dataset.position) decorate(true);
    else load();
  });
})();
