/* For a lecture hall: full screen, large type, the loop of the search as a table, and notes for the speaker. */
"use strict";

(() => {
  const { make, button, bare, filled, counted } = window.spielbaumTrees;
  const MOST_ROWS = 4; // of the path to the node of the search
  const SECOND = 1000;

  class Hall {
    constructor(viewer) {
      Object.assign(this, { viewer, words: viewer.words, begun: Date.now() });
      this.notes = make("aside", { class: "tv-notes", "aria-label": this.words.notes, hidden: "" });
      this.loops = viewer.panes.map((pane) => {
        const loop = { turn: make("p", { class: "tv-turn" }), table: make("table", { class: "tv-loop", "aria-label": this.words.live }) };
        pane.told.after(loop.turn, loop.table);
        return loop;
      });
      viewer.element.addEventListener("tree:step", () => this.show());
      document.addEventListener("fullscreenchange", () => this.sized());
    }

    /** Whether the viewer may be shown to a hall: it is neither within a text nor beside questions. */
    get isFit() { return !["compact", "picks"].some((name) => name in this.viewer.element.dataset); }

    /** Whether the viewer is shown to a hall: alone, or with its page. */
    get on() { return this.isFit && ("hall" in this.viewer.element.dataset || document.documentElement.hasAttribute("data-hall")); }

    /** The size of type in pixels: more on a screen of more lines. */
    get type() { return Math.max(24, parseFloat(getComputedStyle(this.viewer.element).fontSize)); }

    /** Fill the screen with the viewer, or leave it. */
    toggle() {
      const { element } = this.viewer;
      if (document.fullscreenElement) return document.exitFullscreen();
      this.alone = !("hall" in element.dataset); // and not a deck of slides, which stays one
      element.dataset.hall = "";
      this.turn();
      return element.requestFullscreen?.().catch(() => {}); // a browser may refuse
    }

    /** Note that the screen is filled, or no longer. */
    sized() {
      if (!document.fullscreenElement && this.alone) {
        delete this.viewer.element.dataset.hall;
        this.alone = false;
      }
      this.turn();
    }

    /** Show the viewer as it is for a hall, or as it is otherwise. */
    turn() {
      this.viewer.element.classList.toggle("tv-hall", this.on);
      this.show();
      this.viewer.layOut();
      for (const pane of this.viewer.panes) pane.refit();
    }

    /** Whether a key that is pressed elsewhere on the page is meant for the viewer: the first one that is visible. */
    hears({ key, target }) {
      const first = window.spielbaumTrees.viewers.find(({ element }) => element.getClientRects().length);
      const types = target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]");
      const acts = ["Enter", " "].includes(key) && target.closest("a, button, summary, input");
      return first === this.viewer && !types && !acts;
    }

    /** Do what a key does in a hall only; presenters send Page Down and Page Up. Return whether there is such a key. */
    press(event) {
      const { transport, element } = this.viewer;
      const step = (by) => () => transport.goTo(transport.after(by), true);
      if (!this.isFit) return false;
      const actions = { f: () => this.toggle(), n: () => this.turnNotes(), s: () => this.openNotes() };
      if (this.on) {
        Object.assign(actions, { " ": step(1), PageDown: step(1), PageUp: step(-1), Backspace: step(-1),
          b: () => element.classList.toggle("tv-black"), ".": () => element.classList.toggle("tv-black") });
      }
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return false;
      event.preventDefault();
      action();
      return true;
    }

    // -------- the loop

    show() {
      if (this.on) {
        this.viewer.panes.forEach((pane, number) => {
          this.loops[number].table.replaceChildren(...this.loop(pane));
          this.loops[number].turn.textContent = this.turnOf(pane) || "\u00a0";
        });
      }
      this.note();
    }

    /** Return the path to the node of the search, with its windows and values, as the parts of a table. */
    loop(pane) {
      const { model } = pane;
      if (!model.steps) return [];
      const scalar = !model.vectors;
      const windows = scalar && model.windows;
      const path = [];
      for (let id = model.step ? model.events.node[model.step - 1] : model.roots[0]; id >= 0; id = model.parent[id]) path.unshift(id);
      const room = Math.min(MOST_ROWS, this.deepest(model));
      const rows = path.slice(-room).map((id) => this.row(pane, id, windows));
      while (rows.length < room) rows.push(make("tr", {}, make("td", { colspan: windows ? 4 : 2 }, "\u00a0")));
      const head = make("tr", {}, make("td", { class: "tv-count" }, `${counted(model.step)} / ${counted(model.steps)}`), ...(windows ? ["α", "β"] : []).map((name) => make("th", { scope: "col" }, name)), make("th", { scope: "col" }, "v"));
      return [make("thead", {}, head), make("tbody", {}, ...rows)];
    }

    /** Return the number of nodes on the longest path of a tree. */
    deepest(model) {
      if (!this.depths) this.depths = new Map();
      if (!this.depths.has(model)) {
        const depth = [];
        model.parent.forEach((above, id) => { depth[id] = above < 0 ? 1 : depth[above] + 1; });
        this.depths.set(model, depth.reduce((most, x) => Math.max(most, x), 0));
      }
      return this.depths.get(model);
    }

    row(pane, id, windows) {
      const { model } = pane;
      const before = Math.max(0, model.step - 1);
      const inner = model.isInner(id);
      const cell = (now, then) => make("td", now === then ? {} : { class: "tv-changed" }, now);
      const cells = [];
      if (windows) {
        const [now, then] = [model.live(id), model.birth[id] <= before ? model.live(id, before) : model.live(id)];
        cells.push(...[0, 1].map((end) => (inner ? cell(bare(now[end]), bare(then[end])) : make("td"))));
      }
      const none = model.vectors ? "–" : model.toMove[id] === model.rootPlayer ? "−∞" : "∞";
      const value = (step) => { const best = model.best(id, step); return best === null ? none : bare(best); };
      cells.push(inner ? cell(value(model.step), value(before)) : make("td", {}, bare(model.value[id] ?? "–")));
      const name = model.toMove[id] < 0 ? "" : pane.teller.names[model.toMove[id]];
      const label = model.labelOf(id) || this.words.root;
      const now = model.step && id === model.events.node[model.step - 1];
      return make("tr", now ? { class: "tv-here" } : {}, make("th", { scope: "row" }, name ? `${label} · ${name}` : label), ...cells);
    }

    /** Return what the last step computed, as in the loop of the algorithm: v = max(5, 8) = 8, α = 8. */
    turnOf(pane) {
      const { model } = pane;
      if (!model.step) return "";
      const i = model.step - 1;
      const [kind, id, value] = [model.events.kind[i], model.events.node[i], model.events.value[i]];
      if (kind === "f" || kind === "l") return this.turnAbove(pane, i) ?? (kind === "f" ? `return ${bare(value)}` : `v = ${bare(value)}`);
      const text = this.improved(pane, id, value);
      if (kind === "b") return text;
      const [reason, best, limit] = pane.teller.cuts.get(id) ?? [];
      const end = { beta: ["β", "≥"], alpha: ["α", "≤"] }[reason];
      const floor = model.vectors ? model.alpha[id] : null;
      if (end) return `${text} ${end[1]} ${end[0]} = ${bare(limit)} ✂\uFE0E`;
      if (model.secures && reason === "hypermax") return `${pane.teller.added(model.secured(id))} ≥ 0 ✂\uFE0E`;
      if (["shallow", "deep"].includes(reason) && floor !== null) return `${bare(floor)} + ${bare(best)} ≥ ${bare(floor + limit)} ✂\uFE0E`;
      return `${text} ✂\uFE0E`;
    }

    /** Whether a node has the value of one of its children, and not a mean of them as in soft-Max^n. */
    chooses({ model }, id) {
      return !model.vectors || [...model.children(id)].some((child) => String(model.value[child]) === String(model.value[id]));
    }

    /** Return how a better value enters the loop of its node. */
    improved(pane, id, value) {
      const { model } = pane;
      if (!this.chooses(pane, id)) return "";
      const [old, before] = [model.best(id, model.step - 1), model.step - 1];
      const mover = model.toMove[id];
      if (model.vectors) return `${pane.teller.names[mover]}: max(${old === null ? "−∞" : bare(old[mover])}, ${bare(value[mover])}) = ${bare(value[mover])}`;
      const max = mover === model.rootPlayer;
      const name = max ? "max" : "min";
      const text = `v = ${name}(${old === null ? (max ? "−∞" : "∞") : bare(old)}, ${bare(value)}) = ${bare(value)}`;
      const end = max ? 0 : 1;
      const [was, is] = [model.live(id, before)[end], model.live(id)[end]];
      if (!model.windows || model.events.kind[before] === "c") return text;
      return `${text}, ${max ? "α" : "β"} = ${name}(${bare(was)}, ${bare(value)}) = ${bare(is)}`;
    }

    /** Return the turn of the loop above a finished node; null if the next step tells it, or there is no loop yet. */
    turnAbove(pane, i) {
      const { model } = pane;
      const [id, value] = [model.events.node[i], model.events.value[i]];
      const above = model.parent[id];
      const isTold = model.events.node[i + 1] === above && "bc".includes(model.events.kind[i + 1]);
      const best = above < 0 || isTold || !this.chooses(pane, above) ? null : model.best(above);
      if (best === null) return null;
      const mover = model.toMove[above];
      const own = (x) => (Array.isArray(x) ? x[mover] : x);
      const max = model.vectors || mover === model.rootPlayer;
      const better = typeof own(value) !== "number" ? own(best) : (max ? Math.max : Math.min)(own(best), own(value));
      return `${model.vectors ? `${pane.teller.names[mover]}: ` : "v = "}${max ? "max" : "min"}(${bare(own(best))}, ${bare(own(value))}) = ${bare(better)}`;
    }

    // -------- notes

    /** Return the notes of a step: the speaker's own, what happened, what comes next, and what to ask before. */
    noted() {
      const { words, viewer: { transport, panes, notes } } = this;
      const parts = [make("h2", {}, filled(words.step_count, { step: counted(transport.step), steps: counted(transport.steps) }))];
      if (notes[transport.step]) parts.push(make("p", { class: "tv-own" }, notes[transport.step]));
      for (const pane of panes) {
        const { model } = pane;
        const title = panes.length > 1 ? `${pane.svg.getAttribute("aria-label")}: ` : "";
        parts.push(make("p", {}, title + pane.told.textContent));
        if (model.over) continue;
        const kind = model.events.kind[model.step];
        parts.push(make("p", { class: "tv-ask" }, words[`ask_${kind}`]));
        parts.push(make("p", { class: "tv-next" }, filled(words.next_step, { text: this.sentenceAfter(pane) })));
      }
      return parts;
    }

    /** Return the sentence of the step that comes next. */
    sentenceAfter({ model, teller }) {
      const { step } = model;
      model.goTo(step + 1);
      const text = teller.step();
      model.goTo(step);
      return text;
    }

    note() {
      if (!this.notes.hidden) this.notes.replaceChildren(...this.noted());
      if (this.window && !this.window.closed) this.page.replaceChildren(...this.noted());
    }

    /** Show the notes below the tree, or hide them. */
    turnNotes() {
      this.notes.hidden = !this.notes.hidden;
      this.turn();
    }

    /** Show the notes in a window of their own, for the speaker's screen, with a clock. */
    openNotes() {
      this.window = window.open("", "spielbaum-notes", "width=900,height=700");
      if (!this.window) return this.turnNotes(); // it was refused
      const { document: sheet } = this.window;
      sheet.title = this.words.notes;
      sheet.documentElement.lang = document.documentElement.lang;
      const styles = [...document.querySelectorAll("style, link[rel=stylesheet]")].map((style) =>
        style.localName === "style" ? make("style", {}, style.textContent) : make("link", { rel: "stylesheet", href: style.href }));
      sheet.head.replaceChildren(...styles);
      const { transport } = this.viewer;
      this.page = make("main", { class: "tv-notes" });
      this.clock = make("p", { class: "tv-clock" });
      const move = (by) => () => transport.goTo(transport.after(by), true);
      sheet.body.className = "tree-viewer tv-speaker";
      sheet.body.replaceChildren(make("div", { class: "tv-steps" }, button("‹", this.words.back, move(-1)), button("›", this.words.forward, move(1)), this.clock), this.page);
      sheet.onkeydown = (event) => this.viewer.active.press(event);
      this.begun = Date.now();
      clearInterval(this.ticking);
      this.ticking = setInterval(() => this.tick(), SECOND);
      this.tick();
      this.note();
      return undefined;
    }

    tick() {
      if (this.window.closed) return clearInterval(this.ticking);
      const seconds = Math.floor((Date.now() - this.begun) / SECOND);
      const time = new Date().toLocaleTimeString(document.documentElement.lang || "en", { hour: "2-digit", minute: "2-digit" });
      this.clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} · ${time}`;
      return undefined;
    }
  }

  Object.assign(window.spielbaumTrees, { Hall });
})();
