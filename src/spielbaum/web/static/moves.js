// What a window does before the server answers: it selects pieces, shows moves and takes refused ones back.
// Also the sheets beside the board, clocks, sound, and arrows drawn by hand.
"use strict";

(() => {
  const LOW = 20; // seconds
  const SELECTED = "spielbaum:selected";
  const board = () => document.getElementById("board");
  const watch = () => document.getElementById("watch");
  const placeOf = (name) => [...document.querySelectorAll("#board [data-place]")].find((one) => one.dataset.place === name);

  // Selecting a piece needs no request: the page knows the clicks of every move.
  let rest = null; // the attributes of the places before a piece was selected
  let sent = null; // {board, html, ply}: what to restore if a move is refused

  const begins = (path, start) => start.every((name, i) => path[i] === name);

  window.playAhead = (place, form) => {
    if (sent?.board.isConnected) return true; // one move at a time
    const paths = form.dataset.paths ? JSON.parse(form.dataset.paths) : null;
    if (!paths) return false;
    const name = place.dataset.place;
    const chosen = form.elements.chosen.value.split(" ").filter(Boolean);
    if (chosen.includes(name)) return select(form, paths, chosen.slice(0, chosen.indexOf(name)));
    for (const start of [[...chosen, name], [name]]) {
      const found = paths.filter((path) => begins(path, start));
      if (!found.length) continue;
      const complete = found.filter((path) => path.length === start.length);
      if (complete.length === 1 && found.length === 1) return send(form, start);
      if (complete.length || !placeOf(start[0]).querySelector(".piece")) {
        form.elements.chosen.value = start.slice(0, -1).join(" ");
        return false; // the server offers the choice
      }
      return select(form, paths, start);
    }
    return select(form, paths, []);
  };

  function select(form, paths, chosen) {
    form.elements.chosen.value = chosen.join(" ");
    const places = [...document.querySelectorAll("#board [data-place]")];
    rest ??= places.map((place) => [place, ["class", "role", "tabindex", "focusable"].map((name) => [name, place.getAttribute(name)])]);
    document.querySelector("#board .local-marks")?.remove();
    for (const [place, attributes] of rest) {
      for (const [name, value] of attributes) value === null ? place.removeAttribute(name) : place.setAttribute(name, value);
    }
    if (!chosen.length) {
      rest = null;
      document.dispatchEvent(new Event(SELECTED));
      return true;
    }
    const targets = new Set(paths.filter((path) => begins(path, chosen)).map((path) => path[chosen.length]));
    const layer = svgElement("g", { class: "local-marks", "aria-hidden": "true" });
    for (const place of places) {
      const { place: name } = place.dataset;
      const isTarget = targets.has(name);
      place.classList.toggle("target", isTarget);
      place.classList.toggle("chosen", chosen.includes(name));
      if (isTarget) for (const [key, value] of Object.entries({ role: "button", tabindex: "-1", focusable: "true" })) place.setAttribute(key, value);
      if (isTarget || chosen.includes(name)) layer.append(mark(place, isTarget));
    }
    board().querySelector("svg").append(layer);
    document.dispatchEvent(new Event(SELECTED));
    return true;
  }

  function mark(place, isTarget) {
    const { x, y, w, h } = middleOf(place);
    if (isTarget && place.querySelector(".piece, text")) {
      const ring = { class: "ring", cx: x, cy: y, rx: w / 2 - 3, ry: h / 2 - 3 };
      return svgElement("g", { class: "local-mark" }, svgElement("ellipse", ring), svgElement("ellipse", ring));
    }
    if (isTarget) return svgElement("g", { class: "local-mark" }, svgElement("circle", { cx: x, cy: y, r: Math.min(7, 0.3 * Math.min(w, h)) }));
    const frame = { x: x - w / 2 + 3, y: y - h / 2 + 3, width: w - 6, height: h - 6 };
    return svgElement("g", { class: "local-mark" }, svgElement("rect", frame), svgElement("rect", frame));
  }

  // An application in a page needs no connection, and has no such sentence.
  const isOffline = () => !navigator.onLine && !!watch()?.dataset.offline;

  function send(form, path) {
    if (isOffline()) {
      say(watch().dataset.offline);
      return true;
    }
    const now = board();
    document.querySelector("#board .local-marks")?.remove();
    sent = { board: now, html: now.innerHTML, ply: now.dataset.ply, form };
    rest = null;
    show(now, path);
    form.elements.chosen.value = path.slice(0, -1).join(" ");
    form.elements.place.value = path.at(-1);
    form.requestSubmit();
    return true;
  }

  // The piece goes to its place now; what else the move does is drawn with the answer.
  function show(now, path) {
    now.classList.add("sending");
    if (now.hasAttribute("data-hopping")) return; // its way is known with the answer
    now.dataset.ply = Number(now.dataset.ply) + 1; // so that nothing glides a second time
    const [from, to] = [placeOf(path[0]), placeOf(path.at(-1))];
    window.showPieces(() => (path.length > 1 ? carry(from, to) : put(to)));
    heard.ply = Number(now.dataset.ply); // nor sounds
    sound("move");
  }

  function carry(from, to) {
    const piece = from?.querySelector(".piece");
    const home = [...(to?.querySelectorAll("g[transform^=translate]") ?? [])].at(-1);
    if (!piece || !home) {
      put(to);
      return;
    }
    for (const other of home.querySelectorAll(".piece")) other.remove();
    home.append(piece);
    piece.classList.remove("lifted");
  }

  function put(to) {
    const ghost = to?.querySelector(".ghost");
    if (!ghost) {
      to?.classList.add("pending");
      return;
    }
    ghost.setAttribute("class", "piece");
    ghost.removeAttribute("opacity");
  }

  function takeBack(sentence) {
    const { board: old, html, ply, form } = sent;
    sent = null;
    if (!old.isConnected) return;
    old.innerHTML = html;
    old.dataset.ply = ply;
    old.classList.remove("sending");
    form.elements.chosen.value = "";
    old.querySelector("[role=button]")?.setAttribute("tabindex", "0");
    if (sentence) say(sentence);
  }

  function say(sentence) {
    const notice = document.getElementById("notice");
    const line = document.createElement("p");
    line.className = "notice wrong";
    line.textContent = sentence;
    notice.replaceChildren(line);
  }

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (elt === watch() && (xhr.status === 0 || xhr.status >= 400)) heading = null;
    if (!sent || elt !== sent.form) return;
    if (xhr.status === 0) takeBack(isOffline() ? watch().dataset.offline : watch().dataset.lost);
    else if (xhr.status >= 400) takeBack();
    else sent = null;
  });
  window.addEventListener("offline", () => isOffline() && say(watch().dataset.offline));
  window.addEventListener("online", () => document.getElementById("notice")?.replaceChildren());

  // Sheets beside the board.
  const SHEET = "sheet";
  let loaded = { why: "", review: "" };

  function showSheet() {
    const page = watch();
    if (!page?.dataset.sheet) return;
    const sheet = sessionStorage.getItem(SHEET) ?? "play";
    page.dataset.sheet = sheet;
    for (const link of document.querySelectorAll(".sheet .tabs a")) {
      link.toggleAttribute("aria-current", link.dataset.sheet === sheet);
      if (link.dataset.sheet === sheet) link.setAttribute("aria-current", "page");
    }
    const analysing = sheet !== "play" || sessionStorage.getItem("scores") === "on";
    page.toggleAttribute("data-analysing", analysing);
    if (analysing) style(page);
    if (sheet !== "why") leaveLine(sheet);
    if (sheet !== "play") load("why", "analysis", "analysis", "outerHTML");
    if (sheet === "review") load("review", "review-sheet", "review", "innerHTML");
  }

  // The analysis ends with the moves; the line of a picked move, which is played on the board, with every other sheet.
  function leaveLine(sheet) {
    const line = document.getElementById("line");
    if (!loaded.why || (sheet !== "play" && !line)) return;
    document.getElementById("analysis")?.replaceWith(Object.assign(document.createElement("div"), { id: "analysis" }));
    loaded.why = "";
    document.dispatchEvent(new CustomEvent("spielbaum:unscored"));
    if (line && line.dataset.step !== "0") redraw(document.getElementById("game").dataset.view);
  }

  // The styles of the sheets would delay the board.
  function style(page) {
    for (const href of (page.dataset.styles ?? "").split(" ").filter(Boolean)) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    }
    delete page.dataset.styles;
  }

  function load(sheet, id, address, swap) {
    const { dataset } = document.getElementById("game");
    const key = `${dataset[address]} ${dataset.version.split(".")[0]}`;
    if (loaded[sheet] === key || !dataset[address]) return;
    loaded[sheet] = key;
    const earlier = document.getElementById(id);
    const target = earlier.cloneNode(true); // an answer for an earlier position finds its element gone
    earlier.replaceWith(target);
    htmx.ajax("GET", dataset[address], { source: target, target, swap });
  }

  // The bar and the sheets stay while the game is redrawn; htmx would keep them with an inline style.
  const KEPT = ["eval-bar", "analysis-sheet", "review-sheet"];
  let aside = [];

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (!detail.target?.isConnected) detail.shouldSwap = false;
    if (detail.target?.id !== "game" || !detail.shouldSwap) return;
    if (detail.xhr.status >= 400 && !detail.xhr.responseText.includes('id="game"')) {
      detail.shouldSwap = false; // the page of a proxy whose server is away
      say(watch().dataset.lost);
      return;
    }
    aside = KEPT.map((id) => document.getElementById(id)).filter(Boolean);
    for (const element of aside) element.remove();
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const element of aside) document.getElementById(element.id)?.replaceWith(element);
    aside = [];
  });

  // Steps that are faster than the answers add up.
  let heading = null;

  // Links to positions redraw the game only.
  const POSITIONS = "#moves a[href], .variation a[href], a[data-go], #review-sheet a[href*='ply=']";

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const sheet = event.target.closest?.("#watch a[data-sheet]");
    if (sheet && sheet.dataset.sheet !== "tree") {
      event.preventDefault();
      sessionStorage.setItem(SHEET, sheet.dataset.sheet);
      showSheet();
      return;
    }
    const link = event.target.closest?.(POSITIONS);
    if (!link || !document.querySelector("#watch #game")) return;
    const address = new URL(link.href?.baseVal ?? link.href, location.href);
    if (link.closest("#review-sheet") && !address.pathname.endsWith("/review")) return;
    event.preventDefault();
    const page = address.pathname.replace(/\/(review|why)$/, "");
    address.searchParams.delete("seconds");
    const step = { "go-back": -1, "go-forward": 1 }[link.id];
    if (step && !board().dataset.where.includes(".")) {
      const ply = (heading?.ply ?? Number(board().dataset.where)) + step;
      const waits = heading !== null;
      heading = { ply: Math.min(Math.max(ply, 0), Number(document.getElementById("game").dataset.plies)), page, address };
      if (!waits) stepOn();
    } else {
      heading = null;
      redraw(`${page}/view${address.search}`);
    }
  });

  function stepOn() {
    heading.address.searchParams.set("ply", heading.ply);
    redraw(`${heading.page}/view${heading.address.search}`);
  }

  const redraw = (address) => htmx.ajax("GET", address, { source: watch(), target: "#game", swap: "outerHTML" });

  // Clocks run between the answers of the server.
  let read = performance.now();

  function tick() {
    for (const clock of document.querySelectorAll("#players .clock[data-running]")) {
      const left = Math.max(0, Number(clock.dataset.seconds) - (performance.now() - read) / 1000);
      const [minutes, seconds] = [Math.floor(left / 60), left % 60];
      clock.textContent = left < LOW ? `0:${seconds.toFixed(1).padStart(4, "0")}` : `${minutes}:${String(Math.floor(seconds)).padStart(2, "0")}`;
      clock.classList.toggle("low", left < LOW);
    }
  }

  // Sound, off until it is switched on.
  const SOUND = "sound";
  const isLoud = () => localStorage.getItem(SOUND) === "on";
  const TONES = { move: [[330, 0]], end: [[392, 0], [494, 0.12], [587, 0.24]] };
  let speaker = null;
  let heard = { ply: 0, over: false };

  function sound(kind) {
    if (!isLoud()) return;
    speaker ??= new AudioContext();
    for (const [pitch, delay] of TONES[kind]) {
      const [tone, volume, from] = [speaker.createOscillator(), speaker.createGain(), speaker.currentTime + delay];
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.25, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + 0.15);
      tone.connect(volume).connect(speaker.destination);
      tone.start(from);
      tone.stop(from + 0.16);
    }
  }

  function listenToGame() {
    const now = { ply: Number(board()?.dataset.ply ?? 0), over: document.getElementById("game")?.hasAttribute("data-over") };
    if (now.over && !heard.over) sound("end");
    else if (now.ply > heard.ply) sound("move");
    heard = now;
    const knob = document.getElementById("sound-switch");
    if (!knob) return;
    knob.hidden = false;
    knob.setAttribute("aria-checked", isLoud());
  }

  document.addEventListener("click", (event) => {
    const knob = event.target.closest?.("#sound-switch");
    if (!knob) {
      if (event.target.closest?.("#scores-switch")) setTimeout(showSheet);
      return;
    }
    localStorage.setItem(SOUND, isLoud() ? "off" : "on");
    knob.setAttribute("aria-checked", isLoud());
    sound("move");
  });

  // Arrows and marks: drawn with the right button, and stored with the game.
  let from = null;

  const named = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("#board [data-place]")?.dataset.place;

  document.addEventListener("contextmenu", (event) => {
    if (document.getElementById("arrow-form") && event.target.closest?.("#board")) event.preventDefault();
  });
  document.addEventListener("pointerdown", (event) => (from = event.button === 2 ? named(event) : null));
  document.addEventListener("pointerup", (event) => {
    const form = document.getElementById("arrow-form");
    const to = event.button === 2 && from && named(event);
    if (!form || !to) return;
    form.elements.drawn.value = from === to ? from : `${from} ${to}`;
    const drawn = new Set(board().dataset.arrows.split("|").filter(Boolean));
    drawn.delete(form.elements.drawn.value) || drawn.add(form.elements.drawn.value);
    board().dataset.arrows = [...drawn].join("|");
    drawArrows();
    form.requestSubmit();
  });

  function drawArrows() {
    const svg = document.querySelector("#board > svg");
    svg?.querySelector(".arrow-layer")?.remove();
    const arrows = (board()?.dataset.arrows ?? "").split("|").filter(Boolean);
    if (!svg || !arrows.length) return;
    const layer = svgElement("g", { class: "arrow-layer", "aria-hidden": "true" });
    for (const drawn of arrows) {
      const places = drawn.split(" ").map(placeOf).filter(Boolean).map(middleOf);
      if (places.length) layer.append(places.length > 1 ? arrow(...places) : circle(places[0]));
    }
    svg.append(layer);
  }

  function arrow(start, end) {
    const side = Math.min(start.w, start.h, end.w, end.h);
    const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
    const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
    const [bx, by, half] = [end.x - 0.4 * side * ux, end.y - 0.4 * side * uy, 0.22 * side];
    const tip = `${end.x},${end.y} ${bx - half * uy},${by + half * ux} ${bx + half * uy},${by - half * ux}`;
    const line = svgElement("line", { x1: start.x, y1: start.y, x2: bx, y2: by, "stroke-width": 0.16 * side });
    return svgElement("g", { class: "drawn-arrow" }, line, svgElement("polygon", { points: tip }));
  }

  function circle({ x, y, w, h }) {
    const radius = Math.min(w, h) / 2 - 3;
    return svgElement("g", { class: "drawn-arrow" }, svgElement("circle", { cx: x, cy: y, r: radius, "stroke-width": 4 }));
  }

  // Options of a new game are applied as they are changed.
  document.addEventListener("change", (event) => {
    if (event.target.id?.startsWith("option-")) event.target.form.querySelector("#apply")?.click();
  });

  function settle() {
    rest = null;
    if (heading && board()?.dataset.where === String(heading.ply)) heading = null;
    else if (heading) stepOn();
    read = performance.now();
    if (!watch()) return;
    showSheet();
    tick();
    drawArrows();
    listenToGame();
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!watch()) return;
    document.querySelector("#actions:not([data-needed])")?.removeAttribute("open"); // the board has the same moves
    heard = { ply: Number(board().dataset.ply), over: document.getElementById("game").hasAttribute("data-over") };
    settle();
    setInterval(tick, 200);
  });
  document.addEventListener("htmx:afterSettle", (event) => event.target.id === "game" && settle());
})();
