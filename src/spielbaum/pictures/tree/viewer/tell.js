/* What happens at a step, in sentences. */
"use strict";

(() => {
  const { number, entries, filled, counted } = window.spielbaumTrees;
  const capital = (text) => text.replace(/^\p{Script=Latin}/u, (letter) => letter.toUpperCase());
  const bare = (x) => (Array.isArray(x) ? `(${entries(x).join(", ")})` : typeof x === "string" ? x : Number.isFinite(x) ? number(x).replace("-", "−") : x < 0 ? "−∞" : "∞");

  class Teller {
    constructor(model, viewer) {
      Object.assign(this, { model, viewer, words: viewer.words });
      this.reasons = new Map(); // of cuts, as they were told
      const named = viewer.named || model.vectors || viewer.players.length > 2;
      const both = named ? null : model.rootPlayer ? ["MIN", "MAX"] : ["MAX", "MIN"];
      this.names = both ?? viewer.players.map(({ name }) =>
        (viewer.named ? name : filled(this.words.player_number, { player: name })));
    }

    /** The cuts by node, indexed at the first call. */
    get cuts() {
      this.found ??= new Map(this.model.cuts.map(([id, ...cut]) => [id, cut]));
      return this.found;
    }

    place(id) {
      if (this.model.root) return filled(this.words.at_node, { node: this.model.nameOf(id) });
      const path = this.model.path(id).join(" ");
      return path ? filled(this.words.after, { path }) : this.words.at_root;
    }

    /** Return a sentence or two about the last step. */
    step() {
      const { model, words } = this;
      if (!model.steps) return filled(words.told_root, { player: this.names[model.rootPlayer], action: model.counts.action, value: bare(model.counts.value) });
      if (!model.step) return words.told_none;
      const i = model.step - 1;
      const [kind, id, value] = [model.events.kind[i], model.events.node[i], model.events.value[i]];
      const given = { place: this.place(id), value: bare(value), player: this.names[model.toMove[id]] };
      const said = { l: this.leaf, b: this.bound, c: this.cut, f: this.final }[kind].call(this, id, value, given);
      return capital(this.isRepeated(id, i) ? `${said} ${filled(words.told_again, { node: model.labelOf(id), bound: bare(Number(model.alpha[id]?.toPrecision(6))) })}` : said);
    }

    /** Whether a search with a null window has ended, and another one of the same action follows. */
    isRepeated(id, i) {
      const { model } = this;
      const next = id < 0 || !model.isNull(id) || model.parent[id] < 0 ? -1
        : [...model.children(model.parent[id])].find((child) => child > id && model.action[child] === model.action[id]) ?? -1;
      return next >= 0 && model.eventsAt(id).at(-1) === i;
    }

    leaf(id, value, given) {
      const { words } = this;
      const text = { l: words.told_estimate, k: words.told_known }[this.model.end[id]] ?? words.told_leaf;
      return filled(text, given);
    }

    bound(id, value, given) {
      const { model, words } = this;
      if (Array.isArray(value)) return filled(words.told_own, { ...given, vector: given.value, value: bare(value[model.toMove[id]]) });
      const max = model.toMove[id] === model.rootPlayer;
      const said = filled(max ? words.told_least : words.told_most, given);
      if (!model.windows) return said;
      const [old, now] = [model.live(id, model.step - 1), model.live(id)];
      const end = max ? 0 : 1;
      if (old[end] === now[end]) {
        const found = this.source(id, max ? "alpha" : "beta", now[end], model.step) >= 0;
        const stays = !found ? words.told_window_stays : max ? words.told_alpha_stays : words.told_beta_stays;
        const ends = { bound: bare(now[end]), alpha: bare(now[0]), beta: bare(now[1]) };
        return Number.isFinite(now[end]) ? `${said} ${filled(stays, { ...given, ...ends })}` : said;
      }
      return `${said} ${filled(max ? words.told_alpha : words.told_beta, { old: bare(old[end]), new: bare(now[end]) })}`;
    }

    /** Return why a node was cut, and what that saves. */
    cut(id, value, given = { place: this.place(id), player: this.names[this.model.toMove[id]] }) {
      const { model, words } = this;
      const [kind, best, bound] = this.cuts.get(id) ?? ["limit", value, null];
      const source = this.source(id, kind, bound);
      const open = source < 0 && (kind === "alpha" || kind === "beta");
      const text = words[`told_${kind.replaceAll("-", "_")}_${open ? "window" : "cut"}`] ?? words.told_limit_cut;
      const floor = model.vectors ? model.alpha[id] : null;
      const rival = kind === "deep" ? this.names[model.summed(id).parts[0]?.player] ?? "" : this.names[source >= 0 ? model.toMove[source] : model.toMove[model.parent[id]] ?? model.toMove[id]];
      const why = filled(text, { ...given, value: bare(best), bound: bare(bound), rival, floor: bare(floor),
        sum: model.secures ? this.added(model.secured(id)) : bare(floor === null ? bound : floor + bound),
        where: this.place(Math.max(0, source)) });
      const pruned = [...model.children(id)].filter((child) => model.end[child] === "p").length;
      if (!pruned) return why;
      return `${why} ${pruned === 1 ? words.told_pruned_one : filled(words.told_pruned, { count: counted(pruned) })}`;
    }

    /** Return a sum in figures: 2 − 2 + 2 = 2. */
    added(numbers) {
      const text = numbers.map((x, i) => (i === 0 ? bare(x) : `${x < 0 ? "−" : "+"} ${bare(Math.abs(x))}`)).join(" ");
      return `${text} = ${bare(numbers.reduce((all, x) => all + x, 0))}`;
    }

    /** Return the ancestor at which a bound was found; -1 if it comes from the window alone, as with null windows. */
    source(id, kind, bound, step = this.model.cutAt.get(id) ?? this.model.step) {
      const { model } = this;
      const end = { alpha: 0, beta: 1 }[kind];
      if (end === undefined) return kind === "shallow" ? model.parent[id] : -1;
      let found = -1;
      for (let above = model.parent[id]; above >= 0; above = model.parent[above]) {
        const max = model.toMove[above] === model.rootPlayer;
        if (max === (end === 0) && model.best(above, step) === bound) found = above; // the highest
      }
      return found;
    }

    final(id, value, given) {
      const { model, words } = this;
      if (typeof value === "string") return filled(words.told_final, given);
      if (Array.isArray(value) || "e".includes(model.bound[id])) {
        const same = (child) => model.end[child] !== "p" && model.value[child] !== null && String(model.value[child]) === String(value);
        const chosen = [...model.children(id)].filter((child) => same(child));
        const child = chosen.find((one) => model.onLine.has(one)) ?? chosen.find((one) => model.bound[one] === "e") ?? chosen[0];
        const last = model.parent[id] < 0 && model.over;
        if (child === undefined) return filled(words.told_final, given);
        return filled(last ? words.told_root : words.told_best, { ...given, action: model.labelOf(child) });
      }
      return filled(model.toMove[id] === model.rootPlayer ? words.told_no_more : words.told_no_less, given);
    }

    /** Return why a node was left early, or never visited. */
    why(id) {
      const { model } = this;
      const cut = model.isCut(id) ? id : model.end[id] === "p" ? model.parent[id] : -1;
      if (!this.cuts.has(cut)) return "fl".includes(model.end[id]) ? "" : model.reasonOf(id);
      if (!this.reasons.has(cut)) this.reasons.set(cut, capital(this.cut(cut, model.value[cut])));
      return this.reasons.get(cut);
    }
  }

  Object.assign(window.spielbaumTrees, { Teller, bare });
})();
