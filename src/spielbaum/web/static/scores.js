// Scores and arrows over any board, the switch that shows them, and arrow keys that step through a line.
"use strict";

(() => {
  const MANY = 10; // more arrows would hide the board, so only the best are drawn
  const FEW = 6;
  const KEY = "scores";
  const picture = () => document.querySelector("#board > svg");

  // The centre and size of a place in the units of the picture; for a column, of its uppermost square.
  function placeOf(svg, name) {
    const found = [...svg.querySelectorAll("[data-place]")].find((one) => one.dataset.place === name);
    if (!found) return null;
    const { x, y, w, h } = middleOf(found);
    const isColumn = h > 1.8 * w && found.querySelectorAll(":scope > g").length > 1;
    return isColumn ? { x, y: y - (h - w) / 2, w, h: w } : { x, y, w, h };
  }

  const placesOf = (svg, path) => path.split(" ").map((name) => placeOf(svg, name)).filter(Boolean);
  const sideOf = (places) => Math.max(14, ...places.map(({ w, h }) => Math.min(w, h)));

  const STAR = Array.from({ length: 10 }, (_, i) => {
    const [turn, far] = [(i * Math.PI) / 5, i % 2 ? 0.42 : 1];
    return `${(far * Math.sin(turn)).toFixed(2)},${(-far * Math.cos(turn)).toFixed(2)}`;
  }).join(" ");

  // From red over yellow to green.
  const colourOf = (expected) => (expected < 50 ? `hsl(${expected} 85% 67%)` : `hsl(${50 + 2.1 * (expected - 50)} 60% 66%)`);

  // The value of a move in its colour; the best one has a star.
  function badge({ x, y }, room, side, { short, mood, expected, picked, best }) {
    let size = 0.34 * side;
    const width = () => Math.max(1.5, 0.62 * short.length + 0.6) * size;
    if (width() > room) size *= room / width();
    const [w, h] = [width(), 1.45 * size];
    const box = svgElement("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: h / 3 });
    const text = svgElement("text", { x, y: y + 0.36 * size, "font-size": size }, short);
    const star = svgElement("polygon", { points: STAR, class: "star", transform: `translate(${x + w / 2} ${y - h / 2}) scale(${0.24 * side})` });
    const group = svgElement("g", { class: `score ${mood}${picked ? " picked" : ""}` }, box, text, ...(best ? [star] : []));
    if (expected && mood !== "win" && mood !== "loss") group.style.setProperty("--mood", colourOf(Number(expected)));
    return group;
  }

  function arrow(from, to, side, kind) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    const head = 0.32 * side;
    const [x, y] = [to.x - 0.1 * side * ux, to.y - 0.1 * side * uy];
    const [bx, by] = [x - head * ux, y - head * uy];
    const line = { x1: from.x + 0.2 * side * ux, y1: from.y + 0.2 * side * uy, x2: bx, y2: by };
    const tip = `${x},${y} ${bx - 0.6 * head * uy},${by + 0.6 * head * ux} ${bx + 0.6 * head * uy},${by - 0.6 * head * ux}`;
    return svgElement(
      "g",
      { class: `score-arrow ${kind}` },
      svgElement("line", { ...line, class: "under", "stroke-width": 0.19 * side }),
      svgElement("polygon", { points: tip, class: "under", "stroke-width": 0.07 * side }),
      svgElement("line", { ...line, "stroke-width": 0.12 * side }),
      svgElement("polygon", { points: tip }),
    );
  }

  // A move: an arrow between its places, or a frame around the only one.
  function trace(places, kind) {
    const [first, last] = [places[0], places.at(-1)];
    if (places.length > 1) return arrow(first, last, sideOf(places), kind);
    const { x, y, w, h } = first;
    return svgElement("g", { class: `score-frame ${kind}` }, svgElement("rect", { x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 6 }));
  }

  function score(svg, row, chosen) {
    const all = placesOf(svg, row.dataset.path);
    const places = chosen ? all.slice(-1) : all; // arrows would hide the targets of the chosen piece
    if (!places.length) return [];
    const about = { ...row.dataset, picked: row.hasAttribute("aria-current"), best: row.hasAttribute("data-best") };
    const side = sideOf(places);
    if (places.length === 1) return [badge(places[0], Math.max(places[0].w, places[0].h), side, about)];
    const [from, to] = [places[0], places.at(-1)];
    const at = { x: from.x + 0.62 * (to.x - from.x), y: from.y + 0.62 * (to.y - from.y) };
    return [arrow(from, to, side, about.mood), badge(at, 0.95 * side, 0.8 * side, about)];
  }

  function draw() {
    const svg = picture();
    if (!svg) return;
    svg.querySelector(".score-layer")?.remove();
    const layer = svgElement("g", { class: "score-layer", "aria-hidden": "true" });
    const chosen = (document.getElementById("touch")?.elements.chosen.value ?? "").replace(/(.)$/, "$1 ");
    const step = document.querySelector("#line [aria-current][data-path]");
    const hint = document.querySelector("#hint-text[data-path]");
    if (step) {
      const places = placesOf(svg, step.dataset.path);
      if (places.length) layer.append(trace(places, "step"));
    } else if (!document.querySelector("#line[data-step]:not([data-step='0'])")) {
      const from = ["#analysis", "#scores"].find((box) => document.querySelector(`${box} [data-short]`)) ?? "body";
      const known = [...document.querySelectorAll(`${from} [data-short][data-path]`)];
      const rows = known.filter((row) => row.dataset.path && `${row.dataset.path} `.startsWith(chosen));
      const broad = !chosen && rows.filter((row) => row.dataset.path.includes(" ")).length > MANY;
      const kept = rows.filter((row, i) => !broad || i < FEW || row.hasAttribute("aria-current"));
      kept.sort((a, b) => a.hasAttribute("aria-current") - b.hasAttribute("aria-current"));
      const drawn = kept.reverse().map((row) => score(svg, row, chosen));
      layer.append(...drawn.flatMap((parts) => parts.slice(0, -1)), ...drawn.flatMap((parts) => parts.slice(-1)));
    }
    const places = hint && !chosen ? placesOf(svg, hint.dataset.path) : [];
    if (places.length) layer.append(trace(places, "hint"));
    if (layer.childElementCount) svg.append(layer);
  }

  // The switch while playing: request the scores of the position once.
  const isOn = () => sessionStorage.getItem(KEY) === "on";

  function refresh() {
    const [knob, box] = ["scores-switch", "scores"].map((id) => document.getElementById(id));
    if (!knob || !box) return;
    knob.hidden = false;
    knob.setAttribute("aria-checked", isOn());
    if (!isOn()) box.replaceChildren();
    else if (box.dataset.address && !box.hasAttribute("data-asked")) {
      box.setAttribute("data-asked", "");
      box.textContent = box.dataset.working;
      htmx.ajax("GET", box.dataset.address, { source: box, target: box, swap: "innerHTML" });
    }
  }

  function show() {
    refresh();
    draw();
    const page = document.getElementById("analysis")?.dataset.page;
    if (page) history.replaceState(null, "", page);
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("#scores-switch")) return;
    sessionStorage.setItem(KEY, isOn() ? "off" : "on");
    document.getElementById("scores").removeAttribute("data-asked");
    refresh();
    draw();
  });

  // Arrow keys step through the line, unless a field has the focus.
  const STEPS = { ArrowLeft: "line-back", ArrowRight: "line-forward" };

  document.addEventListener("keydown", (event) => {
    const held = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (held || !(event.key in STEPS) || event.target.matches?.("input, select, .scroll")) return;
    const link = document.getElementById(STEPS[event.key]);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  // The line is played on the board, a move at a time, until its end or another click.
  const PACE = 1000;
  let playing = 0;

  function stop() {
    clearInterval(playing);
    playing = 0;
    showPlaying();
  }

  function showPlaying() {
    const button = document.getElementById("line-play");
    if (!button) return;
    button.hidden = !document.getElementById("line-forward") && !playing;
    button.setAttribute("aria-pressed", Boolean(playing));
  }

  function advance() {
    const link = document.getElementById("line-forward");
    if (link) link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: -1 }));
    else stop();
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#line-play")) {
      if (playing) return stop();
      playing = setInterval(advance, PACE);
      advance();
    } else if (playing && event.detail !== -1) stop();
  });

  document.addEventListener("htmx:afterSettle", showPlaying);

  // The line of a move that is picked far down stands above the moves.
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!detail.requestConfig?.triggeringEvent?.target?.closest?.("#analysis-moves")) return;
    document.getElementById("refutation")?.scrollIntoView({ block: "nearest" });
  });

  // The analysis deepens while one looks at it.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && event.target.closest?.("#analysis, #scores")) event.preventDefault();
  });

  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("spielbaum:selected", draw); // a piece, before the server answers
  document.addEventListener("spielbaum:unscored", draw); // the analysis has been left
  document.addEventListener("DOMContentLoaded", show);
})();
