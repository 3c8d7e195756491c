// A lesson: one part at a time. The search stands before the question, and goes on when it is answered.
"use strict";

// Chapters that were read to their end are marked in the list of chapters.
for (const link of document.querySelectorAll(".chapters [data-chapter]")) {
  try {
    const done = localStorage.getItem(`spielbaum-lesson-${link.dataset.chapter}`) !== null;
    link.classList.toggle("done", done);
    link.querySelector(".done-mark").hidden = !done;
  } catch { /* a browser that keeps nothing */ }
}

(() => {
  const lesson = document.getElementById("lesson");
  if (!lesson) return;
  const scenes = [...lesson.querySelectorAll(".scene")];
  const trees = [...lesson.querySelectorAll(".lesson-trees > *")];
  const parts = lesson.querySelector(".parts");
  const [back, next, dots] = [".back", ".next", ".dots"].map((name) => parts.querySelector(name));
  const kept = `spielbaum-lesson-${lesson.dataset.chapter}`;
  const viewers = new Map(); // element of a tree -> its viewer
  let current = -1;

  const shown = () => scenes[current];
  const viewer = () => viewers.get(trees[Number(shown().dataset.tree)]);
  const asks = (scene) => scene.querySelector(".ask-one") !== null;
  const isAnswered = (scene) => !asks(scene) || scene.classList.contains("answered");

  /** Bring the search to where it stands in the current part. */
  function place(plays) {
    const found = viewer();
    if (!found) return;
    const { stop, until } = shown().dataset;
    const end = isAnswered(shown()) ? Number(until) : Number(stop);
    if (plays && end > Number(stop)) found.transport.playPart(Number(stop), end);
    else found.transport.goTo(end, true);
  }

  /** Mark the nodes that stand for the chosen answers in the tree. */
  function mark() {
    const chosen = [...shown().querySelectorAll("[data-node]:checked")].map((input) => input.dataset.node);
    viewer()?.mark(chosen);
  }

  function show(number, { focuses = true } = {}) {
    current = Math.min(scenes.length - 1, Math.max(0, number));
    scenes.forEach((scene, i) => { scene.hidden = i !== current; });
    lesson.classList.toggle("begins", current === 0);
    trees.forEach((tree, i) => tree.classList.toggle("elsewhere", i !== Number(shown().dataset.tree)));
    [...dots.children].forEach((dot, i) => {
      dot.classList.toggle("done", i < current || isAnswered(scenes[i]) && asks(scenes[i]));
      if (i === current) dot.setAttribute("aria-current", "step");
      else dot.removeAttribute("aria-current");
    });
    parts.querySelector(".count").textContent = `${current + 1} / ${scenes.length}`;
    back.disabled = current === 0;
    next.disabled = current === scenes.length - 1;
    for (const other of viewers.values()) if (other !== viewer()) other.transport.pause();
    place(!asks(shown()));
    mark();
    history.replaceState(null, "", `#${current + 1}`);
    if (focuses) shown().focus({ preventScroll: true });
    if (current === scenes.length - 1) remember();
    lesson.dispatchEvent(new CustomEvent("lesson:part", { bubbles: true, detail: { part: current + 1, parts: scenes.length } }));
  }

  function remember() {
    try {
      localStorage.setItem(kept, "done");
    } catch { /* a browser that keeps nothing */ }
  }

  /** Show the answer of a part, with a verdict on the chosen one if there is one. */
  function reveal(scene, judged) {
    const inputs = [...scene.querySelectorAll("input")];
    const right = inputs.every((input) => input.checked === ("right" in input.dataset));
    scene.classList.add("answered");
    const verdict = scene.querySelector(".verdict");
    verdict.hidden = !judged;
    verdict.textContent = right ? lesson.dataset.right : lesson.dataset.wrong;
    verdict.className = `verdict ${right ? "good" : "bad"}`;
    for (const input of inputs) input.disabled = true;
    const answer = scene.querySelector(".answer");
    answer.open = true;
    answer.setAttribute("tabindex", "-1");
    answer.focus({ preventScroll: true });
    answer.scrollIntoView({ block: "nearest" });
    place(true);
    lesson.dispatchEvent(new CustomEvent("lesson:answer", { bubbles: true, detail: { part: scenes.indexOf(scene) + 1, right, judged } }));
  }

  /** Choose the answer for which a node stands. */
  function pick(name) {
    const input = shown().querySelector(`[data-node="${CSS.escape(name)}"]`);
    if (!input || input.disabled) return;
    input.checked = input.type === "radio" || !input.checked;
    mark();
    if (input.type === "radio") reveal(shown(), true);
  }

  lesson.addEventListener("submit", (event) => {
    event.preventDefault();
    const scene = event.target.closest(".scene");
    if (scene.querySelector(":checked") || "many" in scene.dataset) reveal(scene, true);
  });
  lesson.addEventListener("change", (event) => {
    if (!event.target.matches(".ask-one input")) return;
    mark();
  });
  lesson.addEventListener("click", (event) => {
    if (event.target.matches("[type=radio]") && event.detail > 0) reveal(event.target.closest(".scene"), true); // the mouse needs no button
    if (event.target.closest(".reveal")) reveal(event.target.closest(".scene"), false);
    const at = event.target.closest(".at");
    if (at) viewer()?.point(at.dataset.node);
  });
  for (const [name, on] of [["mouseover", true], ["mouseout", false]]) {
    lesson.addEventListener(name, (event) => {
      const at = event.target.closest(".at");
      if (at) viewer()?.point(on ? at.dataset.node : null);
    });
  }
  document.addEventListener("tree:ready", (event) => {
    viewers.set(event.target, event.detail);
    if (current >= 0 && event.detail === viewer()) {
      place(false);
      mark();
    }
  });
  document.addEventListener("tree:pick", (event) => { if (lesson.contains(event.target)) pick(event.detail); });
  back.addEventListener("click", () => show(current - 1));
  next.addEventListener("click", () => show(current + 1));
  // The keys of a presenter, in a hall: first the answer, then the next part.
  document.addEventListener("keydown", (event) => {
    const by = { PageDown: 1, PageUp: -1 }[event.key];
    if (!by || !document.documentElement.hasAttribute("data-hall")) return;
    event.preventDefault();
    if (by > 0 && !isAnswered(shown())) reveal(shown(), false);
    else show(current + by);
  });
  addEventListener("hashchange", () => {
    const part = Number(/^#(\d+)$/.exec(location.hash)?.[1]);
    if (part && part !== current + 1) show(part - 1);
  });

  scenes.forEach((scene, i) => {
    const label = scene.getAttribute("aria-label");
    const dot = document.createElement("button");
    dot.type = "button";
    dot.title = label;
    dot.setAttribute("aria-label", label);
    dot.addEventListener("click", () => show(i));
    dots.append(dot);
  });
  for (const found of window.spielbaumTrees?.viewers ?? []) viewers.set(found.element, found);
  parts.hidden = false;
  lesson.classList.add("ready");
  window.spielbaumLesson = { show: (part) => show(part - 1), reveal: () => { if (!isAnswered(shown())) reveal(shown(), false); }, get part() { return current + 1; }, get revealed() { return asks(shown()) && isAnswered(shown()); } };
  show(Number(/^#(\d+)$/.exec(location.hash)?.[1] ?? 1) - 1, { focuses: false });
})();
