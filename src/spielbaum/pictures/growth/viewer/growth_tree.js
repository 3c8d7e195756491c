// The picture of a Monte-Carlo tree: discs divided among the players, branches as thick as they were visited.
"use strict";

(() => {
  const { arrange } = window.spielbaumGrowth;
  const SVG = "http://www.w3.org/2000/svg";
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");
  const MOVES = 350; // milliseconds in which nodes move to their new places
  const MANY = 160; // more nodes jump
  const [PLAYOUT, BELOW] = [56, 38]; // the length of the line of a playout, and where it begins below a node with numbers

  const svg = (name, attributes, ...inner) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inner);
    return element;
  };
  const fixed = (number) => number.toFixed(1);

  /** Return the sectors of a disc. */
  function sectors(parts, r, colours) {
    const found = [];
    let from = 0;
    parts.forEach((part, i) => {
      if (part > 0.999) found.push(svg("circle", { r: fixed(r), fill: colours[i] }));
      else if (part > 0.001) {
        const [a, b] = [from, from + part].map((share) => 2 * Math.PI * share - Math.PI / 2);
        const point = (angle) => `${fixed(r * Math.cos(angle))} ${fixed(r * Math.sin(angle))}`;
        found.push(svg("path", { d: `M0 0L${point(a)}A${fixed(r)} ${fixed(r)} 0 ${part > 0.5 ? 1 : 0} 1 ${point(b)}Z`, fill: colours[i] }));
      }
      from += part;
    });
    return found;
  }

  class Picture {
    constructor(model, format, { plain = false, pick = () => {} } = {}) {
      Object.assign(this, { model, format, plain, pick, places: new Map(), frame: 0 });
      this.element = svg("svg", { class: plain ? "growth-shape" : "growth-tree", role: "img" });
      this.element.addEventListener("click", (event) => {
        const node = event.target.closest?.("[data-node]");
        if (node) this.pick(Number(node.dataset.node));
      });
    }

    /** Draw the tree after some simulations; `step` is the step that is shown, if any. */
    draw(now, step = null, { glide = true, marked = [] } = {}) {
      const { model, plain } = this;
      const line = step ? step.line : [];
      const expanded = step?.kind === "expansion" ? step.node : -1;
      const shown = (node) => line.includes(node) || line.includes(model.parent[node]) || now.number < 40
        ? model.added[node] <= Math.max(1, now.number) || model.parent[node] === expanded || line.includes(node) : false;
      const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16; // larger in a hall
      const width = plain ? 240 : Math.max(320, (this.element.clientWidth || 720) / scale);
      const layout = plain ? { width, shown: () => false, first: 22, further: 13, top: 10, least: 0.25 } : { width, shown };
      const goal = arrange(model, now, layout);
      const lowest = Math.max(...[...goal.values()].map((place) => place.y));
      const played = step?.number && goal.has(step.node) ? goal.get(step.node).y + PLAYOUT + BELOW + 18 : 0;
      const height = plain ? 120 : Math.max(lowest + 48, played);
      Object.assign(this, { now, step, marked, line });
      this.element.setAttribute("viewBox", `0 0 ${width} ${fixed(height)}`);
      if (!plain) this.element.setAttribute("height", fixed(height * scale));
      cancelAnimationFrame(this.frame);
      const from = this.places;
      if (plain || !glide || STILL.matches || goal.size > MANY || !from.size) return this.paint(goal);
      const start = performance.now();
      const glideOn = (time) => {
        const part = Math.min(1, Math.max(0, (time - start) / MOVES));
        const eased = 1 - (1 - part) ** 3;
        const between = new Map();
        for (const [node, place] of goal) {
          const old = from.get(node) ?? between.get(model.parent[node]) ?? place;
          const mix = (key) => old[key] + (place[key] - old[key]) * eased;
          between.set(node, { ...place, x: mix("x"), y: mix("y"), room: mix("room") });
        }
        this.paint(between);
        if (part < 1) this.frame = requestAnimationFrame(glideOn);
      };
      this.frame = requestAnimationFrame(glideOn);
    }

    paint(places) {
      const { model, now, line, step, plain } = this;
      this.places = places;
      const total = Math.max(1, now.visits[0]);
      const [edges, nodes] = [[], []];
      for (const [node, place] of places) {
        const above = places.get(model.parent[node]);
        const share = now.visits[node] / total;
        if (above) {
          const [turn, lies] = [(above.y + place.y) / 2, line.includes(node)];
          edges.push(svg("path", {
            class: lies ? `growth-edge growth-on growth-${step.kind}` : now.visits[node] ? "growth-edge" : "growth-edge growth-untried",
            d: `M${fixed(above.x)} ${fixed(above.y)}C${fixed(above.x)} ${fixed(turn)} ${fixed(place.x)} ${fixed(turn)} ${fixed(place.x)} ${fixed(place.y)}`,
            "stroke-width": fixed(Math.max(plain ? 0.6 : 1, (plain ? 5 : 11) * Math.sqrt(share))),
          }));
        }
        nodes.push(this.disc(node, place, share));
      }
      const leaf = step?.number ? places.get(step.node) : null;
      if (leaf && (step.moves?.length || step.played)) nodes.push(...this.playout(leaf));
      edges.sort((a, b) => a.classList.contains("growth-on") - b.classList.contains("growth-on"));
      this.element.replaceChildren(...edges, ...nodes);
    }

    /** Return the line of a playout, as winding as its moves are random, and its result. */
    playout({ x, y }) {
      const { model, step } = this;
      let path = `M0 0`;
      for (let i = 1; i <= 6; i++) path += `q${i % 2 ? 9 : -9} ${fixed(PLAYOUT / 12)} 0 ${fixed(PLAYOUT / 6)}`;
      const end = svg("g", { transform: `translate(0 ${PLAYOUT})`, class: "growth-result" },
        ...sectors(model.resultParts(step.number), 8, model.players.map((player) => player.colour)),
        svg("rect", { class: "growth-rim", x: -8, y: -8, width: 16, height: 16, rx: 1 }));
      const top = y + (step.kind === "backup" ? BELOW : 8);
      return [svg("g", { transform: `translate(${fixed(x)} ${fixed(top)})`, class: `growth-random growth-${step.kind}` },
        svg("path", { d: path, class: "growth-winding", pathLength: 1 }), end)];
    }

    disc(node, { x, y, room, depth }, share) {
      const { model, now, plain, line, step } = this;
      const visits = now.visits[node];
      const most = plain ? 7 : 17;
      const r = Math.max(plain ? 1 : 1.6, Math.min(most, room * 0.44, (plain ? 2 : 6) + most * Math.sqrt(share)));
      const ends = model.toMove[node] < 0;
      const group = svg("g", { transform: `translate(${fixed(x)} ${fixed(y)})`, "data-node": node });
      const kinds = ["growth-node"];
      if (!visits) kinds.push("growth-empty");
      if (step && node === line[line.length - 1]) kinds.push("growth-now", `growth-${step.kind}`);
      else if (line.includes(node)) kinds.push("growth-passed");
      if (now.proven.has(node)) kinds.push("growth-proven");
      if (this.marked.includes(node)) kinds.push("growth-picked");
      group.setAttribute("class", kinds.join(" "));
      const colours = model.players.map((player) => player.colour);
      if (visits) group.append(...sectors(model.parts(node, now), r, colours));
      const rim = ends ? svg("rect", { class: "growth-rim", x: fixed(-r), y: fixed(-r), width: fixed(2 * r), height: fixed(2 * r), rx: 1 })
        : svg("circle", { class: "growth-rim", r: fixed(visits ? r : Math.min(r, 6)) });
      group.append(rim);
      if (plain) return group;
      const text = (dy, words, kind) => group.append(svg("text", { y: fixed(dy), class: `growth-text ${kind}` }, words));
      if (room > 24 && depth <= 3 && node) text(-r - 5, model.name(node), "growth-action");
      if (!visits || room < 30 || depth > 3 || (depth === 3 && model.children[node].some((child) => this.places.has(child)))) return group;
      const more = step?.kind === "backup" && line.includes(node) && step.node >= 0;
      text(r + 14, this.format.whole(visits) + (more ? " (+1)" : ""), more ? "growth-visits growth-more" : "growth-visits");
      if (!node) return group;
      const bound = model.bound(node, now);
      const chosen = step && step.node === model.parent[node] && step.kind === "selection";
      if (room > 84) text(r + 28, `${this.format.share(bound.mean)} ↑${this.format.share(bound.upper)}`, chosen ? "growth-bound" : "growth-mean");
      else if (room > 32) {
        text(r + 27, this.format.share(bound.mean), "growth-mean");
        if (chosen) text(r + 40, `↑${this.format.share(bound.upper)}`, "growth-bound");
      }
      return group;
    }
  }

  Object.assign(window.spielbaumGrowth, { Picture, svg });
})();
