/* A searched tree, and what is known of it after each step of the search. */
"use strict";

(() => {
  const LEAVING_OPEN = ["shallow", "deep", "hypermax", "last-branch", "speculative"]; // a vector is not final after these prunings
  const SIGNS = { l: "≥ ", u: "≤ " };

  const number = (x) => (x === null ? "–" : typeof x === "string" ? x : String(Number(x.toPrecision(6))));
  const near = (x) => (x === null ? "–" : typeof x === "string" ? x : Number.isInteger(x) ? String(x) : String(Number(x.toPrecision(3)))); // in boxes
  /** Return the entries of a vector, rounded to the same number of places. */
  const entries = (values) => {
    const most = Math.max(...values.map(Math.abs));
    const places = values.every(Number.isInteger) || most >= 100 ? 0 : most >= 10 ? 1 : 3;
    return values.map((x) => (x === null ? "–" : x.toFixed(places)));
  };
  const vector = (x) => (Array.isArray(x) ? `(${x.map(number).join(", ")})` : number(x));
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const counted = (n) => n.toLocaleString(document.documentElement.lang || "en");
  const between = (low, x, high) => Math.min(high, Math.max(low, x));

  class Model {
    constructor(data) {
      Object.assign(this, data);
      this.written = Boolean(this.root || this.whole); // all nodes are shown from the start
      const nodes = this.parent.length;
      this.start = new Int32Array(nodes + 1);
      for (const above of this.parent) if (above >= 0) this.start[above + 1] += 1;
      for (let id = 0; id < nodes; id++) this.start[id + 1] += this.start[id];
      const [free, below] = [this.start.slice(), new Int32Array(nodes)];
      this.parent.forEach((above, id) => { if (above >= 0) below[free[above]++] = id; });
      this.below = below;
      this.roots = [...this.parent.keys()].filter((id) => this.parent[id] < 0);
      this.inside = new Int32Array(nodes); // nodes below each
      for (let id = nodes - 1; id >= 0; id--) if (this.parent[id] >= 0) this.inside[this.parent[id]] += this.inside[id] + 1;
      this.steps = this.events.node.length;
      this.onLine = new Set(this.line);
      this.trail = new Set();
      if (this.vectors && !this.cuts.length) this.windows = false; // nothing is compared with them
      this.findBirths();
      this.findCounts();
      this.goTo(this.steps);
      this.final = this.latest.slice();
    }

    /** Call a function with the state after the last step. */
    atEnd(action) {
      const { step, latest, trail } = this;
      Object.assign(this, { step: this.steps, latest: this.final, trail: new Set() });
      action();
      Object.assign(this, { step, latest, trail });
    }

    /** Return the events at a node, indexed at the first call. */
    eventsAt(id) {
      if (!this.happened) {
        this.happened = new Map();
        this.events.node.forEach((at, i) => {
          if (this.happened.has(at)) this.happened.get(at).push(i);
          else this.happened.set(at, [i]);
        });
      }
      return this.happened.get(id) ?? [];
    }

    children(id) { return this.below.subarray(this.start[id], this.start[id + 1]); }

    /** Find the step from which each node is known: that of the first event at it, or at a node that was entered later. */
    findBirths() {
      const { kind, node } = this.events;
      this.birth = new Int32Array(this.parent.length).fill(this.steps);
      const [cut, last] = [new Map(), new Map()];
      let next = 0;
      node.forEach((id, i) => {
        for (; next <= id; next++) this.birth[next] = i + 1;
        last.set(id, i + 1);
        if (kind[i] === "c") cut.set(id, i + 1);
      });
      this.parent.forEach((above, id) => {
        if (this.end[id] === "p") this.birth[id] = this.end[above] === "p" ? this.birth[above] : cut.get(above) ?? this.steps;
        if (this.end[id] === "f") this.birth[id] = last.get(above) ?? this.steps;
      });
      this.birth[0] = 0;
      this.again = new Uint8Array(this.parent.length); // whether a node belongs to a search that is repeated
      if (this.written) this.parent.forEach((above, id) => { this.again[id] = above >= 0 && (this.again[above] || this.repeatOf(id) > 0); });
      this.cutAt = cut;
    }

    /** Find the index of each leaf in the order of the search, and the counts after each step. */
    findCounts() {
      const { kind, node } = this.events;
      this.place = new Int32Array(this.parent.length);
      this.done = { nodes: new Int32Array(this.steps + 1), leaves: new Int32Array(this.steps + 1),
        cuts: new Int32Array(this.steps + 1), pruned: new Int32Array(this.steps + 1) };
      this.birth.forEach((step, id) => {
        if (this.end[id] !== "p" && this.end[id] !== "f") this.done.nodes[step] += 1;
        if (this.end[id] === "p" && this.end[this.parent[id]] !== "p") this.done.pruned[step] += 1;
      });
      let leaves = 0;
      for (let i = 0; i < this.steps; i++) {
        if (kind[i] === "l") this.place[node[i]] = ++leaves;
        if (kind[i] === "l") this.done.leaves[i + 1] += 1;
        if (kind[i] === "c") this.done.cuts[i + 1] += 1;
      }
      for (const counts of Object.values(this.done)) for (let i = 1; i < counts.length; i++) counts[i] += counts[i - 1];
    }

    /** Go to the state of the search after a number of steps. */
    goTo(step) {
      if (!this.latest || step < this.step) this.latest = new Int32Array(this.parent.length).fill(-1);
      for (let i = step < this.step ? 0 : this.step ?? 0; i < step; i++) this.latest[this.events.node[i]] = i;
      this.step = step;
      this.trail.clear();
      if (!this.over && step) for (let id = this.events.node[step - 1]; id >= 0; id = this.parent[id]) this.trail.add(id);
    }

    /** Return the best value of an inner node after a number of steps; null before the first. */
    best(id, step = this.step) {
      const i = step === this.step ? this.latest[id] : this.eventsAt(id).findLast((event) => event < step) ?? -1;
      return i < 0 || !this.isInner(id) ? null : this.events.value[i];
    }

    /** Return alpha and beta at a two-player node after a number of steps: the window at entry, narrowed since. */
    live(id, step = this.step) {
      const window = [this.alpha[id] ?? -Infinity, this.beta[id] ?? Infinity];
      const [value, max] = [this.best(id, step), this.toMove[id] === this.rootPlayer];
      if (typeof value !== "number") return window;
      if (max) window[0] = Math.max(window[0], value);
      else window[1] = Math.min(window[1], value);
      return window;
    }

    get over() { return this.step === this.steps; }
    isKnown(id) { return this.over || this.birth[id] <= this.step; }
    /** Return which search of its action a node is, from 0: a null window may be followed by another search. */
    repeatOf(id) {
      const before = this.parent[id] < 0 || this.action[id] < 0 ? [] : [...this.children(this.parent[id])].filter((child) => child < id);
      return before.filter((child) => this.action[child] === this.action[id]).length;
    }

    /** Return the name of a node in a written tree, where actions are named after the nodes they lead to. */
    nameOf(id) { return this.parent[id] < 0 ? this.root : this.actionOf(id) + "'".repeat(this.repeatOf(id)); }
    named(name) { return [...this.parent.keys()].find((id) => this.nameOf(id) === name) ?? -1; }
    labelOf(id) { return this.root ? this.nameOf(id) : this.actionOf(id); }

    actionOf(id) { return this.action[id] < 0 ? "" : this.texts[this.action[id]]; }
    reasonOf(id) { return this.reason[id] < 0 ? "" : this.texts[this.reason[id]]; }
    isInner(id) { return this.toMove[id] >= 0 && !"ltpf".includes(this.end[id]); }

    /** Whether a node is cut already at this step. */
    isCut(id) {
      return this.end[id] === "c" && (this.over || (this.latest[id] >= 0 && this.events.kind[this.latest[id]] === "c"));
    }

    /** Return the known value of a node: a sign, and a number, a vector or null. */
    known(id) {
      if (this.over) return [SIGNS[this.bound[id]] ?? "", this.value[id]];
      const i = this.latest[id];
      if (i < 0) return ["", null];
      if (this.events.kind[i] === "f") return [SIGNS[this.bound[id]] ?? "", this.events.value[i]];
      const open = "bc".includes(this.events.kind[i]) && !Array.isArray(this.events.value[i]);
      const most = this.leavesAtMost(i) || (open && this.toMove[id] !== this.rootPlayer);
      return [most ? "≤ " : open ? "≥ " : "", this.events.value[i]];
    }

    /** Whether an event is a cut after which a vector is an upper bound for the player above. */
    leavesAtMost(i) {
      return this.events.kind[i] === "c" && Array.isArray(this.events.value[i]) && this.bound[this.events.node[i]] === "u";
    }

    /** Return the entries of the vector of a node as texts; those that a cut left open are marked. */
    entriesOf(id, value = this.known(id)[1]) {
      const texts = entries(value);
      const kind = this.isCut(id) ? this.kindOf(id) : "";
      if (!LEAVING_OPEN.includes(kind)) return texts.map((text) => ({ text: this.isOpen(id, value) ? `${text}?` : text, open: this.isOpen(id, value) }));
      const [mover, above] = [this.toMove[id], this.toMove[this.parent[id]]];
      const closed = kind === "shallow" || kind === "deep";
      return texts.map((text, player) => player === mover ? { text: `≥ ${text}`, open: false }
        : closed && kind === "shallow" && player === above ? { text: `≤ ${text}`, open: true } : { text: closed ? "?" : `${text}?`, open: true });
    }

    /** Whether a node has its vector from a child that was cut, so that its entries are open. */
    isOpen(id, value) {
      if (!this.isInner(id) || this.isCut(id)) return false;
      return [...this.children(id)].some((child) => this.isInner(child) && String(this.known(child)[1]) === String(value)
        && (this.isCut(child) ? LEAVING_OPEN.includes(this.kindOf(child)) : this.isOpen(child, value)));
    }

    /** Return the kind of a cut. */
    kindOf(id) { return (this.kinds ??= new Map(this.cuts)).get(id); }

    /** Return the children of a node that were searched before this step. */
    finished(id) { return [...this.children(id)].filter((child) => (this.eventsAt(child).at(-1) ?? Infinity) < this.step); }

    /** Return what each player has for certain at a node at this step, as Hypermax keeps it; −∞ for nothing. */
    secured(id) {
      const path = [];
      for (let at = id; at >= 0; at = this.parent[at]) path.unshift(at);
      const secured = this.value.find(Array.isArray).map(() => -Infinity);
      path.forEach((at, i) => {
        const mover = this.toMove[at];
        for (const child of this.finished(at)) {
          if (child === path[i + 1]) break;
          secured[mover] = Math.max(secured[mover], this.value[child][mover]);
        }
      });
      return secured;
    }

    /** Return the two numbers whose sum shallow and deep pruning look at, each with its player, and the sum there is. */
    summed(id) {
      const [mover, floor] = [this.toMove[id], this.alpha[id]];
      const own = this.finished(id).reduce((most, child) => Math.max(most, this.value[child][mover]), -Infinity);
      let rival = this.parent[id];
      while (rival >= 0 && !(this.toMove[rival] !== mover && Array.isArray(this.best(rival)) && this.best(rival)[this.toMove[rival]] === floor)) rival = this.parent[rival];
      const parts = [];
      if (rival >= 0 && floor !== null) parts.push({ player: this.toMove[rival], value: floor });
      if (own > -Infinity) parts.push({ player: mover, value: own });
      return { parts, sum: this.sum };
    }

    /** Whether a node was asked with a null window: is it worth more than that? */
    isNull(id) {
      const [alpha, beta] = [this.alpha[id], this.beta[id]];
      return this.windows && !this.vectors && alpha !== null && beta !== null && beta - alpha <= 1e-6 * Math.max(1, Math.abs(alpha));
    }

    valueText(id, write = vector) {
      const [sign, value] = this.known(id);
      if (Array.isArray(value) && write === vector && this.isCut(id)) return `(${this.entriesOf(id, value).map(({ text }) => text).join(", ")})`;
      return (this.end[id] === "l" && value !== null ? "≈ " : "") + sign + write(value);
    }

    /** Return alpha and beta at this step. */
    liveText(id) {
      if (this.isNull(id)) return this.windowText(id);
      const [alpha, beta] = this.live(id);
      const text = (x) => (Number.isFinite(x) ? near(x).replace("-", "−") : x < 0 ? "−∞" : "∞");
      return `α ${text(alpha)}  β ${text(beta)}`;
    }

    windowText(id, write = number) {
      if (this.isNull(id)) return `> ${near(Number(this.alpha[id].toPrecision(6)))} ?`;
      const end = (x, sign) => (x === null ? `${sign}∞` : write(x));
      return `[${end(this.alpha[id], "-")}, ${end(this.beta[id], "")}]`;
    }

    path(id) {
      const actions = [];
      for (; this.parent[id] >= 0; id = this.parent[id]) actions.unshift(this.actionOf(id));
      return actions;
    }

    sentence(words) {
      if (this.step === 0) return words.step_none;
      const i = this.step - 1;
      const [id, kind, value] = [this.events.node[i], this.events.kind[i], this.events.value[i]];
      const path = this.path(id).join(" ");
      const place = this.root ? filled(words.at_node, { node: this.nameOf(id) }) : path ? filled(words.after, { path }) : words.at_root;
      const most = this.leavesAtMost(i);
      const sign = !most && (this.toMove[id] === this.rootPlayer || Array.isArray(value)) ? "≥" : "≤";
      const own = !most && Array.isArray(value) && this.toMove[id] >= 0
        ? filled(words.for_player, { value: number(value[this.toMove[id]]), player: this.toMove[id] }) : "";
      const shown = own && "bc".includes(kind) ? `${own}: ${vector(value)}` : vector(value);
      if (kind === "f" && typeof value === "string") return `${value} ${place}`;
      return filled(words[`step_${kind}`], { value: shown, sign, place });
    }

    /** Return why a node was cut, with Greek letters. */
    shortReason(id) { return this.reasonOf(id).replace(/alpha/i, "α").replace(/beta/i, "β"); }

    /** Return the node at the end of some actions, from the first root that has them. */
    find(path) {
      for (const root of this.roots) {
        let id = root;
        for (const action of path) id = id === undefined ? id : this.children(id).find((c) => this.actionOf(c) === action);
        if (id !== undefined) return id;
      }
      return -1;
    }
  }

  const ENDS = { d: "done", c: "cut", t: "terminal", l: "leaf", k: "known", p: "pruned", f: "folded", s: "stopped" };
  Object.assign(window.spielbaumTrees, { Model, ENDS, number, near, entries, vector, filled, counted, between });
})();
