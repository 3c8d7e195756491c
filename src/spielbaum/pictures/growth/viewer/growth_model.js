// A Monte-Carlo tree after any number of simulations: visits, means, upper confidence bounds, and the steps of each.
"use strict";

window.spielbaumGrowth = {};

(() => {
  class Model {
    constructor(data) {
      Object.assign(this, data);
      this.size = this.parent.length;
      this.simulations = this.leaf.length;
      this.vectors = Array.isArray(this.value[0]);
      this.children = Array.from({ length: this.size }, () => []);
      this.depth = new Int32Array(this.size);
      this.parent.forEach((above, node) => {
        if (above < 0) return;
        this.children[above].push(node);
        this.depth[node] = this.depth[above] + 1;
      });
      this.first = new Int32Array(this.size); // the first simulation through a node
      for (let number = this.simulations; number >= 1; number--) for (const node of this.line(number)) this.first[node] = number;
      const all = this.value.flat();
      [this.least, this.largest] = [Math.min(...all), Math.max(...all)];
      if (!this.vectors) this.least = -(this.largest = Math.max(this.largest, -this.least)); // either player may win as much
      if (this.least === this.largest) this.largest += 1;
      this.known = new Map();
    }

    name(node) { return this.action[node] < 0 ? "" : this.texts[this.action[node]]; }

    /** Return the nodes of a simulation in the tree, the root first. */
    line(number) {
      const found = [];
      for (let node = this.leaf[number - 1]; node >= 0; node = this.parent[node]) found.push(node);
      return found.reverse();
    }

    /** Return the statistics after some simulations. */
    after(number) {
      if (this.known.has(number)) return this.known.get(number);
      const width = this.vectors ? this.value[0].length : 1;
      const [visits, sums, proven] = [new Int32Array(this.size), new Float64Array(this.size * width), new Map()];
      let [low, high] = [Infinity, -Infinity];
      for (let i = 0; i < number; i++) {
        const value = this.vectors ? this.value[i] : [this.value[i]];
        for (const part of value) [low, high] = [Math.min(low, part), Math.max(high, part)];
        for (let node = this.leaf[i]; node >= 0; node = this.parent[node]) {
          visits[node]++;
          value.forEach((part, place) => { sums[node * width + place] += part; });
        }
      }
      for (const [when, node, value] of this.proven) if (when <= number) proven.set(node, value);
      const found = { number, visits, sums, width, proven, range: high > low ? high - low : 1 };
      if (this.known.size > 60) this.known.delete(this.known.keys().next().value);
      this.known.set(number, found);
      return found;
    }

    /** Return the value of a visited node for a player, from 0, the worst there is, to 1. */
    share(node, player, now) {
      const proven = now.proven.get(node);
      const part = (place) => (proven === undefined ? now.sums[node * now.width + place] / now.visits[node] : [proven].flat()[place]);
      const value = this.vectors ? part(player) : (player === this.rootPlayer ? 1 : -1) * part(0);
      return (value - this.least) / (this.largest - this.least);
    }

    /** Return the value, the exploration term and the upper bound of a child for the player who chooses it. */
    bound(child, now) {
      const above = this.parent[child];
      const [player, times] = [this.toMove[above], now.visits[child]];
      if (!times) return null;
      const mean = this.share(child, player, now);
      const scale = now.range / (this.largest - this.least);
      const explore = this.exploration * scale * Math.sqrt(Math.log(Math.max(1, now.visits[above])) / times);
      return { mean, explore, upper: mean + explore, proven: now.proven.has(child) };
    }

    /** Return each player's part of a node, for a disc that is divided among them; parts add up to 1. */
    parts(node, now) {
      return this.divided((player) => this.share(node, player, now));
    }

    /** Return each player's part of the result of a simulation. */
    resultParts(number) {
      const value = this.value[number - 1];
      return this.divided((player) => ((this.vectors ? value[player] : (player === this.rootPlayer ? value : -value)) - this.least) / (this.largest - this.least));
    }

    divided(share) {
      const parts = this.players.map((_, player) => Math.max(0, share(player)));
      const sum = parts.reduce((a, b) => a + b, 0);
      return sum ? parts.map((part) => part / sum) : parts.map(() => 1 / parts.length);
    }

    /** Return the steps of a simulation: a choice for each level, the expansion, the playout, and the way back. */
    steps(number) {
      const [line, steps] = [this.line(number), []];
      for (let ply = 0; ply + 1 < line.length; ply++) {
        const [node, child] = [line[ply], line[ply + 1]];
        const kind = this.added[child] === number ? "expansion" : "selection";
        steps.push({ kind, node, child, ply, line: line.slice(0, ply + 2), ply_shown: ply + 1 });
      }
      const moves = this.playout[number - 1];
      const ply = line.length - 1;
      steps.push({ kind: "playout", number, node: line[ply], line, moves: moves.map((move) => this.texts[move]), ply, ply_shown: ply });
      steps.push({ kind: "backup", number, played: moves.length > 0, node: line[ply], line, value: this.value[number - 1], ply_shown: ply + moves.length });
      return steps;
    }
  }

  /** Return the middles and widths of the nodes that are seen, each child in its share of its parent's room. */
  function arrange(model, now, { width, shown, first = 84, further = 32, labelled = 3, top = 30, least = 1.2 }) {
    const places = new Map();
    const waiting = [[0, 8, width - 8]];
    while (waiting.length) {
      const [node, left, right] = waiting.pop();
      const depth = model.depth[node];
      const y = top + Math.min(depth, labelled) * first + Math.max(0, depth - labelled) * further;
      places.set(node, { x: (left + right) / 2, y, room: right - left, depth });
      const below = model.children[node].filter((child) => now.visits[child] || shown(child));
      const weights = below.map((child) => Math.sqrt(now.visits[child]) + 0.4);
      const sum = weights.reduce((a, b) => a + b, 0);
      let from = left;
      below.forEach((child, i) => {
        const to = from + ((right - left) * weights[i]) / sum;
        if (to - from > least) waiting.push([child, from, to]);
        from = to;
      });
    }
    return places;
  }

  Object.assign(window.spielbaumGrowth, { Model, arrange });
})();
