// Playing by keyboard: typed names of places such as 4 or e2 make moves; arrow keys step through the moves.
"use strict";

(() => {
  const OFF = "keys-off";
  const LONGEST = 1500; // the most milliseconds between two keys of one name
  const AMBIGUOUS = 500; // milliseconds after which 1 is not the start of 11
  const FIELDS = "input:not([type=checkbox]), select, textarea, .scroll, #moves";
  const STEPS = { ArrowLeft: "go-back", ArrowRight: "go-forward", ArrowUp: "go-first", ArrowDown: "go-last", Home: "go-first", End: "go-last" };
  const PRESENTER = { PageUp: "go-back", PageDown: "go-forward" }; // in a hall
  const COMMANDS = { f: "#flip", l: "[data-sheet=why]", s: "#scores-switch", u: "#undo", h: "#hint" };
  let typed = "";
  let waiting = 0;

  const isOff = () => sessionStorage.getItem(OFF) !== null;
  const places = () => [...document.querySelectorAll("#board [role=button]")];
  const nameOf = (place) => place.dataset.place.toLowerCase();

  // Letters are commands unless the name of a place begins with them.
  const isName = (text) => [...document.querySelectorAll("#board [data-place]")].some((place) => nameOf(place).startsWith(text));

  // On the board itself, arrow keys go from place to place.
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "?" && document.getElementById("keys") && !event.target.matches?.(FIELDS)) {
      document.getElementById("keys").open = true;
      document.querySelector("#keys summary").focus();
    }
    if (event.shiftKey || !document.querySelector("#game[data-steps]") || event.target.matches?.(FIELDS)) return;
    const step = STEPS[event.key] ?? (document.documentElement.hasAttribute("data-hall") ? PRESENTER[event.key] : undefined);
    if (step) {
      event.preventDefault();
      document.getElementById(step)?.click();
    } else if (event.key === "Escape") {
      typed = "";
    } else if (isOff() && event.key in COMMANDS) {
      document.querySelector(COMMANDS[event.key])?.click();
    } else if (/^[a-z0-9]$/i.test(event.key) && !isOff()) {
      clearTimeout(waiting);
      const key = event.key.toLowerCase();
      typed += key;
      if (key in COMMANDS && !isName(key) && !isName(typed)) {
        typed = "";
        document.querySelector(COMMANDS[key])?.click();
        return;
      }
      interpret();
      waiting = setTimeout(() => (typed = ""), LONGEST);
    }
  });

  // Keys wait for the answer to the last request.
  document.addEventListener("htmx:afterSettle", () => typed && interpret());

  function interpret() {
    if (!places().length || document.querySelector(":is(#watch, #game, #game form).htmx-request")) return;
    const begun = (text) => places().filter((place) => nameOf(place).startsWith(text));
    while (typed && !begun(typed).length && !names(typed)) typed = typed.slice(1);
    const found = names(typed);
    if (!found) return;
    const [place, length] = found;
    if (length === typed.length && begun(typed).length > 1) {
      clearTimeout(waiting);
      waiting = setTimeout(() => choose(place, length), AMBIGUOUS);
    } else choose(place, length);
  }

  // The place with the longest name that starts the typed text.
  function names(text) {
    for (let length = text.length; length > 0; length--) {
      const place = places().find((one) => nameOf(one) === text.slice(0, length));
      if (place) return [place, length];
    }
    return null;
  }

  function choose(place, length) {
    typed = typed.slice(length);
    if (!place.isConnected) return;
    place.focus({ preventScroll: true });
    place.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }

  function show() {
    const box = document.getElementById("keys-on");
    if (box) box.checked = !isOff();
  }

  document.addEventListener("change", (event) => {
    if (event.target.id !== "keys-on") return;
    if (event.target.checked) sessionStorage.removeItem(OFF);
    else sessionStorage.setItem(OFF, "1");
  });
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSettle", show);
})();
