// A click on its line strikes out a branch; the verdict is announced. The rest is a form.
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

// A tree that is wider than the screen begins with its root.
for (const sheet of document.querySelectorAll(".sheet")) sheet.scrollLeft = (sheet.scrollWidth - sheet.clientWidth) / 2;

let scrolled = 0; // keeps the scroll position of a wide tree

document.addEventListener("htmx:beforeSwap", () => {
  scrolled = document.querySelector(".sheet")?.scrollLeft ?? 0;
});

document.addEventListener("htmx:afterSettle", () => {
  document.querySelector(".sheet")?.scrollTo(scrolled, 0);
  const exercise = document.getElementById("exercise");
  const announce = document.getElementById("announce");
  if (exercise && announce) announce.textContent = exercise.dataset.announce;
});
