// Monte-Carlo tree search step by step: the tree, the board, the sliders, and the moves of the root with their bounds.
"use strict";

(() => {
  const { Model, Picture, svg } = window.spielbaumGrowth;
  const SHAPES = [1, 10, 100, 1000];
  const PAUSE = { steps: 1500, simulations: 450, fast: 60 }; // milliseconds
  const PER_BOARD = 140;
  const STEPS_EACH = 100;
  const MANY = 4; // a part of a lesson with more simulations than this is played without their steps
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");

  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");

  function make(name, attributes = {}, ...inner) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    element.append(...inner);
    return element;
  }

  function button(text, label, action, kind = "") {
    const made = make("button", { type: "button", class: kind, "aria-label": label, title: label }, text);
    made.addEventListener("click", action);
    return made;
  }

  class Growth {
    constructor(element) {
      const given = new URL(element.dataset.growth ?? "", location.href).searchParams;
      this.data = element.querySelector("script"); // of a page in one file, which can search nothing else
      Object.assign(this, { element, number: 0, step: -1, timer: 0, playing: false, picked: -1, marks: [], films: new Map() });
      Object.assign(this, { compact: "compact" in element.dataset, seed: Number(given.get("seed") ?? 0), exploration: given.get("exploration") ?? undefined });
      this.load().then(() => this.build()).catch(() => this.fail());
    }

    fail() {
      this.element.removeAttribute("aria-busy");
      this.element.replaceChildren(make("p", { class: "notice wrong", role: "alert" }, this.element.dataset.failed));
    }

    /** Return the address of data with the present settings, or of this page. */
    address(name, fields = {}) {
      const url = new URL(name === "page" ? location.href : this.element.dataset[name], location.href);
      const asked = { exploration: this.exploration, seed: this.seed || undefined, ...fields };
      for (const [key, value] of Object.entries(asked)) if (value !== undefined) url.searchParams.set(key, value);
      return url;
    }

    async fetched(url) {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    }

    /** Load the tree for the present settings; return whether no later ones were asked for meanwhile. */
    async load() {
      const asked = (this.asked = {});
      const data = this.data ? JSON.parse(this.data.textContent) : await this.fetched(this.address("growth"));
      if (this.asked !== asked) return false;
      this.model = new Model(data);
      this.words = data.words;
      this.exploration = data.exploration;
      this.films.clear();
      const { language } = data.words;
      const [whole, share] = [new Intl.NumberFormat(language), new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })];
      this.format = { whole: (n) => whole.format(n), share: (n) => share.format(n) };
      return true;
    }

    build() {
      const { words } = this;
      const stops = new Set([0]);
      for (let i = 0; i <= 120; i++) stops.add(Math.min(this.model.simulations, Math.round(10 ** (i / 40))));
      this.stops = [...stops].sort((a, b) => a - b);
      this.shapes = make("div", { class: "growth-shapes", role: "group", "aria-label": words.shapes });
      this.drawing = make("div", { class: "growth-drawing", tabindex: 0, role: "group", "aria-label": words.tree });
      this.drawing.addEventListener("keydown", (event) => this.press(event));
      this.caption = make("p", { class: "growth-caption", "aria-live": "polite" });
      this.phases = make("ol", { class: "growth-phases", "aria-label": words.phases },
        ...["selection", "expansion", "playout", "backup"].map((kind) => make("li", { "data-kind": kind }, words[kind])));
      this.board = make("div", { class: "growth-board" });
      this.count = make("output", { class: "growth-count", for: "growth-number" });
      this.slider = make("input", { id: "growth-number", type: "range", min: 0, max: this.stops.length - 1, value: 0 });
      this.slider.addEventListener("input", () => this.goTo(this.stops[Number(this.slider.value)]));
      this.constant = make("output", { class: "growth-constant", for: "growth-exploration" });
      this.exploring = make("input", { id: "growth-exploration", type: "range", min: 0, max: 2, step: 0.1, value: this.exploration });
      this.exploring.addEventListener("input", () => { this.constant.value = this.format.share(Number(this.exploring.value)); });
      this.exploring.addEventListener("change", () => { this.exploration = Number(this.exploring.value); this.again(); });
      this.play = button("▶", words.play, () => this.toggle(), "first growth-play");
      this.pace = make("select", { "aria-label": words.pace, title: words.pace },
        ...Object.keys(PAUSE).map((pace) => make("option", { value: pace }, words[`pace-${pace}`])));
      this.table = make("tbody");
      this.note = make("p", { class: "hint growth-note" });
      const head = ["move", "visits", "value", "bound", "strip"].map((key) => make("th", { scope: "col", class: key === "move" || key === "strip" ? null : "number" }, words[`table-${key}`]));
      const whole = [
        make("h2", {}, words.shapes), this.shapes,
        make("h2", {}, words.table),
        make("div", { class: "scroll" }, make("table", { class: "values growth-values" }, make("thead", {}, make("tr", {}, ...head)), this.table)),
      ];
      this.element.replaceChildren(
        make("div", { class: "growth-stage" },
          make("div", { class: "growth-side" }, this.phases, this.board),
          make("div", { class: "growth-main" }, this.caption, this.drawing)),
        make("div", { class: "growth-controls", role: "group", "aria-label": words.controls },
          make("div", { class: "growth-buttons" },
            button("|◀", words.first, () => this.goTo(0)), button("‹", words.back, () => this.move(-1)), this.play,
            button("›", words.forward, () => this.move(1), "growth-forward"), this.pace,
            ...(this.data ? [] : [button(words.again, words["again-hint"], () => { this.seed += 1; this.again(); }, "growth-again")])),
          make("div", { class: "growth-slide" }, make("label", { for: "growth-number" }, words.playouts), this.slider, this.count),
          ...(this.data ? [] : [make("div", { class: "growth-slide" }, make("label", { for: "growth-exploration" }, words.exploration), this.exploring, this.constant)])),
        ...(this.compact ? [] : whole),
        this.note,
        ...(this.compact ? [] : [make("p", { class: "hint" }, words.legend)]));
      this.constant.value = this.format.share(this.exploration);
      document.addEventListener("keydown", (event) => { if (this.hears(event)) this.press(event); });
      this.begin();
      this.element.removeAttribute("aria-busy");
      this.element.dataset.ready = "true";
      let width = this.drawing.clientWidth;
      new ResizeObserver(() => {
        if (this.drawing.clientWidth === width) return;
        width = this.drawing.clientWidth;
        this.picture.draw(this.now(), this.shown, { glide: false, marked: this.marked });
      }).observe(this.drawing);
      this.element.dispatchEvent(new CustomEvent("tree:ready", { bubbles: true, detail: this }));
    }

    /** Draw everything anew, for another tree. */
    begin() {
      this.picture = new Picture(this.model, this.format, { pick: (node) => this.pickNode(node) });
      this.drawing.replaceChildren(this.picture.element);
      this.note.textContent = this.model.note;
      const numbers = SHAPES.filter((number, i) => number <= this.model.simulations || SHAPES[i - 1] < this.model.simulations)
        .map((number) => Math.min(number, this.model.simulations));
      this.shapes.replaceChildren(...numbers.map((number) => {
        const small = new Picture(this.model, this.format, { plain: true });
        small.element.setAttribute("aria-hidden", "true");
        small.element.removeAttribute("role");
        small.draw(this.model.after(number));
        const words = filled(number === 1 ? this.words["after-one"] : this.words.after, { count: this.format.whole(number) });
        const made = make("button", { type: "button", "data-number": number, "aria-pressed": "false" }, small.element, make("span", {}, words));
        made.addEventListener("click", () => this.goTo(number));
        return made;
      }));
      this.goTo(Math.min(this.number, this.model.simulations));
    }

    async again() {
      this.pause();
      if ("addressed" in this.element.dataset) history.replaceState(history.state, "", this.address("page"));
      try {
        if (await this.load()) this.begin();
      } catch { this.fail(); }
    }

    get shown() { return this.step < 0 ? null : this.steps[this.step]; }

    /** Return the statistics that are shown: those before the present simulation, until it is backed up. */
    now() { return this.model.after(this.shown?.kind === "backup" ? this.number + 1 : this.number); }

    /** Show the tree after some simulations and steps of the next one. */
    goTo(number, step = 0) {
      this.pause();
      this.number = Math.min(this.model.simulations, number);
      this.steps = this.number < this.model.simulations ? this.model.steps(this.number + 1) : [];
      this.step = Math.min(step, this.steps.length) - 1;
      this.picked = -1;
      this.show();
    }

    // What lessons and classes ask of a tree. Positions are whole numbers: simulations, and steps of the next one.
    get position() { return this.number * STEPS_EACH + this.step + 1; }
    get transport() {
      return {
        step: this.position,
        pause: () => this.pause(),
        goTo: (position) => this.goTo(Math.floor(position / STEPS_EACH), position % STEPS_EACH),
        playPart: (from, to) => {
          this.transport.goTo(STILL.matches ? to : from);
          if (!STILL.matches) this.run(to);
        },
      };
    }
    named(names) { return names.flatMap((name) => this.model.children[0].filter((child) => this.model.name(child) === name)); }
    get marked() { return [...this.marks, this.picked].filter((node) => node >= 0); }
    mark(names) {
      this.marks = this.named(names);
      this.show({ films: false });
    }
    point(name) { this.mark(name === null ? [] : [name]); }

    /** Show the next step, which may be the first one of the next simulation. */
    forward() {
      this.picked = -1;
      if (this.step < 0) {
        if (this.number >= this.model.simulations) return false;
        this.steps = this.model.steps(this.number + 1);
        this.step = 0;
      } else if (this.step + 1 < this.steps.length) this.step += 1;
      else {
        this.number += 1;
        this.step = -1;
        if (this.compact) this.show();
        else return this.forward() || (this.show(), false);
        return true;
      }
      this.show();
      return true;
    }

    back() {
      this.pause();
      this.picked = -1;
      if (this.step > 0) this.step -= 1;
      else if (this.step === 0) this.step = -1;
      else if (this.number > 0) {
        this.number -= 1;
        this.steps = this.model.steps(this.number + 1);
        this.step = this.steps.length - 1;
      }
      this.show();
    }

    /** Go to the next step or the one before; in a deck of slides, to the next slide. */
    move(by) {
      if (!this.slides) {
        if (by < 0) return this.back();
        this.pause();
        return this.forward();
      }
      const slide = by > 0 ? this.slides.find((one) => one > this.position) : this.slides.findLast((one) => one < this.position);
      if (slide !== undefined) this.transport.goTo(slide);
      return true;
    }

    /** Whether a key is meant for the tree although it has not the focus: in a hall. */
    hears({ target }) {
      return !this.compact && document.documentElement.hasAttribute("data-hall") && this.element.getClientRects().length > 0
        && !target.closest(".growth-drawing, input:not([type=checkbox]), select, textarea, button, a, summary");
    }

    press(event) {
      const keys = { ArrowRight: () => this.move(1), ArrowLeft: () => this.move(-1), Home: () => this.goTo(0),
        End: () => this.goTo(this.model.simulations), p: () => this.toggle(), " ": () => this.toggle() };
      if (document.documentElement.hasAttribute("data-hall")) {
        Object.assign(keys, { PageDown: () => this.move(1), PageUp: () => this.move(-1), " ": () => this.move(1), Backspace: () => this.move(-1),
          f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.().catch(() => {})) });
      }
      if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      keys[event.key]();
    }

    toggle() { if (this.playing) this.pause(); else this.run(); }

    run(to = null) {
      if (this.number >= this.model.simulations) this.goTo(0);
      const until = to ?? this.model.simulations * STEPS_EACH;
      const pace = to === null ? null : to - this.position > MANY * STEPS_EACH ? "fast" : "steps";
      this.playing = true;
      this.namePlay();
      const next = () => {
        if (!this.playing) return;
        const paced = pace ?? this.pace.value;
        if (this.position >= until || !this.advance(paced, until)) return this.pause();
        const step = this.shown;
        const boards = step?.kind === "playout" ? PER_BOARD * step.moves.length + 500 : 0;
        this.timer = setTimeout(next, Math.max(PAUSE[paced], paced === "steps" ? boards : 0));
      };
      next();
    }

    advance(pace, until) {
      if (pace === "steps") return this.forward();
      if (this.number >= this.model.simulations) return false;
      const by = pace === "fast" ? Math.max(1, Math.round(this.number / 25)) : 1;
      this.number = Math.min(Math.floor(until / STEPS_EACH), this.number + by);
      this.step = -1;
      this.show();
      return true;
    }

    pause() {
      clearTimeout(this.timer);
      if (!this.playing) return;
      this.playing = false;
      this.namePlay();
      this.show({ films: false });
    }

    namePlay() {
      const label = this.playing ? this.words.pause : this.words.play;
      this.play.textContent = this.playing ? "Ⅱ" : "▶";
      this.play.setAttribute("aria-label", label);
      this.play.title = label;
      this.caption.setAttribute("aria-live", this.playing ? "off" : "polite");
    }

    show({ films = true } = {}) {
      const [step, now] = [this.shown, this.now()];
      const line = step ?? (this.playing && this.number ? { kind: "backup", line: this.model.line(this.number), node: -1 } : null);
      this.picture.draw(now, line, { marked: this.marked, glide: this.pace.value !== "fast" || !this.playing });
      this.caption.textContent = this.picked >= 0 ? this.nodeWords(now) : step ? this.stepWords(step, now) : this.restWords(now);
      this.picture.element.setAttribute("aria-label", this.restWords(now));
      for (const item of this.phases.children) item.classList.toggle("growth-active", item.dataset.kind === step?.kind);
      for (const item of this.shapes.children) item.setAttribute("aria-pressed", String(Number(item.dataset.number) === now.number && !step));
      const place = this.stops.findLastIndex((stop) => stop <= now.number);
      this.slider.value = place;
      const count = filled(now.number === 1 ? this.words["count-one"] : this.words.count, { count: this.format.whole(now.number) });
      this.slider.setAttribute("aria-valuetext", count);
      this.count.value = count;
      this.tabulate(now);
      if (!films) return;
      this.showBoard(step);
      this.element.dispatchEvent(new CustomEvent("tree:step", { bubbles: true }));
    }

    player(number) { return this.model.players[number].name; }

    restWords(now) {
      if (!now.number) return this.words.none;
      const best = this.model.children[0].reduce((a, b) => (now.visits[b] > now.visits[a] ? b : a), this.model.children[0][0]);
      if (best === undefined || !now.visits[best]) return filled(this.words["rest-one"], { count: this.format.whole(now.number) });
      const ended = this.model.complete && now.number === this.model.simulations;
      return filled(this.words[ended ? "rest-proven" : "rest"], { count: this.format.whole(now.number), action: this.model.name(best), player: this.player(this.model.rootPlayer),
        visits: this.format.whole(now.visits[best]), value: this.format.share(this.model.bound(best, now).mean) });
    }

    nodeWords(now) {
      const { model, picked } = this;
      const bound = picked ? model.bound(picked, now) : null;
      if (!bound) return this.restWords(now);
      return filled(this.words.node, { path: this.path(picked), visits: this.format.whole(now.visits[picked]), player: this.player(model.toMove[model.parent[picked]]),
        value: this.format.share(bound.mean), bound: this.format.share(bound.upper) });
    }

    path(node) {
      const found = [];
      for (; node > 0; node = this.model.parent[node]) found.unshift(this.model.name(node));
      return found.join(" ") || this.words.root;
    }

    stepWords(step, now) {
      const { model, words } = this;
      if (step.kind === "selection" || step.kind === "expansion") {
        const values = { player: this.player(model.toMove[step.node]), action: model.name(step.child), path: this.path(step.node) };
        if (step.kind === "expansion") return filled(step.node ? words["said-expansion"] : words["said-expansion-root"], values);
        const bound = model.bound(step.child, now);
        if (!bound) return filled(words["said-untried"], values);
        return filled(words["said-selection"], { ...values, value: this.format.share(bound.mean), explore: this.format.share(bound.explore), bound: this.format.share(bound.upper) });
      }
      if (step.kind === "playout") {
        if (step.moves.length) return filled(words["said-playout"], { moves: step.moves.join(" "), result: this.result(model.value[this.number]) });
        const proven = now.proven.has(step.node) && model.toMove[step.node] >= 0;
        return filled(proven ? words["said-proven"] : words["said-over"], { result: this.result(model.value[this.number]) });
      }
      return filled(words["said-backup"], { result: this.result(step.value), count: this.format.whole(step.line.length) });
    }

    /** Return the result of a playout in words. */
    result(value) {
      const { model, words } = this;
      if (model.vectors) return filled(words["result-vector"], { vector: value.map((part, player) => `${this.player(player)} ${this.format.whole(part)}`).join(", ") });
      if (value === 0) return words["result-even"];
      const other = model.players.findIndex((_, player) => player !== model.rootPlayer);
      return filled(words["result-win"], { player: this.player(value > 0 ? model.rootPlayer : other) });
    }

    tabulate(now) {
      const { model } = this;
      const most = Math.max(1, ...model.children[0].map((child) => now.visits[child]));
      const tried = model.children[0].filter((child) => model.added[child] <= Math.max(1, now.number));
      const bounds = tried.map((child) => model.bound(child, now));
      const [largest, widest] = [Math.max(...bounds.map((bound) => bound?.upper ?? 0)), Math.max(1, ...bounds.map((bound) => bound?.upper ?? 0))];
      const first = tried.find((child) => now.visits[child] === most);
      this.table.replaceChildren(...tried.map((child, i) => {
        const bound = bounds[i];
        const bar = make("meter", { min: 0, max: most, value: now.visits[child], "aria-hidden": "true" });
        const best = child === first && now.number > 1;
        return make("tr", { class: best ? "best" : null },
          make("th", { scope: "row" }, model.name(child), ...(best ? [make("span", { class: "badge" }, "★")] : [])),
          make("td", { class: "number" }, bar, ` ${this.format.whole(now.visits[child])}`),
          make("td", { class: "number" }, bound ? this.format.share(bound.mean) + (bound.proven ? ` ${this.words.proven}` : "") : "–"),
          make("td", { class: "number" }, bound ? (bound.proven ? "–" : this.format.share(bound.upper)) : this.words.untried),
          make("td", {}, ...(bound && !bound.proven ? [this.strip(bound, widest, bound.upper === largest && bounds.every(Boolean))] : [])));
      }));
    }

    /** Return a bar for the value, and a line on it for the exploration up to the upper bound. */
    strip({ mean, upper }, widest, largest) {
      const x = (value) => (198 * value) / widest;
      const end = x(upper) + 1;
      return svg("svg", { class: largest ? "growth-strip growth-largest" : "growth-strip", viewBox: "0 0 200 16", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { x: 1, y: 3, width: x(mean), height: 10, rx: 2 }), svg("path", { d: `M${x(mean) + 1} 8H${end}M${end} 3V13` }));
    }

    pickNode(node) {
      if (this.model.parent[node] === 0) this.element.dispatchEvent(new CustomEvent("tree:pick", { bubbles: true, detail: this.model.name(node) }));
      if (this.compact) return;
      this.pause();
      const now = this.now();
      if (node && !now.visits[node]) return;
      this.picked = this.picked === node ? -1 : node;
      this.show();
    }

    /** Fetch the boards of a simulation; they are kept, and those of the next one are fetched ahead. */
    film(number) {
      if (number < 1 || number > this.model.simulations) return Promise.resolve(null);
      if (!this.films.has(number)) {
        if (this.data) this.films.set(number, this.kept(number));
        else this.films.set(number, this.fetched(this.address("boards", { simulation: number })).catch(() => (this.films.delete(number), null)));
        if (this.films.size > 40) this.films.delete(this.films.keys().next().value);
      }
      return this.films.get(number);
    }

    /** Return the boards of a simulation in the file of this page. */
    kept(number) {
      const [plies, boards] = this.model.films[number - 1] ?? [];
      return plies ? { plies, boards: boards.map((board) => this.model.boards[board]) } : null;
    }

    async showBoard(step) {
      clearTimeout(this.reel);
      const wanted = (this.wanted = {});
      const { model, picked } = this;
      const [number, ply] = picked >= 0 ? [Math.max(1, model.first[picked]), model.depth[picked]] : step ? [this.number + 1, step.ply_shown] : [1, 0];
      if (this.playing && !step && this.pace.value !== "steps" && this.board.firstChild) return;
      const film = await this.film(number);
      if (this.wanted !== wanted) return;
      if (!film) return this.board.replaceChildren();
      const at = film.plies.findLastIndex((one) => one <= ply);
      this.put(film.boards[at]);
      if (step?.kind === "playout" && picked < 0) this.unreel(film, at + 1, wanted);
      if (step) this.film(this.number + 2);
    }

    /** Show the boards of a playout one after the other. */
    unreel(film, at, wanted) {
      if (at >= film.boards.length) return;
      this.reel = setTimeout(() => {
        if (this.wanted !== wanted) return;
        this.put(film.boards[at]);
        this.unreel(film, at + 1, wanted);
      }, PER_BOARD);
    }

    put(picture) {
      const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
      this.board.replaceChildren(document.importNode(drawn, true));
    }
  }

  window.spielbaumGrowth.viewers = [...document.querySelectorAll(".growth")].map((element) => new Growth(element));
})();
