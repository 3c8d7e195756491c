// Input on the board, and the event stream of a game. Everything else is forms, links and htmx.
"use strict";

const game = () => document.getElementById("game");
const buttons = () => [...document.querySelectorAll("#board [role=button]")];

function svgElement(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The middle and the size of a place, in the units of its picture.
function middleOf(place) {
  const box = place.getBoundingClientRect();
  const turn = place.ownerSVGElement.getScreenCTM().inverse();
  const [from, to] = [new DOMPoint(box.left, box.top), new DOMPoint(box.right, box.bottom)].map((one) => one.matrixTransform(turn));
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2, w: to.x - from.x, h: to.y - from.y };
}

// A touch submits a form; the server interprets it.
function touch(place) {
  const form = document.getElementById("touch");
  if (!form || window.playAhead?.(place, form)) return;
  form.elements.place.value = place.dataset.place;
  form.requestSubmit();
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("#board [role=button]");
  if (place) touch(place);
});

// The board is one tab stop; arrow keys go to the nearest place in their direction.
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nearest(places, from, [x, y]) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [left, top] = middle(from);
  let best = null;
  let least = Infinity;
  for (const place of places) {
    const [dx, dy] = [middle(place)[0] - left, middle(place)[1] - top];
    const along = dx * x + dy * y;
    const distance = along + 3 * Math.abs(dx * y + dy * x);
    if (along > 1 && distance < least) [best, least] = [place, distance];
  }
  return best;
}

// After a click they step through the game instead, as they do elsewhere on the page.
let clicked = false;

document.addEventListener("pointerdown", () => (clicked = true), true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Tab") clicked = false;
  const place = event.target.closest?.("#board [role=button]");
  if (!place || (clicked && event.key in DIRECTIONS && document.querySelector("#game[data-steps]"))) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    touch(place);
  } else if (event.key in DIRECTIONS) {
    event.preventDefault();
    const next = nearest(buttons(), place, DIRECTIONS[event.key]);
    if (next) {
      place.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
  }
});

// Keep focus, open details and edited fields when the game is redrawn.
const NOTHING = { focus: null, open: [], edited: [] };
let kept = NOTHING;
let lastPlace = ""; // while an engine moves, nothing can be clicked and the board itself has the focus

const isEdited = (field) =>
  field.options ? ![...field.options].some((one) => one.selected && one.defaultSelected) : field.value !== field.defaultValue;

document.addEventListener("htmx:beforeSwap", (event) => {
  const focus = document.activeElement;
  kept = {
    focus: game()?.contains(focus) ? (focus.dataset?.place ?? (focus.id ? `#${focus.id}` : null)) : null,
    open: [...document.querySelectorAll("#game details")].map((one) => [one.id, one.open]),
    edited: [...document.querySelectorAll("#seats select, #seats input[id]")].filter(isEdited).map((one) => [one.id, one.value]),
  };
  if (event.detail.xhr.status < 400) document.getElementById("notice")?.replaceChildren();
});

document.addEventListener("htmx:afterSettle", () => {
  for (const [id, open] of kept.open) {
    const details = document.getElementById(id);
    if (details && id !== "actions") details.open = open;
  }
  for (const [id, value] of kept.edited) document.getElementById(id).value = value;
  const onBoard = kept.focus !== null && (kept.focus === "#board" || !kept.focus.startsWith("#"));
  if (onBoard && kept.focus !== "#board") lastPlace = kept.focus;
  const first = buttons().find((place) => place.dataset.place === lastPlace) ?? buttons()[0];
  first?.setAttribute("tabindex", "0");
  const focused = onBoard ? first : kept.focus && document.getElementById(kept.focus.slice(1)); // ids have signs of moves, such as +
  if (kept.focus) (focused ?? document.getElementById("board"))?.focus({ preventScroll: true });
  kept = NOTHING;
  const announce = document.getElementById("announce");
  if (announce && game()) announce.textContent = game().dataset.announce;
  const moves = document.getElementById("moves");
  if (moves) showCurrent(moves);
  if (game()?.dataset.page) keepPlace(game().dataset.page);
  catchUp();
});

// Scroll the list of moves to the move that led to this position, or to the end.
function showCurrent(moves) {
  if (!moves) return;
  const current = moves.querySelector("[aria-current]");
  const below = current ? current.getBoundingClientRect().bottom - moves.getBoundingClientRect().bottom : moves.scrollHeight;
  const above = current ? current.getBoundingClientRect().top - moves.getBoundingClientRect().top : 0;
  moves.scrollTop += current ? (above + below) / 2 : below;
}

// Reloads and the other tabs show the same position from the same side.
function keepPlace(page) {
  history.replaceState(null, "", page);
  for (const tab of document.querySelectorAll(".tabs a")) tab.search = location.search;
}

// The last version that the server announced. A response may be older if an engine was faster.
let heard = "";

function isBehind() {
  if (!heard || !game()?.dataset.version) return false;
  const [[revision, count], [shown, counted]] = [heard, game().dataset.version].map((text) => text.split(".").map(Number));
  return revision > shown || (revision === shown && count > counted);
}

// Requests whose responses redraw the game; an event that comes before its response needs no other one.
const awaited = new Set();

document.addEventListener("htmx:beforeSend", ({ detail: { xhr, target, requestConfig } }) => {
  if (target !== game()) return;
  awaited.add(xhr);
  xhr.addEventListener("loadend", () => {
    awaited.delete(xhr);
    const failed = xhr.status === 0 || xhr.status >= 400;
    if (requestConfig.verb !== "get" || !failed) catchUp();
  });
});

function catchUp() {
  if (!awaited.size && isBehind()) redraw();
}

function redraw() {
  htmx.ajax("GET", game().dataset.view, { source: game(), target: "#game", swap: "outerHTML" });
}

// A window listens to the event stream of its game while it is visible.
const HIDDEN_TIMEOUT = 10_000;

function listen(watch) {
  const events = new EventSource(watch.dataset.events);
  const connection = document.getElementById("connection");
  events.addEventListener("open", () => {
    connection.hidden = true;
    heard = ""; // another server counts from the start
  });
  events.addEventListener("error", () => (connection.hidden = false));
  events.addEventListener("engine", (event) => {
    if (!game().hasAttribute("data-past")) document.getElementById("engine").innerHTML = event.data;
  });
  events.addEventListener("changed", (event) => {
    const differs = !heard && event.data !== game().dataset.version;
    heard = event.data;
    if (differs && !awaited.size) redraw();
    else catchUp();
  });
  return events;
}

document.addEventListener("DOMContentLoaded", () => {
  buttons()[0]?.setAttribute("tabindex", "0");
  if (game()?.hasAttribute("data-steps")) showCurrent(document.getElementById("moves"));
  const watch = document.getElementById("watch");
  if (!watch) return;
  let events = listen(watch);
  let closing = 0;
  window.addEventListener("pagehide", () => events.close());
  window.addEventListener("pageshow", (event) => event.persisted && (events = listen(watch)));
  document.addEventListener("visibilitychange", () => {
    clearTimeout(closing);
    if (document.hidden) closing = setTimeout(() => events.close(), HIDDEN_TIMEOUT);
    else if (events.readyState === EventSource.CLOSED) events = listen(watch);
  });
});
