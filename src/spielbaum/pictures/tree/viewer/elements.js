/* Elements of the page, without markup: no styles, no handlers in attributes. */
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";

  function make(name, attributes = {}, ...inner) {
    const element = ["svg", "g", "path", "rect", "circle", "text", "title"].includes(name)
      ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    element.append(...inner);
    return element;
  }

  function button(text, label, action) {
    const made = make("button", { type: "button", title: label, "aria-label": label }, text);
    made.addEventListener("click", action);
    return made;
  }

  Object.assign(window.spielbaumTrees, { make, button });
})();
