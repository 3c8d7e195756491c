// A class keeps pace with its teacher: windows of students follow, and say where they are. Also the view for a hall.
"use strict";

(() => {
  const [KEPT, HALL] = ["class", "hall"];
  const SOON = 60; // milliseconds between two messages to the server
  const HIDDEN = 10_000; // milliseconds after which a hidden window no longer listens
  const [REDRAW, RETRY] = [400, 2000]; // milliseconds before the teacher's page is redrawn, and a stream opened again
  const { label, over } = document.currentScript.dataset;
  const root = document.currentScript.dataset.root.slice(0, -1);

  const viewers = () => [...(window.spielbaumTrees?.viewers ?? []), ...(window.spielbaumGrowth?.viewers ?? []).filter((one) => one.model)];
  const trees = () => [...document.querySelectorAll(".tree-viewer, .growth")].map((tree) =>
    viewers().find((viewer) => viewer.element === tree));

  // The view for a hall
  const hall = document.getElementById("hall");

  function showHall(on) {
    document.documentElement.toggleAttribute("data-hall", on);
    if (hall) hall.checked = on;
  }

  hall?.addEventListener("change", () => {
    if (hall.checked) sessionStorage.setItem(HALL, "on");
    else sessionStorage.removeItem(HALL);
    showHall(hall.checked);
    for (const viewer of trees()) viewer?.hall?.turn();
    if (hall.checked) document.documentElement.requestFullscreen?.().catch(() => {}); // a browser may refuse
    else if (document.fullscreenElement) document.exitFullscreen();
  });
  showHall(sessionStorage.getItem(HALL) !== null);

  // A window belongs to a class once it has shown the page of its seat, or that of the teacher.
  const entrance = document.querySelector("[data-class-window]");
  if (entrance) sessionStorage.setItem(KEPT, entrance.dataset.classWindow);
  const kept = sessionStorage.getItem(KEPT);
  if (!kept) return;
  const [own, query] = [kept.split("?")[0], kept.includes("?") ? `?${kept.split("?")[1]}` : ""];
  const leads = own.startsWith(`${root}/class/`);

  const bar = document.createElement("aside"); // not below the page of the teacher, which says the same
  bar.id = "class-bar";
  bar.className = "class-bar";
  bar.setAttribute("aria-label", label);
  if (!(leads && entrance)) document.body.append(bar);

  const here = () => location.pathname.slice(root.length) + location.search + location.hash;
  const lesson = () => window.spielbaumLesson;
  const post = (command, fields) =>
    fetch(`${own}/${command}${query}`, { method: "POST", body: new URLSearchParams(fields), keepalive: true });

  // Messages are sent at once, one after the other and not too often; what was sent last is not sent again.
  function messenger(command, fieldsNow, heard) {
    let [sent, waiting, last, isOnItsWay] = ["", 0, 0, false];

    async function send() {
      waiting = 0;
      const fields = fieldsNow();
      const text = JSON.stringify(fields);
      if (!fields || text === sent) return;
      [sent, last, isOnItsWay] = [text, Date.now(), true];
      const answer = await post(command, fields).catch(() => null);
      isOnItsWay = false;
      if (answer?.ok) heard?.(answer);
      if (answer) tellSoon();
      else sent = ""; // offline
    }

    function tellSoon() {
      if (!waiting && !isOnItsWay) waiting = setTimeout(send, Math.max(0, SOON - (Date.now() - last)));
    }

    return tellSoon;
  }

  // The teacher shows pages, and the steps of their trees.
  let isShown = true;

  function mark() {
    bar.querySelector("[data-class-shown]")?.toggleAttribute("hidden", !isShown);
    bar.querySelector("[data-class-unshown]")?.toggleAttribute("hidden", isShown);
  }

  let node = ""; // the node to which the teacher points: the numbers of its tree and pane, and its line

  document.addEventListener("tree:select", ({ detail: { pane, id } }) => {
    const tree = trees().findIndex((viewer) => viewer?.panes?.includes(pane));
    node = id < 0 || tree < 0 ? "" : JSON.stringify([tree, trees()[tree].panes.indexOf(pane), ...pane.model.path(id)]);
  });

  const steps = () => trees().map((viewer) => viewer?.transport.step ?? 0).join(" ");
  const shown = () => ({ address: here(), steps: steps(), revealed: lesson()?.revealed ? "1" : "", node });
  const show = messenger("show", () => (entrance ? null : shown()), async (answer) => {
    isShown = (await answer.json()).shown;
    mark();
  });

  // Students say where they are, and what they answered.
  let judgement = null; // the answer to a question of a lesson

  function answered() {
    const verdict = document.querySelector("#verdict:not([hidden])");
    const answer = ["right", "wrong", "open"].find((state) => verdict?.classList.contains(state)) ?? "";
    const field = document.querySelector("#exercise [aria-invalid=true]");
    const given = field?.type === "checkbox" ? "" : ` = ${field?.value}`;
    const wrong = verdict?.dataset.wrong ?? (field ? field.name.replace(/^[a-z]+-/, "") + given : "");
    return { address: here(), answer, wrong: answer === "wrong" ? wrong : "", ...judgement };
  }

  document.addEventListener("lesson:part", () => (judgement = null));
  document.addEventListener("lesson:answer", ({ target, detail: { right, judged } }) => {
    const chosen = [...target.querySelectorAll(".scene:not([hidden]) :checked")].map((input) => input.closest("label").textContent.trim());
    if (judged) judgement = { answer: right ? "right" : "wrong", wrong: right ? "" : chosen.join(", ") };
  });

  const report = messenger("report", () => (entrance ? null : answered()));
  const tell = leads ? show : report;

  for (const name of ["htmx:afterSettle", "tree:step", "tree:select", "lesson:part", "lesson:answer"]) document.addEventListener(name, tell);
  window.addEventListener("popstate", tell);
  window.addEventListener("pageshow", tell);

  // Students follow to pages, to parts of a lesson, to moves of a game, and to steps of a tree.
  function parsed(address) {
    const url = new URL(`${root}${address}`, location.origin);
    url.searchParams.delete("lang");
    url.searchParams.sort();
    return url;
  }

  function withLanguage(url) {
    const language = new URLSearchParams(location.search).get("lang");
    if (language) url.searchParams.set("lang", language);
    return url;
  }

  let wanted = { steps: [] };

  function goToSteps() {
    const found = trees();
    if (wanted.revealed) lesson()?.reveal();
    wanted.steps.forEach((step, number) => {
      if (found[number] && found[number].transport.step !== step) found[number].transport.goTo(step, true);
    });
    point();
  }

  function point() {
    if (!wanted.node) return;
    const [tree, number, ...line] = JSON.parse(wanted.node);
    const viewer = trees()[tree];
    const pane = viewer?.panes?.[number];
    const id = pane?.model.find(line) ?? -1;
    if (id < 0 || !pane.at.has(id) || id === pane.current) return;
    pane.select(id, { focus: false, quiet: true });
    viewer.tell(pane, id);
  }

  document.addEventListener("tree:ready", () => !leads && setTimeout(goToSteps)); // after a lesson that places its tree

  function follow(place) {
    const [there, now] = [parsed(place.address), parsed(here())];
    wanted = place;
    if (there.pathname === now.pathname && there.search === now.search) {
      if (there.hash !== now.hash) lesson()?.show(Number(there.hash.slice(1)) || 1);
      goToSteps();
    } else if (there.pathname === now.pathname && document.querySelector("#game[data-view]")) {
      htmx.ajax("GET", `${there.pathname}/view${withLanguage(there).search}`, { source: "#game", target: "#game", swap: "outerHTML" });
    } else location.assign(withLanguage(there));
  }

  function forget() {
    sessionStorage.removeItem(KEPT);
    events.close();
  }

  document.addEventListener("submit", (event) => event.target.matches(".class-end") && forget());

  function leave(sentence = "") {
    forget();
    bar.replaceChildren(sentence);
    if (entrance) location.assign(`${root}/class`);
  }

  let events = null;

  function listen() {
    events?.close();
    events = new EventSource(`${own}/events${query}`);
    events.addEventListener("bar", (event) => {
      bar.innerHTML = event.data;
      if (leads) mark();
      offerGame();
    });
    events.addEventListener("place", (event) => {
      const place = JSON.parse(event.data);
      if (place.address && !place.free) follow(place);
    });
    events.addEventListener("seats", redraw);
    events.addEventListener("over", () => leave(over));
    events.addEventListener("error", () => events.readyState === EventSource.CLOSED && setTimeout(ask, RETRY));
  }

  // Students who work alone may play from the position of a game.
  function offerGame() {
    const [from, goes] = [document.getElementById("from-here"), bar.querySelector("[data-class-go]")];
    if (!from || !goes) return;
    const link = document.createElement("a");
    link.href = from.href;
    link.textContent = from.textContent;
    goes.after(link);
  }

  document.addEventListener("htmx:afterSettle", () => {
    const from = document.getElementById("from-here");
    const link = bar.querySelector("[data-class-go] + a");
    if (from && link) link.href = from.href;
  });

  // A stream also ends when its page is left, or the server is busy.
  async function ask() {
    const answer = await fetch(`${own}/events${query}`, { method: "HEAD" }).catch(() => null);
    if (answer?.status === 404) leave(over);
    else if (!document.hidden && sessionStorage.getItem(KEPT)) listen();
  }

  // A browser has few connections to a server, so hidden windows do not listen.
  let closing = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(closing);
    if (document.hidden) closing = setTimeout(() => events.close(), HIDDEN);
    else if (events.readyState === EventSource.CLOSED && sessionStorage.getItem(KEPT)) listen();
  });
  window.addEventListener("pagehide", () => events.close());
  window.addEventListener("pageshow", (event) => event.persisted && location.reload());

  bar.addEventListener("click", (event) => {
    if (event.target.closest("[data-class-leave]")) leave();
  });
  bar.addEventListener("submit", (event) => {
    event.preventDefault();
    fetch(event.target.action, { method: "POST", headers: { "HX-Request": "true" } });
  });

  // The page of the teacher is redrawn at most once in a while.
  const board = () => document.getElementById("class-board");
  let drawing = 0;

  function redraw() {
    if (!board() || drawing) return;
    drawing = setTimeout(() => {
      drawing = 0;
      htmx.ajax("GET", board().dataset.part, { source: board(), target: "#class-board", swap: "outerHTML" });
    }, REDRAW);
  }

  listen();
})();
