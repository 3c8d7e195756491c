// A branch of an exercise is struck out by a click on its line; what was found is announced. All else is a form.
"use strict";

function strike(box) {
  const name = CSS.escape(box.id.replace("cut-", ""));
  document.querySelector(`.exercise-tree .branch[data-branch="${name}"]`)?.classList.toggle("struck", box.checked);
}

document.addEventListener("change", (event) => {
  if (event.target.matches?.("#exercise [type=checkbox]")) strike(event.target);
});

document.addEventListener("click", (event) => {
  const line = event.target.closest?.(".exercise-tree .reach");
  if (line) document.getElementById(line.dataset.for)?.click();
});

let scrolled = 0; // a wide tree stays where it was

document.addEventListener("htmx:beforeSwap", () => {
  scrolled = document.querySelector(".sheet")?.scrollLeft ?? 0;
});

document.addEventListener("htmx:afterSettle", () => {
  document.querySelector(".sheet")?.scrollTo(scrolled, 0);
  const exercise = document.getElementById("exercise");
  const announce = document.getElementById("announce");
  if (exercise && announce) announce.textContent = exercise.dataset.announce;
});
