// Writing a game: numbers of lines, the line at fault, and a draft that this browser keeps.
"use strict";

(() => {
  const DRAFT = "own-game";
  const text = document.getElementById("source");
  const numbers = document.getElementById("own-numbers");
  const reset = document.getElementById("own-reset");
  const example = document.getElementById("own-example").content.textContent;
  let fault = 0;

  function number() {
    const rows = text.value.split("\n").length;
    numbers.replaceChildren(...Array.from({ length: rows }, (_, row) => {
      const one = document.createElement("div");
      one.textContent = row + 1;
      one.className = row + 1 === fault ? "fault" : "";
      return one;
    }));
    numbers.scrollTop = text.scrollTop;
    reset.hidden = text.value === example;
  }

  // The line at fault is selected and brought into view.
  function showFault() {
    fault = Number(document.getElementById("own-verdict").dataset.line ?? 0);
    number();
    if (!fault) return;
    const lines = text.value.split("\n");
    const start = lines.slice(0, fault - 1).join("\n").length + (fault > 1 ? 1 : 0);
    text.setSelectionRange(start, start + (lines[fault - 1]?.length ?? 0));
    text.scrollTop = Math.max(0, (fault - 5) * (text.scrollHeight / lines.length));
    text.focus({ preventScroll: true });
  }

  text.addEventListener("input", () => {
    localStorage.setItem(DRAFT, text.value);
    fault = 0;
    number();
  });
  text.addEventListener("scroll", () => (numbers.scrollTop = text.scrollTop));
  reset.addEventListener("click", () => {
    text.value = example;
    localStorage.removeItem(DRAFT);
    fault = 0;
    number();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.elt.id !== "own-compiled") showFault();
  });

  if (text.value === example) text.value = localStorage.getItem(DRAFT) ?? text.value;
  number();
})();
