/* The layout of Buchheim, Jünger and Leipert (2002), as in tidy_tree.py; names are those of the paper where they fit. */
"use strict";

window.spielbaumTrees = {};

(() => {
  const GAP = 10;

  /** Return the middles of boxes. Parents are numbered before their children; node 0 is the root. */
  function tidy(children, widths, gap = GAP) {
    const nodes = widths.length;
    const reals = () => new Float64Array(nodes);
    const [prelim, mod, shift, change] = [reals(), reals(), reals(), reals()];
    const [parent, place, thread] = [new Int32Array(nodes).fill(-1), new Int32Array(nodes), new Int32Array(nodes).fill(-1)];
    const ancestor = Int32Array.from({ length: nodes }, (_, v) => v);
    const fallback = new Int32Array(nodes).fill(-1);
    children.forEach((below, v) => below.forEach((w, i) => { parent[w] = v; place[w] = i; }));
    const nextLeft = (v) => (children[v].length ? children[v][0] : thread[v]);
    const nextRight = (v) => (children[v].length ? children[v][children[v].length - 1] : thread[v]);
    const distance = (v, w) => (widths[v] + widths[w]) / 2 + gap;

    function put(v) {
      let middle = 0;
      if (children[v].length) {
        let [moved, grown] = [0, 0];
        for (let i = children[v].length - 1; i >= 0; i--) {
          const w = children[v][i];
          prelim[w] += moved;
          mod[w] += moved;
          grown += change[w];
          moved += shift[w] + grown;
        }
        middle = (prelim[nextLeft(v)] + prelim[nextRight(v)]) / 2;
      }
      prelim[v] = middle;
      if (place[v]) {
        const w = children[parent[v]][place[v] - 1];
        prelim[v] = prelim[w] + distance(w, v);
        mod[v] = prelim[v] - middle;
      }
    }

    function move(from, to, by) {
      const share = by / (place[to] - place[from]);
      change[to] -= share;
      shift[to] += by;
      change[from] += share;
      prelim[to] += by;
      mod[to] += by;
    }

    function apportion(v) {
      const siblings = children[parent[v]];
      let [inner, outer, leftInner, leftOuter] = [v, v, siblings[place[v] - 1], siblings[0]];
      let [s, so, sl, slo] = [mod[v], mod[v], mod[leftInner], mod[leftOuter]];
      let [right, left] = [nextRight(leftInner), nextLeft(inner)];
      while (right >= 0 && left >= 0) {
        [leftInner, inner, leftOuter, outer] = [right, left, nextLeft(leftOuter), nextRight(outer)];
        ancestor[outer] = v;
        const by = prelim[leftInner] + sl - prelim[inner] - s + distance(leftInner, inner);
        if (by > 0) {
          const own = ancestor[leftInner];
          move(parent[own] === parent[v] ? own : fallback[parent[v]], v, by);
          s += by;
          so += by;
        }
        sl += mod[leftInner];
        s += mod[inner];
        slo += mod[leftOuter];
        so += mod[outer];
        [right, left] = [nextRight(leftInner), nextLeft(inner)];
      }
      if (right >= 0 && nextRight(outer) < 0) {
        thread[outer] = right;
        mod[outer] += sl - so;
      }
      if (left >= 0 && nextLeft(leftOuter) < 0) {
        thread[leftOuter] = left;
        mod[leftOuter] += s - slo;
        fallback[parent[v]] = v;
      }
    }

    const [order, waiting] = [[], [0]];
    while (waiting.length) {
      order.push(waiting.pop());
      for (const child of children[order[order.length - 1]]) waiting.push(child);
    }
    children.forEach((below, v) => { if (below.length) fallback[v] = below[0]; });
    for (let i = nodes - 1; i >= 0; i--) {
      put(order[i]);
      if (place[order[i]]) apportion(order[i]);
    }
    const [xs, moved] = [reals(), reals()];
    for (const v of order) {
      xs[v] = prelim[v] + moved[v];
      for (const child of children[v]) moved[child] = moved[v] + mod[v];
    }
    return xs;
  }

  window.spielbaumTrees.tidy = tidy;
})();
