/* The tree viewer: walks about in searched trees, folds them, and steps through the search.
 *
 * Every element of class "tree-viewer" becomes one. Its data comes from spielbaum.pictures.tree.html.viewer_data: in a
 * <script type="application/json"> inside the element, or at the address in its attribute data-src. Nothing is
 * evaluated, and no markup has styles or handlers, so a strict Content-Security-Policy is possible. Elements that
 * are added later are passed to spielbaumTrees.mount(element), with the data as an optional second argument.
 *
 * data-play plays the search once it is visible, data-start="begin" shows it before its first step, data-compact omits
 * the panel and the help, for a tree within a text.
 */
"use strict";

(() => {
  const { Pane, Transport, joined, tidy, make, button, ENDS, counted, Hall } = window.spielbaumTrees;
  const GAP_IN_A_HALL = 6; // between siblings
  window.spielbaumTrees.viewers = [];

  class Viewer {
    constructor(element, data) {
      Object.assign(this, { element, words: data.words, players: data.players, named: data.named, boards: data.boards, slides: data.slides, notes: data.notes ?? {} });
      this.parsed = new Map();
      this.showsBoards = "boards" in element.dataset;
      this.panes = data.trees.map((tree) => new Pane(this, { ...tree, boardOf: new Map(tree.boards), root: data.root ?? "", whole: data.whole }));
      this.mostLeaves = Math.max(1, ...this.panes.map((pane) => pane.model.done.leaves[pane.model.steps]));
      this.transport = new Transport(this, Math.max(0, ...this.panes.map((pane) => pane.model.steps)));
      const { words } = this;
      const all = (action) => () => this.panes.forEach(action);
      const bar = make("div", { class: "tv-bar", role: "toolbar", "aria-label": words.view },
        button("+", words.zoom_in, all((pane) => pane.zoom(1.3))), button("−", words.zoom_out, all((pane) => pane.zoom(1 / 1.3))),
        button(words.fit, words.fit, all((pane) => pane.fit())));
      if (data.boards.length) {
        this.boardsButton = button(words.boards, words.boards, () => this.turnBoards());
        this.boardsButton.setAttribute("aria-pressed", this.showsBoards);
        bar.append(this.boardsButton);
      }
      this.hall = new Hall(this);
      const frame = make("svg", { class: "tv-full", viewBox: "0 0 16 16", "aria-hidden": "true" }, make("path", { d: "M1 6V1h5M10 1h5v5M15 10v5h-5M6 15H1v-5" }));
      bar.append(button("◐", words.theme, () => this.turnTheme()),
        ...(this.hall.isFit ? [button(frame, words.hall, () => this.hall.toggle())] : []));
      this.panel = make("aside", { class: "tv-panel", tabindex: "0", "aria-label": words.node });
      const trees = make("div", { class: "tv-trees" }, ...this.panes.map((pane) => pane.element));
      const notes = data.note ? [make("p", { class: "tv-note" }, data.note)] : [];
      element.replaceChildren(make("div", { class: "tv-controls" }, this.transport.element, bar),
        make("div", { class: "tv-main" }, trees, this.panel), this.hall.notes, ...notes, make("p", { class: "tv-help" }, words.help));
      element.classList.toggle("tv-compact", "compact" in element.dataset);
      element.classList.toggle("tv-several", this.panes.length > 1);
      element.classList.toggle("tv-hall", this.hall.on);
      this.layOut();
      const begins = "play" in element.dataset || (element.dataset.start ?? data.start) === "begin";
      this.transport.show(begins ? 0 : this.transport.steps, false);
      this.transport.hush();
      for (const pane of this.panes) pane.refit();
      this.tell(this.panes[0], this.panes[0].current);
      this.active = this.panes[0];
      document.addEventListener("keydown", (event) => this.press(event));
      new ResizeObserver(() => this.panes.forEach((pane) => pane.resized())).observe(element);
      if ("play" in element.dataset) this.playWhenSeen();
      element.dataset.ready = "true";
    }

    /** Whether trees take the height they need, as within a text and on a phone. */
    get grows() { return "compact" in this.element.dataset || matchMedia("(max-width: 760px)").matches; }

    /** Play once the tree is visible, unless the reader prefers reduced motion. */
    playWhenSeen() {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      const observer = new IntersectionObserver((entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        if (this.transport.step === 0) this.transport.play();
      }, { threshold: 0.4 });
      observer.observe(this.element);
    }

    /** Pass a key on if no tree has the focus: from the buttons above, on a page with a viewer only, and in a hall. */
    press(event) {
      const inside = this.element.contains(event.target);
      const outside = this.hall.on ? this.hall.hears(event) : event.target === document.body && this.element.parentElement === document.body;
      if (inside ? !event.target.closest(".tv-tree") : outside) this.active.press(event);
    }

    /** Return a board's picture, read once and copied. */
    board(place) {
      if (!this.parsed.has(place)) {
        const read = new DOMParser().parseFromString(this.boards[place], "image/svg+xml").documentElement;
        this.parsed.set(place, document.importNode(read, true));
      }
      return this.parsed.get(place).cloneNode(true);
    }

    turnTheme() {
      const dark = matchMedia("(prefers-color-scheme: dark)").matches;
      const now = this.element.dataset.theme ?? (dark ? "dark" : "light");
      this.element.dataset.theme = now === "dark" ? "light" : "dark";
    }

    turnBoards() {
      this.showsBoards = !this.showsBoards;
      this.boardsButton.setAttribute("aria-pressed", this.showsBoards);
      this.layOut();
      for (const pane of this.panes) pane.refit();
    }

    /** Lay out all trees: what they have in common is at the same place in each. */
    layOut() {
      const plans = this.panes.map((pane) => pane.plan());
      const whole = plans.length > 1 ? joined(plans) : plans[0];
      const xs = tidy(whole.children, whole.sizes.map(([width]) => width), this.hall.on ? GAP_IN_A_HALL : undefined);
      const tall = [];
      whole.sizes.forEach(([, height], place) => { if (place) tall[whole.depth[place]] = Math.max(tall[whole.depth[place]] ?? 0, height); });
      this.panes.forEach((pane, number) => pane.settle(plans[number], whole, xs, tall));
    }

    /** Mark nodes by name, as the answers that a reader has chosen. */
    mark(names) {
      for (const pane of this.panes) {
        pane.picked = new Set(names.map((name) => pane.model.named(name)));
        pane.draw();
      }
    }

    /** Point at a node by name, or at none. */
    point(name) {
      for (const pane of this.panes) {
        pane.pointed = name === null ? -1 : pane.model.named(name);
        if (pane.pointed >= 0) pane.bringIntoView(pane.pointed);
        pane.draw();
      }
    }

    /** Report a click on a node if the page wants to know; return whether it does. */
    picks(pane, id) {
      if (!("picks" in this.element.dataset) || id < 0) return false;
      this.element.dispatchEvent(new CustomEvent("tree:pick", { bubbles: true, detail: pane.model.nameOf(id) }));
      return true;
    }

    /** Select the node of the same line in the other trees. */
    selected(from, id) {
      this.active = from;
      this.element.dispatchEvent(new CustomEvent("tree:select", { bubbles: true, detail: { pane: from, id } }));
      this.tell(from, id);
      if (id < 0) return;
      for (const pane of this.panes) {
        const same = pane === from ? -1 : pane.model.find(from.model.path(id));
        if (same >= 0 && pane.at.has(same)) pane.select(same, { quiet: true });
      }
    }

    /** Show the details of a node in the panel. */
    tell(pane, id) {
      const { model } = pane;
      const { words } = this;
      if (id < 0) return this.panel.replaceChildren(make("p", {}, pane.few.text(id)));
      const lines = [[words.line, model.path(id).join(" ") || words.root]];
      if (model.toMove[id] >= 0) lines.push([words.to_move, pane.teller.names[model.toMove[id]]]);
      if (!"pf".includes(model.end[id])) lines.push([words.value, model.valueText(id)]);
      if (model.windows && model.isInner(id)) {
        lines.push([model.vectors ? words.floor : words.window, model.windowText(id)]);
        if (!model.vectors && model.trail.has(id)) lines.push([words.live, model.liveText(id)]);
      }
      if (model.over) lines.push([words.end, words.ends[ENDS[model.end[id]]]]);
      const why = pane.teller.why(id);
      if (why && (model.over || model.isCut(id) || model.end[id] === "p")) lines.push([words.reason, why]);
      if (model.inside[id]) lines.push([words.below, counted(model.inside[id])]);
      const list = make("dl", {}, ...lines.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]));
      const boards = model.boardOf.has(id) ? [this.board(model.boardOf.get(id))] : [];
      this.panel.replaceChildren(list, ...boards);
    }
  }

  /** Make an element a viewer, and return it: of this data, of the element's content, or of the data at data-src. */
  async function mount(element, data) {
    if (element.dataset.ready) return null;
    element.dataset.ready = "loading";
    const inside = element.querySelector('script[type="application/json"]');
    const waits = make("p", { class: "tv-waits", role: "status" }, element.dataset.loading ?? "");
    if (element.dataset.loading) element.append(waits);
    try {
      const found = data ?? (inside ? JSON.parse(inside.textContent) : await (await fetch(element.dataset.src)).json());
      waits.remove();
      const viewer = new Viewer(element, found);
      window.spielbaumTrees.viewers.push(viewer);
      element.dispatchEvent(new CustomEvent("tree:ready", { bubbles: true, detail: viewer }));
      return viewer;
    } catch (error) {
      delete element.dataset.ready;
      waits.remove();
      element.append(make("p", { role: "alert" }, element.dataset.failed ?? "The tree cannot be shown."));
      throw error;
    }
  }

  window.spielbaumTrees.mount = mount;
  const mountAll = (root) => root.querySelectorAll?.(".tree-viewer").forEach((element) => mount(element));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => mountAll(document));
  else mountAll(document);
  document.addEventListener("htmx:load", (event) => {
    if (event.target.matches?.(".tree-viewer")) mount(event.target);
    mountAll(event.target);
  });
})();
