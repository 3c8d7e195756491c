/* A searched tree, and what is known of it after each step of the search. */
"use strict";

(() => {
  const SIGNS = { l: "≥ ", u: "≤ " };

  const number = (x) => (x === null ? "–" : String(Number(x.toPrecision(6))));
  const vector = (x) => (Array.isArray(x) ? `(${x.map(number).join(", ")})` : number(x));
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
  const counted = (n) => n.toLocaleString(document.documentElement.lang || "en");
  const between = (low, x, high) => Math.min(high, Math.max(low, x));

  class Model {
    constructor(data) {
      Object.assign(this, data);
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
      this.findBirths();
      this.goTo(this.steps);
    }

    children(id) { return this.below.subarray(this.start[id], this.start[id + 1]); }

    /** Find the step since which each node is known: the first event at it, or at a node that was entered later. */
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
        if (this.end[id] === "p") this.birth[id] = cut.get(above) ?? this.steps;
        if (this.end[id] === "f") this.birth[id] = last.get(above) ?? this.steps;
      });
      this.birth[0] = 0;
    }

    /** Know only what the search knew after so many steps. */
    goTo(step) {
      this.step = step;
      this.latest = new Int32Array(this.parent.length).fill(-1);
      for (let i = 0; i < step; i++) this.latest[this.events.node[i]] = i;
    }

    get over() { return this.step === this.steps; }
    isKnown(id) { return this.over || this.birth[id] <= this.step; }
    actionOf(id) { return this.action[id] < 0 ? "" : this.texts[this.action[id]]; }
    reasonOf(id) { return this.reason[id] < 0 ? "" : this.texts[this.reason[id]]; }
    isInner(id) { return this.toMove[id] >= 0 && !"ltpf".includes(this.end[id]); }

    /** Whether a node is cut already at this step. */
    isCut(id) {
      return this.end[id] === "c" && (this.over || (this.latest[id] >= 0 && this.events.kind[this.latest[id]] === "c"));
    }

    /** Return what is known of a node's value: a sign, and a number, a vector or null. */
    known(id) {
      if (this.over) return [SIGNS[this.bound[id]] ?? "", this.value[id]];
      const i = this.latest[id];
      if (i < 0) return ["", null];
      const open = "bc".includes(this.events.kind[i]) && !Array.isArray(this.events.value[i]);
      const most = this.leavesAtMost(i) || (open && this.toMove[id] !== this.rootPlayer);
      return [most ? "≤ " : open ? "≥ " : "", this.events.value[i]];
    }

    /** Whether an event is a cut after which a vector says how much the player above has at most. */
    leavesAtMost(i) {
      return this.events.kind[i] === "c" && Array.isArray(this.events.value[i]) && this.bound[this.events.node[i]] === "u";
    }

    valueText(id) {
      const [sign, value] = this.known(id);
      return (this.end[id] === "l" && value !== null ? "≈ " : "") + sign + vector(value);
    }

    windowText(id) {
      const end = (x, sign) => (x === null ? `${sign}∞` : number(x));
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
      const place = path ? filled(words.after, { path }) : words.at_root;
      const most = this.leavesAtMost(i);
      const sign = !most && (this.toMove[id] === this.rootPlayer || Array.isArray(value)) ? "≥" : "≤";
      const own = !most && Array.isArray(value) && this.toMove[id] >= 0
        ? filled(words.for_player, { value: number(value[this.toMove[id]]), player: this.toMove[id] }) : "";
      const shown = own && "bc".includes(kind) ? `${own}: ${vector(value)}` : vector(value);
      return filled(words[`step_${kind}`], { value: shown, sign, place });
    }

    /** Return the node that the same actions lead to, from the first root that knows them. */
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
  Object.assign(window.spielbaumTrees, { Model, ENDS, number, vector, filled, counted, between });
})();
