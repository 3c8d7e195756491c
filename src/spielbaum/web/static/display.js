// How pages look: signs on discs for those who do not tell colours apart. The choice is kept in this browser.
"use strict";

(() => {
  const KEY = "signs";
  const isOn = () => localStorage.getItem(KEY) === "on";
  const show = () => document.documentElement.toggleAttribute("data-signs", isOn());

  show();
  document.addEventListener("DOMContentLoaded", () => {
    const box = document.getElementById("signs");
    if (box) box.checked = isOn();
    const rooms = document.querySelector(".rooms");
    const here = rooms?.querySelector("[aria-current]");
    if (here) rooms.scrollLeft = here.offsetLeft - (rooms.clientWidth - here.offsetWidth) / 2;
  });
  document.addEventListener("change", (event) => {
    if (event.target.id !== "signs") return;
    localStorage.setItem(KEY, event.target.checked ? "on" : "off");
    show();
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".display[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector(".display[open]");
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });
})();
