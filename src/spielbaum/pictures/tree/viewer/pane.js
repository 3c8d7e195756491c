/* One tree on the screen: its boxes, panning, zooming, folding, stepping. Only what is in view is drawn. */
"use strict";

(() => {
  const { tidy, Model, ENDS, number, vector, filled, counted, between } = window.spielbaumTrees;
  const SVG = "http://www.w3.org/2000/svg";
  const [LEVEL_GAP, GLYPH, BOARD] = [30, 12, 60];
  const [CLOSE, MOST_BOARDS] = [0.5, 150]; // boards are drawn at this scale, and at so many nodes in view
  const MOST_IN_DETAIL = 600; // beyond so many nodes in view all are drawn as plain boxes in a single path

  function make(name, attributes = {}, ...inner) {
    const element = ["svg", "g", "path", "rect", "circle", "text"].includes(name)
      ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    element.append(...inner);
    return element;
  }

  function button(text, label, action) {
    const made = make("button", { type: "button", title: label, "aria-label": label }, text);
    made.addEventListener("click", action);
    return made;
  }

  class Pane {
    constructor(viewer, data) {
      this.viewer = viewer;
      this.words = viewer.words;
      this.model = new Model(data);
      this.open = new Set(data.open);
      this.current = this.model.roots[0];
      this.drawn = new Map(); // node -> its element
      this.view = { x: 0, y: 0, scale: 1 };
      this.build(data);
    }

    build(data) {
      const { words, model } = this;
      this.paths = Object.fromEntries(
        ["edges", "pruned", "best", "strokes", "boxes"].map((name) => [name, make("path", { class: `tv-path tv-path-${name}` })]));
      this.nodes = make("g", { role: "none" });
      this.world = make("g", { role: "none" }, ...Object.values(this.paths), this.nodes);
      this.svg = make("svg", { class: "tv-canvas", role: "tree", "aria-label": data.title }, this.world);
      this.note = make("p", { class: "tv-note" });
      this.sentence = make("output", { class: "tv-sentence", "aria-live": "polite" });
      this.slider = make("input", { type: "range", min: 0, max: model.steps, "aria-label": words.step });
      this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
      const bar = make("div", { class: "tv-steps", role: "group", "aria-label": words.steps },
        button("|◀", words.first, () => this.goTo(0)), button("◀", words.back, () => this.goTo(model.step - 1, true)),
        this.slider, button("▶", words.forward, () => this.goTo(model.step + 1, true)),
        button("▶|", words.last, () => this.goTo(model.steps)), this.sentence);
      bar.hidden = !model.steps;
      const counts = filled(words.counts, Object.fromEntries(Object.entries(data.counts).map(
        ([key, x]) => [key, x === null ? words.unknown : Array.isArray(x) ? vector(x) : typeof x === "number" ? counted(x) : x])));
      this.element = make("section", { class: "tv-tree", "aria-label": data.title },
        make("h2", {}, data.title), make("p", { class: "tv-counts" }, counts), this.note, this.svg, bar);
      this.element.addEventListener("keydown", (event) => this.press(event));
      this.steer();
    }

    // -------- layout

    /** Return the lines of a node's box, for its size as for its picture. */
    rows(id) {
      const { model, viewer } = this;
      const [end, inner] = [model.end[id], model.isInner(id)];
      if (end === "p") return [];
      if (end === "f") return model.reasonOf(id).split(", ").map((text) => ({ kind: "quiet", text }));
      const rows = [];
      const name = inner ? viewer.players[model.toMove[id]].name : "";
      const named = model.vectors || viewer.players.length > 2 || viewer.named;
      const [sign, value] = model.known(id);
      if (inner && model.vectors) rows.push({ kind: "mover", text: `${name}  ${sign}`.trim() });
      if (Array.isArray(value)) rows.push({ kind: "chips", text: vector(value), value });
      else rows.push({ kind: inner && !model.vectors ? "head" : "value", name: named ? name : "", text: model.valueText(id) });
      if (inner && model.windows) rows.push({ kind: "quiet", text: model.windowText(id) });
      if (viewer.showsBoards && model.boardOf.has(id)) rows.push({ kind: "board", text: "" });
      if (model.isCut(id)) {
        const reason = model.reasonOf(id);
        rows.push({ kind: "reason", text: reason.length < 28 ? reason : `${this.words.ends.cut}: ${reason.split(":")[0]}` });
      }
      if ("ks".includes(end)) rows.push({ kind: "quiet", text: this.words.ends[ENDS[end]] });
      return rows;
    }

    size(id) {
      const rows = this.rows(id);
      const wide = (row) => row.kind === "board" ? BOARD : row.kind === "chips" ? row.value.length * 6 + row.text.length * 7.6
        : row.kind === "quiet" || row.kind === "reason" ? row.text.length * 7
        : (row.text.length + (row.name ?? "").length) * 9 + (row.kind === "value" ? 0 : GLYPH + 12);
      const text = Math.max(8, ...rows.map(wide));
      const tall = rows.reduce((sum, row) => sum + this.tall(row), 0);
      return [Math.max(text + 12, this.model.actionOf(id).length * 7.6 + 4, this.isClosed(id) ? 40 : 0), tall || 10];
    }

    tall(row) { return { board: BOARD + 4, quiet: 14, reason: 14, mover: 17 }[row.kind] ?? 20; }
    isClosed(id) { return this.model.inside[id] > 0 && !this.open.has(id); }

    layOut() {
      const { model } = this;
      const step = model.step;
      if (!model.over) model.goTo(model.steps); // boxes have room for all that will be known
      const [order, depth, children] = [[-1], [-1], [[]]]; // the roots hang below a node that is not drawn
      const waiting = model.roots.map((id) => [id, 0]).reverse();
      while (waiting.length) {
        const [id, above] = waiting.pop();
        const place = order.push(id) - 1;
        depth.push(depth[above] + 1);
        children.push([]);
        children[above].push(place);
        if (this.open.has(id)) {
          const below = model.children(id);
          for (let i = below.length - 1; i >= 0; i--) waiting.push([below[i], place]);
        }
      }
      const sizes = order.map((id) => (id < 0 ? [0, 0] : this.size(id)));
      const xs = tidy(children, sizes.map(([width]) => width));
      const tall = [];
      sizes.forEach(([, height], place) => { if (place) tall[depth[place]] = Math.max(tall[depth[place]] ?? 0, height); });
      const tops = [0];
      for (const height of tall) tops.push(tops[tops.length - 1] + height + 34 + LEVEL_GAP);
      this.order = order.slice(1);
      this.at = new Map();
      order.forEach((id, place) => {
        if (!place) return;
        const [width, height] = sizes[place];
        this.at.set(id, { x: xs[place], y: tops[depth[place]], width, height, depth: depth[place],
          bottom: tops[depth[place]] + tall[depth[place]] + 20 });
      });
      const spots = [...this.at.values()];
      this.extent = {
        left: spots.reduce((x, spot) => Math.min(x, spot.x - spot.width / 2), Infinity),
        right: spots.reduce((x, spot) => Math.max(x, spot.x + spot.width / 2), -Infinity),
        bottom: tops[tall.length] };
      if (model.step !== step) model.goTo(step);
      this.note.textContent = this.order.length < model.parent.length
        ? filled(this.words.folded_note, { shown: counted(this.order.length), all: counted(model.parent.length) }) : "";
      this.drawn.clear();
      this.nodes.replaceChildren();
    }

    // -------- drawing

    draw() {
      this.frame = 0;
      const { x, y, scale } = this.view;
      const { clientWidth: width, clientHeight: height } = this.svg;
      if (!width) return;
      this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
      const [left, right, top, bottom] = [-x / scale, (width - x) / scale, -y / scale, (height - y) / scale];
      const seen = [];
      const lines = { edges: [], pruned: [], best: [], strokes: [] };
      for (const id of this.order) {
        const spot = this.at.get(id);
        if (!this.model.isKnown(id)) continue;
        const above = this.at.get(this.model.parent[id]);
        if (above && spot.y >= top && above.y <= bottom && Math.max(spot.x, above.x) >= left && Math.min(spot.x, above.x) <= right) {
          this.edge(id, spot, above, lines);
        }
        if (spot.y <= bottom && spot.bottom >= top && spot.x + spot.width / 2 >= left && spot.x - spot.width / 2 <= right) seen.push(id);
      }
      for (const [name, parts] of Object.entries(lines)) this.paths[name].setAttribute("d", parts.join(""));
      const detailed = seen.length <= MOST_IN_DETAIL && scale > 0.25;
      this.paths.boxes.setAttribute("d", detailed ? "" : seen.map((id) => {
        const { x: middle, y: high, width: wide, height: tall } = this.at.get(id);
        return `M${(middle - wide / 2).toFixed(1)} ${(high + 16).toFixed(1)}h${wide.toFixed(1)}v${tall.toFixed(1)}h${(-wide).toFixed(1)}z`;
      }).join(""));
      const now = this.model.over ? this.current : this.stepNode();
      this.close = scale >= CLOSE && seen.length <= MOST_BOARDS;
      this.show(new Set(detailed ? seen : [this.current, now]), `${detailed} ${this.close}`);
    }

    schedule() { this.frame ||= requestAnimationFrame(() => this.draw()); }

    edge(id, spot, above, lines) {
      const low = above.y + 16 + above.height + 4;
      const name = this.model.end[id] === "p" ? "pruned" : this.model.over && this.model.onLine.has(id) ? "best" : "edges";
      lines[name].push(`M${above.x.toFixed(1)} ${low.toFixed(1)}V${above.bottom.toFixed(1)}L${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`);
      if (name !== "pruned") return;
      const [across, down] = [spot.x - above.x, spot.y - above.bottom];
      const length = Math.hypot(across, down) || 1;
      const [ux, uy] = [across / length, down / length];
      for (const step of [-2, 2]) {
        const [mx, my] = [above.x + across * 0.6 + ux * step, above.bottom + down * 0.6 + uy * step];
        lines.strokes.push(`M${(mx + uy * 6).toFixed(1)} ${(my - ux * 6).toFixed(1)}l${(-uy * 12).toFixed(1)} ${(ux * 12).toFixed(1)}`);
      }
    }

    /** Keep the elements of exactly these nodes; those of another manner are made anew, and the focus stays. */
    show(ids, manner) {
      const focused = this.nodes.contains(document.activeElement);
      for (const [id, element] of this.drawn) {
        if (ids.has(id) && element.manner === manner) continue;
        element.remove();
        this.drawn.delete(id);
      }
      for (const id of ids) {
        if (!this.drawn.has(id) && this.at.has(id)) {
          const element = this.drawNode(id);
          element.manner = manner;
          this.drawn.set(id, element);
          this.nodes.append(element);
        }
      }
      for (const [id, element] of this.drawn) {
        element.setAttribute("tabindex", id === this.current ? 0 : -1);
        element.setAttribute("aria-selected", id === this.current);
        element.classList.toggle("tv-now", !this.model.over && this.model.step > 0 && id === this.stepNode());
      }
      if (focused && !this.nodes.contains(document.activeElement)) this.drawn.get(this.current)?.focus({ preventScroll: true });
    }

    drawNode(id) {
      const { model } = this;
      const spot = this.at.get(id);
      const closed = this.isClosed(id);
      const classes = ["tv-node", `tv-${model.isInner(id) ? "inner" : ENDS[model.end[id]]}`];
      if (model.isCut(id)) classes.push("tv-cut");
      if (model.over && model.onLine.has(id)) classes.push("tv-line");
      const width = Math.max(22, spot.width);
      const group = make("g", { class: classes.join(" "), role: "treeitem", "data-id": id, "aria-label": this.describe(id),
        "aria-level": spot.depth + 1, "aria-expanded": model.inside[id] ? !closed : null,
        transform: `translate(${spot.x} ${spot.y})` });
      if (model.actionOf(id)) group.append(make("text", { class: "tv-action", y: 12 }, model.actionOf(id)));
      group.append(make("rect", { class: "tv-box", x: -width / 2, y: 16, width, height: spot.height + 4,
        rx: model.isInner(id) ? 6 : 0 }));
      let y = 18;
      for (const row of this.rows(id)) {
        this.drawRow(group, row, y, id);
        y += this.tall(row);
      }
      if (closed) group.append(make("text", { class: "tv-more", y: spot.height + 34 }, `+${counted(model.inside[id])}`));
      return group;
    }

    drawRow(group, row, y, id) {
      const text = (content, x, name, anchor = "middle", down = 14) =>
        group.append(make("text", { x, y: y + down, class: name, "text-anchor": anchor }, content));
      if (row.kind === "board") {
        if (!this.close) return;
        const board = this.viewer.board(this.model.boardOf.get(id));
        for (const [key, value] of Object.entries({ x: -BOARD / 2, y: y + 2, width: BOARD, height: BOARD })) board.setAttribute(key, value);
        group.append(board);
      } else if (row.kind === "chips") {
        const wide = row.value.map((entry) => number(entry).length * 8 + 8);
        let x = -(wide.reduce((sum, w) => sum + w + 2, -2)) / 2;
        row.value.forEach((entry, player) => {
          const { colour, on } = this.viewer.players[player];
          group.append(make("rect", { x, y: y + 1, width: wide[player], height: 17, rx: 3, fill: colour }));
          group.append(make("text", { x: x + wide[player] / 2, y: y + 14, color: on, class: "tv-chip" }, number(entry)));
          x += wide[player] + 2;
        });
      } else if (row.kind === "head" || row.kind === "mover") {
        const value = row.kind === "head" ? row.text : "";
        const name = row.kind === "head" ? row.name : row.text;
        const width = GLYPH + (name ? name.length * 7 + 4 : 0) + (value ? value.length * 9 + 5 : 0);
        group.append(this.glyph(this.model.toMove[id], -width / 2, y + 3));
        if (name) text(name, -width / 2 + GLYPH + 4, "tv-quiet", "start");
        if (value) text(value, width / 2, "tv-value", "end");
      } else {
        text(row.text, 0, `tv-${row.kind}`, "middle", row.kind === "value" ? 14 : 11);
      }
    }

    /** Triangles up and down for MAX and MIN, discs where each plays for itself. */
    glyph(player, x, y) {
      const { colour } = this.viewer.players[player];
      if (this.model.vectors) return make("circle", { cx: x + GLYPH / 2, cy: y + GLYPH / 2, r: GLYPH / 2, fill: colour, class: "tv-glyph" });
      const [low, tip] = player === this.model.rootPlayer ? [y + GLYPH, y] : [y, y + GLYPH];
      return make("path", { d: `M${x} ${low}h${GLYPH}L${x + GLYPH / 2} ${tip}z`, fill: colour, class: "tv-glyph" });
    }

    describe(id) {
      const { model, words } = this;
      const parts = [model.actionOf(id) || words.root];
      if (model.toMove[id] >= 0) parts.push(filled(words.moves, { player: this.viewer.players[model.toMove[id]].name }));
      if (!"pf".includes(model.end[id])) parts.push(filled(words.worth, { value: model.valueText(id) }));
      if (model.over || model.isCut(id)) parts.push(words.ends[ENDS[model.end[id]]]);
      if (model.reasonOf(id) && (model.over || model.isCut(id) || model.end[id] === "p")) parts.push(model.reasonOf(id));
      if (this.isClosed(id)) parts.push(filled(words.hidden, { count: counted(model.inside[id]) }));
      return parts.join(", ");
    }

    // -------- moving about

    fit(whole = true) {
      const { clientWidth: width, clientHeight: height } = this.svg;
      const { left, right, bottom } = this.extent;
      let scale = Math.min(1.25, width / (right - left + 30), height / (bottom + 10));
      this.view = { scale, x: width / 2 - ((left + right) / 2) * scale, y: 8 };
      if (!whole && scale < 0.5) {
        const root = this.at.get(this.current);
        this.view = { scale: 0.8, x: width / 2 - root.x * 0.8, y: 8 };
      }
      this.schedule();
    }

    zoom(factor, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2) {
      const scale = between(0.005, this.view.scale * factor, 6);
      const by = scale / this.view.scale;
      this.view = { scale, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
      this.schedule();
    }

    /** Listen to mouse, wheel and fingers. */
    steer() {
      const fingers = new Map();
      let moved = 0;
      const spread = () => {
        const [a, b] = [...fingers.values()];
        return b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
      };
      const place = (event) => {
        const box = this.svg.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
      };
      const node = (event) => Number(event.target.closest?.(".tv-node")?.dataset.id ?? -1);
      this.svg.addEventListener("pointerdown", (event) => {
        fingers.set(event.pointerId, place(event));
        moved = fingers.size > 1 ? 99 : 0;
      });
      this.svg.addEventListener("pointermove", (event) => {
        if (!fingers.size && node(event) >= 0) this.viewer.tell(this, node(event));
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const [now, wide] = [place(event), spread()];
        fingers.set(event.pointerId, now);
        moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        if (moved > 4 && !this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
        if (wide) return this.zoom(spread() / wide, now.x, now.y);
        this.view.x += now.x - before.x;
        this.view.y += now.y - before.y;
        this.schedule();
      });
      for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
      this.svg.addEventListener("pointerleave", () => this.viewer.tell(this, this.current));
      this.svg.addEventListener("click", (event) => {
        if (moved > 4 || node(event) < 0) return;
        this.select(node(event));
        this.toggle(node(event));
      });
      this.svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        const { x, y } = place(event);
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), x, y);
      }, { passive: false });
      this.svg.addEventListener("focusin", (event) => { if (node(event) >= 0) this.select(node(event), { focus: false }); });
    }

    press(event) {
      const [ofSlider, ofButton] = [event.target === this.slider, event.target.tagName === "BUTTON"];
      const { model } = this;
      const along = (by) => this.select(this.order[between(0, this.order.indexOf(this.current) + by, this.order.length - 1)]);
      const actions = {
        ArrowLeft: () => this.goTo(model.step - 1, true), ArrowRight: () => this.goTo(model.step + 1, true),
        ArrowUp: () => along(-1), ArrowDown: () => along(1), Home: () => this.goTo(0), End: () => this.goTo(model.steps),
        Enter: () => this.toggle(this.current), " ": () => this.toggle(this.current),
        "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), 0: () => this.fit(),
      };
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((ofButton && ["Enter", " "].includes(event.key)) || (ofSlider && event.key !== "Enter")) return;
      event.preventDefault();
      action();
    }

    select(id, { focus = true, quiet = false } = {}) {
      this.current = id;
      if (!quiet) {
        this.bringIntoView(id);
        this.viewer.selected(this, id);
      }
      this.draw();
      if (focus && !quiet) this.drawn.get(id)?.focus({ preventScroll: true });
    }

    bringIntoView(id) {
      const [spot, { clientWidth: width, clientHeight: height }] = [this.at.get(id), this.svg];
      const [x, y] = [this.view.x + spot.x * this.view.scale, this.view.y + (spot.y + 16) * this.view.scale];
      this.view.x += between(40, x, width - 40) - x;
      this.view.y += between(20, y, height - 70) - y;
    }

    toggle(id) {
      if (!this.model.inside[id]) return;
      const before = this.at.get(id);
      if (!this.open.delete(id)) this.open.add(id);
      this.layOut();
      this.view.x += (before.x - this.at.get(id).x) * this.view.scale; // it stays under the hand
      this.view.y += (before.y - this.at.get(id).y) * this.view.scale;
      this.select(id);
    }

    // -------- steps

    /** Return the node of the last event, or the nearest above it that is not folded. */
    stepNode() {
      let id = this.model.events.node[this.model.step - 1] ?? this.model.roots[0];
      while (id >= 0 && !this.at.has(id)) id = this.model.parent[id];
      return id;
    }

    goTo(step, opens = false) {
      const { model } = this;
      model.goTo(between(0, step, model.steps));
      this.slider.value = model.step;
      const text = model.sentence(this.words);
      this.slider.setAttribute("aria-valuetext", text);
      this.sentence.textContent = filled(this.words.step_of, { step: model.step, steps: model.steps, text });
      if (opens && model.step) this.reveal(model.events.node[model.step - 1]);
      this.drawn.clear();
      const focused = this.nodes.contains(document.activeElement);
      this.nodes.replaceChildren();
      if (model.step) this.bringIntoView(this.stepNode());
      this.draw();
      if (focused) this.drawn.get(this.current)?.focus({ preventScroll: true });
      this.viewer.tell(this, model.step && opens ? this.stepNode() : this.current);
    }

    reveal(id) {
      const before = this.open.size;
      for (let above = this.model.parent[id]; above >= 0; above = this.model.parent[above]) this.open.add(above);
      if (this.open.size > before) this.layOut();
    }
  }

  Object.assign(window.spielbaumTrees, { Pane, make, button });
})();
