/* The best few of many children, and the others as one box: "17 more, pruned". */
"use strict";

(() => {
  const { filled, counted } = window.spielbaumTrees;
  const [MANY, FEW] = [6, 3]; // of more than MANY children FEW are shown

  /** Return the box of the children of a node that are left out; boxes of nodes have numbers from 0 on. */
  const restOf = (id) => -2 - id;

  class Few {
    constructor(model, words) {
      Object.assign(this, { model, words, whole: new Set(), left: new Map() });
    }

    /** Return the children to show, in the order of the search, and note those that are left out. */
    children(id, trail) {
      const { model } = this;
      const all = [...model.children(id)];
      this.left.delete(restOf(id));
      if (all.length <= MANY || this.whole.has(id)) return all;
      const mover = model.toMove[id];
      const worth = (child) => {
        const value = model.value[child];
        if (model.end[child] === "p" || value === null || typeof value === "string") return -Infinity;
        if (Array.isArray(value)) return value[mover];
        return mover === model.rootPlayer ? value : -value;
      };
      const ranked = all.filter((child) => model.end[child] !== "f").sort((a, b) =>
        model.onLine.has(b) - model.onLine.has(a) || worth(b) - worth(a) || a - b);
      const shown = new Set(ranked.slice(0, FEW));
      for (const child of all) if (trail.has(child) || model.end[child] === "f") shown.add(child);
      const left = all.filter((child) => !shown.has(child));
      this.left.set(restOf(id), { above: id, left });
      return [...all.filter((child) => shown.has(child)), restOf(id)];
    }

    text(rest) {
      const { left } = this.left.get(rest);
      const pruned = left.filter((id) => this.model.end[id] === "p").length;
      const { words } = this;
      const text = !pruned ? words.rest_more : pruned === left.length ? words.rest_pruned : words.rest_both;
      return filled(text, { count: counted(left.length), pruned: counted(pruned) });
    }

    isKnown(rest) { return this.left.get(rest).left.some((id) => this.model.isKnown(id)); }
  }

  Object.assign(window.spielbaumTrees, { Few });
})();
