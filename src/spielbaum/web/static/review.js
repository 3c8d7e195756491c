// The graph of a review: the nearest position is named under the pointer, and a click goes there.
"use strict";

(() => {
  const graphOf = (target) => target.closest?.(".review-graph > svg");

  function nearest(svg, clientX) {
    const x = new DOMPoint(clientX, 0).matrixTransform(svg.getScreenCTM().inverse()).x;
    const away = (link) => Math.abs(link.querySelector("circle").getAttribute("cx") - x);
    return [...svg.querySelectorAll("a")].reduce((best, link) => (best && away(best) <= away(link) ? best : link), null);
  }

  function show(svg, link) {
    const circle = link.querySelector("circle");
    const mark = svg.querySelector(".pointed");
    mark.setAttribute("d", `M${circle.getAttribute("cx")} 0V${svg.querySelector(".ground").getAttribute("height")}`);
    svg.parentElement.querySelector(".pointed-at").textContent = link.getAttribute("aria-label");
    for (const other of svg.querySelectorAll("a.near")) if (other !== link) other.classList.remove("near");
    link.classList.add("near");
  }

  function leave(svg) {
    svg.querySelector(".pointed").setAttribute("d", "");
    svg.querySelector("a.near")?.classList.remove("near");
    const text = svg.parentElement.querySelector(".pointed-at");
    text.textContent = text.dataset.still;
  }

  document.addEventListener("pointermove", (event) => {
    const svg = graphOf(event.target);
    const link = svg && nearest(svg, event.clientX);
    if (link) show(svg, link);
  });

  document.addEventListener("focusin", (event) => {
    const svg = graphOf(event.target);
    if (svg && event.target.closest("a")) show(svg, event.target.closest("a"));
  });

  document.addEventListener("pointerout", (event) => {
    const svg = graphOf(event.target);
    if (svg && !svg.contains(event.relatedTarget)) leave(svg);
  });

  document.addEventListener("click", (event) => {
    const svg = graphOf(event.target);
    if (!svg || event.target.closest("a")) return;
    nearest(svg, event.clientX)?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  });
})();
