/* The tree viewer: walks about in searched trees, folds them, and steps through the search.
 *
 * Every element of class "tree-viewer" becomes one. Its data is what spielbaum.pictures.tree.html.viewer_data gives: in a
 * <script type="application/json"> inside the element, or at the address in its attribute data-src. Nothing is
 * evaluated, and no markup with styles or handlers is made, so a strict Content-Security-Policy may stand.
 */
"use strict";

(() => {
  const { Pane, make, button, ENDS, counted } = window.spielbaumTrees;
  window.spielbaumTrees.viewers = [];

  class Viewer {
    constructor(element, data) {
      Object.assign(this, { element, words: data.words, players: data.players, named: data.named, boards: data.boards });
      this.parsed = new Map();
      this.showsBoards = data.boards.length > 0;
      this.panes = data.trees.map((tree) => new Pane(this, { ...tree, boardOf: new Map(tree.boards) }));
      const { words } = this;
      const all = (action) => () => this.panes.forEach(action);
      const bar = make("div", { class: "tv-bar", role: "toolbar", "aria-label": words.view },
        button("+", words.zoom_in, all((pane) => pane.zoom(1.3))), button("−", words.zoom_out, all((pane) => pane.zoom(1 / 1.3))),
        button(words.fit, words.fit, all((pane) => pane.fit())),
        button(words.theme, words.theme, () => this.turnTheme()));
      if (this.showsBoards) bar.append(button(words.boards, words.boards, () => this.turnBoards()));
      bar.append(make("span", { class: "tv-help" }, words.help));
      this.panel = make("aside", { class: "tv-panel", tabindex: "0", "aria-label": words.node });
      const trees = make("div", { class: "tv-trees" }, ...this.panes.map((pane) => pane.element));
      const notes = data.note ? [make("p", { class: "tv-note" }, data.note)] : [];
      element.replaceChildren(bar, make("div", { class: "tv-main" }, trees, this.panel), ...notes);
      for (const pane of this.panes) {
        pane.layOut();
        pane.goTo(pane.model.steps);
        pane.fit(false);
      }
      this.tell(this.panes[0], this.panes[0].current);
      this.active = this.panes[0];
      document.addEventListener("keydown", (event) => this.press(event));
      new ResizeObserver(() => this.panes.forEach((pane) => pane.schedule())).observe(element);
      element.dataset.ready = "true";
    }

    /** Pass a key on where no tree has the focus: from the buttons above, and on a page that is nothing but a viewer. */
    press(event) {
      const outside = event.target === document.body && this.element.parentElement === document.body;
      if (outside || (this.element.contains(event.target) && !event.target.closest(".tv-tree"))) this.active.press(event);
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
      for (const pane of this.panes) {
        pane.layOut();
        pane.fit(false);
      }
    }

    /** Select the node of the same line in the other trees. */
    selected(from, id) {
      this.active = from;
      this.tell(from, id);
      for (const pane of this.panes) {
        const same = pane === from ? -1 : pane.model.find(from.model.path(id));
        if (same >= 0 && pane.at.has(same)) pane.select(same, { quiet: true });
      }
    }

    /** Show in the panel what is known of a node. */
    tell(pane, id) {
      const { model } = pane;
      const { words } = this;
      const lines = [[words.line, model.path(id).join(" ") || words.root]];
      if (model.toMove[id] >= 0) lines.push([words.to_move, this.players[model.toMove[id]].name]);
      if (!"pf".includes(model.end[id])) lines.push([words.value, model.valueText(id)]);
      if (model.windows && model.isInner(id)) lines.push([model.vectors ? words.floor : words.window, model.windowText(id)]);
      if (model.over) lines.push([words.end, words.ends[ENDS[model.end[id]]]]);
      if (model.reasonOf(id) && (model.over || model.isCut(id))) lines.push([words.reason, model.reasonOf(id)]);
      if (model.inside[id]) lines.push([words.below, counted(model.inside[id])]);
      const list = make("dl", {}, ...lines.flatMap(([key, value]) => [make("dt", {}, key), make("dd", {}, value)]));
      const boards = model.boardOf.has(id) ? [this.board(model.boardOf.get(id))] : [];
      this.panel.replaceChildren(list, ...boards);
    }
  }

  async function mount(element) {
    if (element.dataset.ready) return;
    element.dataset.ready = "loading";
    const inside = element.querySelector('script[type="application/json"]');
    try {
      const data = inside ? JSON.parse(inside.textContent) : await (await fetch(element.dataset.src)).json();
      window.spielbaumTrees.viewers.push(new Viewer(element, data));
    } catch (error) {
      delete element.dataset.ready;
      element.append(make("p", { role: "alert" }, element.dataset.failed ?? "The tree cannot be shown."));
      throw error;
    }
  }

  const mountAll = (root) => root.querySelectorAll?.(".tree-viewer").forEach(mount);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => mountAll(document));
  else mountAll(document);
  document.addEventListener("htmx:load", (event) => {
    if (event.target.matches?.(".tree-viewer")) mount(event.target);
    mountAll(event.target);
  });
})();
