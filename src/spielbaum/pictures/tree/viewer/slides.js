/* A deck: each slide has an address, and a page in print. */
"use strict";

(() => {
  const { make } = window.spielbaumTrees;

  /** Return what a viewer shows at this step, as a page. */
  function pageOf({ panes }) {
    const trees = panes.map((pane) => {
      const { clientWidth: width, clientHeight: height } = pane.svg;
      const picture = pane.svg.cloneNode(true);
      picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
      picture.style.cssText = `flex: none; width: ${width}px; height: ${height}px`; // no page is stretched when it is printed
      const copies = [...pane.element.querySelectorAll(".tv-head, .tv-told, .tv-turn, .tv-loop")].map((part) => part.cloneNode(true));
      return make("section", { class: "tv-tree" }, ...copies, make("div", { class: "tv-stage" }, picture));
    });
    return make("div", { class: "tv-page" }, make("div", { class: "tv-trees" }, ...trees));
  }

  /** Make the pages of all slides, and return to the step that was shown. */
  function printed(viewer) {
    const { transport, element } = viewer;
    const { step, steps } = transport;
    const { theme } = element.dataset;
    element.dataset.theme = "light";
    element.classList.add("tv-printing"); // as large as a page, so that trees are fitted to it
    const pages = make("div", { class: "tv-pages" });
    for (const pane of viewer.panes) pane.fit();
    for (let next = 0; pages.childElementCount === 0 || transport.step < steps; next = transport.after(1)) {
      transport.goTo(next, true);
      for (const pane of viewer.panes) pane.draw();
      pages.append(pageOf(viewer));
    }
    element.append(pages);
    element.classList.remove("tv-printing");
    for (const pane of viewer.panes) pane.fit();
    transport.goTo(step, true);
    return () => {
      pages.remove();
      if (theme) element.dataset.theme = theme;
      else delete element.dataset.theme;
    };
  }

  const QUIET = 300; // milliseconds without a step until the address is changed

  document.addEventListener("tree:ready", ({ detail: viewer }) => {
    const { transport, element, hall } = viewer;
    const visit = () => { if (/^#\d+$/.test(location.hash)) transport.goTo(Number(location.hash.slice(1)), true); };
    let waiting = 0;
    element.addEventListener("tree:step", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => history.replaceState(null, "", `#${transport.step}`), QUIET);
    });
    addEventListener("hashchange", visit);
    visit();
    document.addEventListener("keydown", (event) => { // presenters send F5 to begin
      if (event.key !== "F5" || event.ctrlKey) return;
      event.preventDefault();
      hall.toggle();
    });
  });

  let undo = [];
  window.addEventListener("beforeprint", () => { undo = window.spielbaumTrees.viewers.map(printed); });
  window.addEventListener("afterprint", () => { for (const back of undo) back(); });
})();
