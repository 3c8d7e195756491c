/* One tree on the screen: its boxes, panning, zooming, folding, stepping. Only what is in view is drawn. */
"use strict";

(() => {
  const { Model, Teller, Few, Minimap, ENDS, near, entries, vector, filled, counted, between, make } = window.spielbaumTrees;
  const [LEVEL_GAP, GLYPH, BOARD, BAR] = [30, 12, 60, 84];
  const LEAST = 0.72; // nothing is fitted to the window at a smaller scale
  const LEAST_WRITTEN = 0.62;
  const STACKED = 14; // vectors of more letters are written one below the other
  const LEVEL_GAP_IN_A_HALL = 14;
  const [TYPE, MOST_IN_A_HALL] = [13, 2.5]; // the size of type in a box, and the largest scale to which a tree is fitted in a hall
  const [CLOSE, MOST_BOARDS] = [0.5, 150]; // boards are drawn at this scale, and at so many nodes in view
  const MOST_IN_DETAIL = 600; // beyond so many nodes in view all are drawn as plain boxes in a single path

  const bound = (row) => Math.max(28, ...row.texts.map((entry) => entry.length * 7 + 8)); // the width of an entry of α

  class Pane {
    constructor(viewer, data) {
      this.viewer = viewer;
      this.words = viewer.words;
      this.model = new Model(data);
      this.open = new Set(data.open);
      this.few = new Few(this.model, viewer.words);
      this.teller = new Teller(this.model, viewer);
      this.current = this.model.roots[0];
      this.picked = new Set();
      this.pointed = -1;
      this.trail = new Set(); // unfolded for as long as the search is there
      this.drawn = new Map(); // node -> its element
      this.view = { x: 0, y: 0, scale: 1 };
      this.build(data);
    }

    build(data) {
      const { words, model } = this;
      this.paths = Object.fromEntries(
        ["ghosts", "edges", "pruned", "best", "trail", "strokes", "boxes"].map((name) => [name, make("path", { class: `tv-path tv-path-${name}` })]));
      this.nodes = make("g", { role: "none" });
      this.world = make("g", { role: "none" }, ...Object.values(this.paths), this.nodes);
      this.svg = make("svg", { class: "tv-canvas", role: "tree", "aria-label": data.title }, this.world);
      this.map = new Minimap(this);
      this.stage = make("div", { class: "tv-stage" }, this.svg, this.map.element);
      this.note = make("p", { class: "tv-note" });
      this.told = make("p", { class: "tv-told", role: "status", "aria-live": "polite" });
      this.sentence = make("p", { class: "tv-sentence" });
      const counts = filled(words.counts, Object.fromEntries(Object.entries(data.counts).map(
        ([key, x]) => [key, x === null ? words.unknown : Array.isArray(x) ? vector(x) : typeof x === "number" ? counted(x) : x])));
      this.counts = make("p", { class: "tv-counts" }, counts);
      this.counters = make("dl", { class: "tv-counters" });
      this.counters.hidden = !model.steps;
      this.run = make("rect", { height: 4, rx: 2 });
      this.bar = make("svg", { class: "tv-run", viewBox: "0 0 1000 4", preserveAspectRatio: "none", "aria-hidden": "true" }, this.run);
      this.element = make("section", { class: "tv-tree", "aria-label": data.title },
        make("div", { class: "tv-head" }, make("h2", {}, data.title), this.counters), this.bar, this.told,
        make("div", { class: "tv-line" }, this.sentence, this.counts, this.note),
        this.stage);
      this.element.addEventListener("keydown", (event) => this.press(event));
      this.steer();
    }

    // -------- layout

    /** Return the lines of a node's box, for its size and its drawing. */
    rows(id, room = false) {
      const { model, viewer } = this;
      if (id < 0) return [{ kind: "quiet", text: this.few.text(id) }];
      const [end, inner] = [model.end[id], model.written ? model.toMove[id] >= 0 : model.isInner(id)];
      if (end === "p" && !model.written) return [];
      if (end === "f") return model.reasonOf(id).split(", ").map((text) => ({ kind: "quiet", text }));
      const rows = [];
      const name = inner ? viewer.players[model.toMove[id]].name : "";
      const named = model.vectors || viewer.players.length > 2 || viewer.named;
      const [sign, value] = !inner && model.written ? ["", model.value[id]] : model.known(id); // leaves are given
      if (inner && model.vectors) rows.push({ kind: "mover", text: Array.isArray(value) ? name : `${name}  ${sign}`.trim() });
      if (Array.isArray(value)) rows.push(...this.chips(inner ? model.entriesOf(id, value) : entries(value).map((text) => ({ text }))));
      else rows.push({ kind: inner && !model.vectors ? "head" : "value", name: named ? name : "", text: inner || !model.written ? model.valueText(id, near) : near(value) });
      if (inner && model.windows && end !== "p" && this.isKnown(id)) rows.push(...this.window(id, room));
      if (model.visits) rows.push({ kind: "quiet", text: filled(this.words.visits, { count: counted(model.visits[id]) }) });
      if (viewer.showsBoards && model.boardOf.has(id)) rows.push({ kind: "board", text: "" });
      if (model.isCut(id) && !(model.vectors && model.windows)) {
        const reason = model.shortReason(id);
        rows.push({ kind: "reason", text: reason.length < 28 ? reason : `${this.words.ends.cut}: ${reason.split(":")[0]}` });
      }
      if (model.repeatOf(id) > 0 && (inner || !viewer.hall.on)) rows.push({ kind: "quiet", text: this.words.again });
      if ("ks".includes(end)) rows.push({ kind: "quiet", text: this.words.ends[ENDS[end]] });
      return rows;
    }

    /** Return a vector as one row, or as a row for each player. */
    chips(all) {
      const [texts, open] = [all.map(({ text }) => text), all.map((entry) => entry.open)];
      if (texts.join("  ").length <= STACKED) return [{ kind: "chips", texts, open, first: 0 }];
      return texts.map((text, player) => ({ kind: "chips", texts: [text], open: [open[player]], first: player }));
    }

    /** Return alpha and beta: at entry, or at this step on the path of the search; for vectors the sum that is compared. */
    window(id, room) {
      const { model } = this;
      if (!model.vectors) {
        return model.trail.has(id) ? [{ kind: "live", text: model.liveText(id) }] : [{ kind: "quiet", text: model.windowText(id, near) }];
      }
      if (!model.secures && model.parent[id] < 0 && model.end[id] !== "c") return []; // no player is above the root
      if (!room && !model.over && !model.trail.has(id) && !model.isCut(id)) return [];
      if (model.secures) {
        const secured = model.secured(id);
        const sum = secured.reduce((all, x) => all + x, 0);
        return [{ kind: "secured", texts: secured.map((x) => (Number.isFinite(x) ? near(x).replace("-", "−") : "−∞")), first: 0 },
          { kind: sum >= 0 ? "reason" : "live", text: `${this.words.sum} ${Number.isFinite(sum) ? near(sum).replace("-", "−") : "−∞"} ${sum >= 0 ? "≥" : "<"} 0` }];
      }
      const { parts, sum } = model.summed(id);
      return sum === null || (!parts.length && !room) ? [] : [{ kind: "sum", parts, sum, text: "" }];
    }

    size(id) {
      const rows = this.rows(id, true);
      const wide = (row) => row.kind === "board" ? BOARD : row.kind === "sum" ? BAR : row.kind === "secured" ? 16 + row.texts.length * bound(row) : row.kind === "chips" ? row.texts.length * 10 + row.texts.join("").length * 8
        : row.kind === "quiet" || row.kind === "reason" ? row.text.length * 7 + (this.model.windows && row.text.startsWith("[") ? 14 : 0)
        : (row.text.length + (row.name ?? "").length + (row.kind === "head" && !/^[≥≤]/.test(row.text) ? 2 : 0)) * 9
        + (row.kind === "value" ? 0 : GLYPH + 12);
      const text = Math.max(8, ...rows.map(wide));
      const tall = rows.reduce((sum, row) => sum + this.tall(row), 0);
      return [Math.max(text + 12, id < 0 ? 0 : this.model.actionOf(id).length * 7.6 + 4, this.isClosed(id) ? 40 : 0), tall || 10];
    }

    tall(row) { return { board: BOARD + 4, quiet: 14, live: 14, reason: 14, mover: 17, sum: 30, secured: 18 }[row.kind] ?? 20; }
    isOpen(id) { return this.open.has(id) || this.trail.has(id); }
    isClosed(id) { return id >= 0 && this.model.inside[id] > 0 && !this.isOpen(id); }
    isKnown(id) { return id < 0 ? this.few.isKnown(id) : this.model.isKnown(id); }
    above(id) { return id < 0 ? this.few.left.get(id).above : this.model.parent[id]; }

    layOut() { this.viewer.layOut(); }

    /** Return what is to be laid out: nodes with their depths, children, sizes, and keys that other trees share. */
    plan() {
      const { model } = this;
      const [order, depth, children, keys] = [[-1], [-1], [[]], [""]]; // the roots hang below a node that is not drawn
      const waiting = model.roots.map((id) => [id, 0]).reverse();
      const several = this.viewer.panes?.length !== 1;
      while (waiting.length) {
        const [id, above] = waiting.pop();
        const place = order.push(id) - 1;
        depth.push(depth[above] + 1);
        children.push([]);
        if (several) keys.push(`${keys[above]}/${id < 0 ? "" : above ? `${model.actionOf(id)} ${model.repeatOf(id)}` : model.roots.indexOf(id)}`);
        children[above].push(place);
        if (id >= 0 && this.isOpen(id)) {
          const below = this.few.children(id, this.trail);
          for (let i = below.length - 1; i >= 0; i--) waiting.push([below[i], place]);
        }
      }
      let sizes = [];
      model.atEnd(() => { sizes = order.map((id, place) => (place ? this.size(id) : [0, 0])); }); // room for all that will be known
      if (model.written) sizes = this.alike(order, depth, sizes);
      return { order, depth, children, sizes, keys };
    }

    /** Return sizes that do not tell what the search will find: inner nodes of a level are alike, and so are leaves. */
    alike(order, depth, sizes) {
      const kind = (place) => `${depth[place]} ${this.model.toMove[order[place]] >= 0}`;
      const most = new Map();
      sizes.forEach((size, place) => {
        const had = most.get(kind(place)) ?? [0, 0];
        most.set(kind(place), size.map((x, i) => Math.max(x, had[i])));
      });
      return sizes.map((size, place) => (place ? most.get(kind(place)) : size));
    }

    /** Take the places of a layout, which may be that of several trees together. */
    settle({ order, depth, keys }, whole, xs, tall) {
      const { model } = this;
      const gap = this.viewer.hall.on ? LEVEL_GAP_IN_A_HALL : LEVEL_GAP;
      const tops = [0];
      for (const height of tall) tops.push(tops[tops.length - 1] + height + 34 + gap);
      this.order = order.slice(1);
      this.at = new Map();
      order.forEach((id, own) => {
        if (!own) return;
        const place = whole.places?.get(keys[own]) ?? own;
        const [width, height] = whole.sizes[place];
        this.at.set(id, { x: xs[place], y: tops[depth[own]], width, height, depth: depth[own],
          bottom: tops[depth[own]] + tall[depth[own]] + 20 });
      });
      this.extent = { left: Infinity, right: -Infinity, bottom: tops[tall.length] - gap + 4 };
      whole.sizes.forEach(([width], place) => {
        if (!place) return;
        this.extent.left = Math.min(this.extent.left, xs[place] - width / 2);
        this.extent.right = Math.max(this.extent.right, xs[place] + width / 2);
      });
      const shown = this.order.filter((id) => id >= 0).length;
      this.note.textContent = shown < model.parent.length
        ? filled(this.words.folded_note, { shown: counted(shown), all: counted(model.parent.length) }) : "";
      this.drawn.clear();
      this.nodes.replaceChildren();
      this.map.lay();
      this.schedule();
    }

    // -------- drawing

    draw() {
      cancelAnimationFrame(this.frame);
      this.frame = 0;
      const { x, y, scale } = this.view;
      const { clientWidth: width, clientHeight: height } = this.svg;
      if (!width) return;
      this.world.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
      const [left, right, top, bottom] = [-x / scale, (width - x) / scale, -y / scale, (height - y) / scale];
      const seen = [];
      const lines = { ghosts: [], edges: [], pruned: [], best: [], trail: [], strokes: [] };
      for (const id of this.order) {
        const spot = this.at.get(id);
        const above = this.at.get(this.above(id));
        if (!this.isKnown(id) && (!this.model.written || this.model.again[id])) continue; // only a written tree is known before it is searched
        if (above && spot.y >= top && above.y <= bottom && Math.max(spot.x, above.x) >= left && Math.min(spot.x, above.x) <= right) {
          this.edge(id, spot, above, lines);
        }
        if (spot.y <= bottom && spot.bottom >= top && spot.x + spot.width / 2 >= left && spot.x - spot.width / 2 <= right) seen.push(id);
      }
      for (const [name, parts] of Object.entries(lines)) this.paths[name].setAttribute("d", parts.join(""));
      this.map.mark();
      this.map.trace();
      const detailed = seen.length <= MOST_IN_DETAIL && scale > 0.25;
      this.paths.boxes.setAttribute("d", detailed ? "" : seen.map((id) => {
        const { x: middle, y: high, width: wide, height: tall } = this.at.get(id);
        return `M${(middle - wide / 2).toFixed(1)} ${(high + 16).toFixed(1)}h${wide.toFixed(1)}v${tall.toFixed(1)}h${(-wide).toFixed(1)}z`;
      }).join(""));
      const now = this.model.over ? this.current : this.stepNode();
      if (seen.length <= MOST_IN_DETAIL) this.map.avoid(seen, now);
      this.close = scale >= CLOSE && seen.length <= MOST_BOARDS;
      this.show(new Set(detailed ? seen : [this.current, now]), `${detailed} ${this.close}`);
    }

    schedule() { this.frame ||= requestAnimationFrame(() => this.draw()); }

    edge(id, spot, above, lines) {
      const { model } = this;
      const low = above.y + 16 + above.height + 4;
      const name = !this.isKnown(id) ? "ghosts" : id < 0 ? "edges" : model.end[id] === "p" ? "pruned" : model.over && model.onLine.has(id) ? "best"
        : model.trail.has(id) ? "trail" : "edges";
      lines[name].push(`M${above.x.toFixed(1)} ${low.toFixed(1)}V${above.bottom.toFixed(1)}L${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`);
      if (name !== "pruned" || model.end[this.above(id)] === "p") return;
      const [across, down] = [spot.x - above.x, spot.y - above.bottom];
      const length = Math.hypot(across, down) || 1;
      const [ux, uy] = [across / length, down / length];
      for (const step of [-2, 2]) {
        const [mx, my] = [above.x + across * 0.6 + ux * step, above.bottom + down * 0.6 + uy * step];
        lines.strokes.push(`M${(mx + uy * 6).toFixed(1)} ${(my - ux * 6).toFixed(1)}l${(-uy * 12).toFixed(1)} ${(ux * 12).toFixed(1)}`);
      }
    }

    /** Keep the elements of exactly these nodes; those of another kind are rebuilt, and the focus is kept. */
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
        element.classList.toggle("tv-trail", this.model.trail.has(id));
        element.classList.toggle("tv-picked", this.picked.has(id));
        element.classList.toggle("tv-pointed", this.pointed === id);
      }
      if (focused && !this.nodes.contains(document.activeElement)) this.drawn.get(this.current)?.focus({ preventScroll: true });
    }

    drawNode(id) {
      const { model } = this;
      const spot = this.at.get(id);
      if (id < 0) return this.drawRest(id, spot);
      const closed = this.isClosed(id);
      const known = this.isKnown(id);
      const classes = ["tv-node", `tv-${!known ? "ghost" : model.isInner(id) ? "inner" : ENDS[model.end[id]]}`];
      if (model.isCut(id)) classes.push("tv-cut");
      if (model.over && model.onLine.has(id)) classes.push("tv-best");
      if (model.step && model.birth[id] === model.step && !model.over) classes.push("tv-new");
      const width = Math.max(22, spot.width);
      const group = make("g", { class: classes.join(" "), role: "treeitem", "data-id": id, "aria-label": this.describe(id),
        "aria-level": spot.depth + 1, "aria-expanded": model.inside[id] ? !closed : null,
        transform: `translate(${spot.x} ${spot.y})` });
      if (model.labelOf(id)) group.append(make("text", { class: "tv-action", y: 12 }, model.labelOf(id)));
      group.append(make("rect", { class: "tv-box", x: -width / 2, y: 16, width, height: spot.height + 4,
        rx: model.toMove[id] >= 0 && !"lt".includes(model.end[id]) ? 6 : 0 }));
      let y = 18;
      for (const row of this.rows(id)) {
        this.drawRow(group, row, y, id);
        y += this.tall(row);
      }
      if (closed) group.append(make("text", { class: "tv-more", y: spot.height + 34 }, `+${counted(model.inside[id])}`));
      const place = model.steps && model.latest[id] >= 0 ? model.place[id] : 0;
      if (place) group.append(make("text", { class: "tv-place", y: spot.height + 32 }, `#${counted(place)}`));
      const why = this.teller.why(id);
      if (why) group.prepend(make("title", {}, why));
      return group;
    }

    /** Draw the box of the children that are left out. */
    drawRest(id, spot) {
      const text = this.few.text(id);
      return make("g", { class: "tv-node tv-rest", role: "treeitem", "data-id": id, "aria-label": text, "aria-level": spot.depth + 1,
        "aria-expanded": "false", transform: `translate(${spot.x} ${spot.y})` },
        make("rect", { class: "tv-box", x: -spot.width / 2, y: 16, width: spot.width, height: spot.height + 4, rx: 9 }),
        make("text", { class: "tv-rest-text", y: 30, "text-anchor": "middle" }, text));
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
        const wide = row.texts.map((entry) => entry.length * 8 + 8);
        let x = -(wide.reduce((sum, w) => sum + w + 2, -2)) / 2;
        row.texts.forEach((entry, place) => {
          const { colour, on } = this.viewer.players[row.first + place];
          const open = row.open?.[place];
          group.append(open ? make("rect", { x: x + 0.75, y: y + 1.75, width: wide[place] - 1.5, height: 15.5, rx: 3, stroke: colour, class: "tv-open" })
            : make("rect", { x, y: y + 1, width: wide[place], height: 17, rx: 3, fill: colour }));
          group.append(make("text", { x: x + wide[place] / 2, y: y + 14, color: open ? null : on, class: "tv-chip" }, entry));
          x += wide[place] + 2;
        });
      } else if (row.kind === "secured") {
        const wide = bound(row);
        text("α", -row.texts.length * wide / 2 - 1, "tv-live");
        row.texts.forEach((entry, player) => {
          const { colour, on } = this.viewer.players[player];
          const x = (player - row.texts.length / 2) * wide + 8;
          const none = entry === "−∞";
          group.append(make("rect", { x: x + 0.75, y: y + 1.75, width: wide - 3.5, height: 13.5, rx: 3, fill: none ? "none" : colour, stroke: colour, class: none ? "tv-open" : null }));
          group.append(make("text", { x: x + wide / 2 - 1, y: y + 12.5, color: none ? null : on, class: "tv-chip tv-small" }, entry));
        });
      } else if (row.kind === "sum") {
        this.drawSum(group, row, y);
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

    /** Draw a sum as a bar that fills up to what there is, and in figures. */
    drawSum(group, { parts, sum }, y) {
      const [left, width] = [-BAR / 2, BAR];
      group.append(make("rect", { x: left, y: y + 3, width, height: 9, rx: 2, class: "tv-track" }));
      let [x, all] = [left, 0];
      for (const { player, value } of parts) {
        const wide = Math.max(0, Math.min(value / sum * width, left + width - x));
        group.append(make("rect", { x, y: y + 3, width: wide, height: 9, fill: this.viewer.players[player].colour, class: "tv-part" }));
        x += wide;
        all += value;
      }
      const full = all >= sum;
      group.append(make("text", { x: 0, y: y + 25, "text-anchor": "middle", class: full ? "tv-reason" : "tv-quiet" },
        parts.length ? `${parts.map(({ value }) => near(value)).join(" + ")} ${full ? "≥" : "<"} ${near(sum)}` : ""));
    }

    /** Triangles up and down for MAX and MIN, discs if values are vectors. */
    glyph(player, x, y) {
      const { colour } = this.viewer.players[player];
      if (this.model.vectors) return make("circle", { cx: x + GLYPH / 2, cy: y + GLYPH / 2, r: GLYPH / 2, fill: colour, class: "tv-glyph" });
      const [low, tip] = player === this.model.rootPlayer ? [y + GLYPH, y] : [y, y + GLYPH];
      return make("path", { d: `M${x} ${low}h${GLYPH}L${x + GLYPH / 2} ${tip}z`, fill: colour, class: "tv-glyph" });
    }

    describe(id) {
      const { model, words } = this;
      const parts = [model.labelOf(id) || words.root];
      if (model.toMove[id] >= 0) parts.push(filled(words.moves, { player: this.teller.names[model.toMove[id]] }));
      if (!"pf".includes(model.end[id])) parts.push(filled(words.worth, { value: model.valueText(id) }));
      if (model.over || model.isCut(id)) parts.push(words.ends[ENDS[model.end[id]]]);
      const why = this.teller.why(id);
      if (why && (model.over || model.isCut(id) || model.end[id] === "p")) parts.push(why);
      if (this.isClosed(id)) parts.push(filled(words.hidden, { count: counted(model.inside[id]) }));
      return parts.join(", ");
    }

    // -------- moving about

    /** Show the whole tree if it is legible, otherwise its top. */
    fit() {
      const { left, right, bottom } = this.extent;
      if (this.viewer.grows) {
        const wide = (this.svg.clientWidth - 24) / (right - left);
        this.stage.style.height = `${Math.round(between(150, bottom * between(LEAST, wide, 1.25) + 12, innerHeight * 0.6))}px`;
      } else this.stage.style.height = "";
      const { clientWidth: width, clientHeight: height } = this.svg;
      const hall = this.viewer.hall.on;
      const most = hall || document.documentElement.hasAttribute("data-hall") ? MOST_IN_A_HALL : this.model.written ? 1.5 : 1.25; // written trees are small
      const whole = Math.min(most, (width - 24) / (right - left), (height - 4) / bottom);
      const scale = Math.max(hall ? this.viewer.hall.type / TYPE : this.model.written ? LEAST_WRITTEN : LEAST, whole);
      const wide = (right - left) * scale > width - 23;
      const middle = wide ? this.at.get(this.model.roots[0]).x : (left + right) / 2;
      this.view = { scale, x: width / 2 - middle * scale, y: 4 };
      this.moved = false;
      if (wide) this.view.x = between(width - 12 - right * scale, this.view.x, 12 - left * scale);
      this.schedule();
    }

    /** Fit and draw at once, so that the old picture is not visible until the next frame. */
    refit() {
      this.fit();
      this.follow();
      this.draw();
    }

    /** Draw again, and fit the tree if it was never visible, or as long as it is where it was fitted. */
    resized() {
      const { clientWidth: width } = this.svg;
      const moves = this.moved || this.drifted;
      if (width && (width !== this.width ? !this.width || this.viewer.grows : !moves && !this.viewer.grows)) {
        this.fit();
        this.follow();
      }
      this.width = width;
      this.schedule();
    }

    zoom(factor, x = this.svg.clientWidth / 2, y = this.svg.clientHeight / 2) {
      const scale = between(0.005, this.view.scale * factor, 6);
      const by = scale / this.view.scale;
      this.moved = true;
      this.view = { scale, x: x - (x - this.view.x) * by, y: y - (y - this.view.y) * by };
      this.schedule();
    }

    /** Listen to mouse, wheel and touch. */
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
        if (!fingers.size && node(event) !== -1) this.viewer.tell(this, node(event));
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const [now, wide] = [place(event), spread()];
        fingers.set(event.pointerId, now);
        moved += Math.abs(now.x - before.x) + Math.abs(now.y - before.y);
        if (moved > 4 && !this.svg.hasPointerCapture(event.pointerId)) this.svg.setPointerCapture(event.pointerId);
        if (wide) return this.zoom(spread() / wide, now.x, now.y);
        this.view.x += now.x - before.x;
        this.view.y += now.y - before.y;
        this.moved = true;
        this.schedule();
      });
      for (const name of ["pointerup", "pointercancel"]) this.svg.addEventListener(name, (event) => fingers.delete(event.pointerId));
      this.svg.addEventListener("pointerleave", () => this.viewer.tell(this, this.current));
      this.svg.addEventListener("click", (event) => {
        if (moved > 4 || node(event) === -1) return;
        this.select(node(event));
        this.act(node(event));
      });
      this.svg.addEventListener("wheel", (event) => {
        event.preventDefault();
        const { x, y } = place(event);
        this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), x, y);
      }, { passive: false });
      this.svg.addEventListener("focusin", (event) => { if (node(event) !== -1) this.select(node(event), { focus: false }); });
    }

    press(event) {
      const [ofSlider, ofButton] = [event.target.type === "range", event.target.tagName === "BUTTON"];
      const { transport } = this.viewer;
      const along = (by) => {
        const known = this.order.filter((id) => this.isKnown(id));
        this.select(known[between(0, known.indexOf(this.current) + by, known.length - 1)]);
      };
      const actions = {
        ArrowLeft: () => transport.goTo(transport.after(-1), true), ArrowRight: () => transport.goTo(transport.after(1), true),
        ArrowUp: () => along(-1), ArrowDown: () => along(1), Home: () => transport.goTo(0), End: () => transport.goTo(transport.steps),
        c: () => transport.nextCut(),
        Enter: () => this.act(this.current), " ": () => this.act(this.current), p: () => transport.toggle(),
        "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), 0: () => this.fit(),
      };
      if (event.target.tagName !== "SELECT" && !(ofButton && event.key === " ") && this.viewer.hall.press(event)) return;
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
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
      if (!this.at.has(id)) return;
      const [spot, { clientWidth: width, clientHeight: height }] = [this.at.get(id), this.svg];
      const { scale } = this.view;
      const [x, top, low] = [this.view.x + spot.x * scale, this.view.y + spot.y * scale, (spot.height + 38) * scale];
      const [half, { left, right }] = [spot.width / 2 * scale, this.extent];
      const fits = (right - left) * scale <= width - 24;
      this.view.x += between(10 + half, x, Math.max(10 + half, width - half - 10)) - x;
      if (fits) this.view.x = between(12 - left * scale, this.view.x, width - 12 - right * scale);
      this.view.y += between(0, top, Math.max(0, height - low)) - top;
    }

    /** Do what a click on a node does: choose it if the page asks for a node, otherwise fold or unfold it. */
    act(id) {
      if (!this.viewer.picks(this, id)) this.toggle(id);
    }

    toggle(id) {
      if (id < 0) return this.unfoldRest(id);
      if (!this.model.inside[id]) return;
      const before = this.at.get(id);
      if (!this.isOpen(id)) this.open.add(id);
      else {
        this.open.delete(id);
        this.trail.delete(id);
        this.few.whole.delete(id);
      }
      this.layOut();
      this.view.x += (before.x - this.at.get(id).x) * this.view.scale; // it stays under the hand
      this.view.y += (before.y - this.at.get(id).y) * this.view.scale;
      this.select(id);
    }

    /** Show all children of a node of which some were left out. */
    unfoldRest(rest) {
      const { above, left } = this.few.left.get(rest);
      this.few.whole.add(above);
      const before = this.at.get(above);
      this.layOut();
      this.view.x += (before.x - this.at.get(above).x) * this.view.scale;
      this.select(left[0]);
    }

    // -------- steps

    /** Return the node of the last event, or its nearest visible ancestor. */
    stepNode() {
      let id = this.model.events.node[this.model.step - 1] ?? this.model.roots[0];
      while (id >= 0 && !this.at.has(id)) id = this.model.parent[id];
      return id;
    }

    goTo(step, opens = false) {
      const { model, words } = this;
      model.goTo(between(0, step, model.steps));
      this.told.textContent = this.teller.step();
      this.sentence.textContent = filled(words.step_of, { step: model.step, steps: model.steps, text: model.sentence(words) });
      this.count();
      if (opens && model.step) this.reveal();
      this.drawn.clear();
      const focused = this.nodes.contains(document.activeElement);
      this.nodes.replaceChildren();
      this.follow();
      this.draw();
      if (focused) this.drawn.get(this.current)?.focus({ preventScroll: true });
      this.viewer.tell(this, model.step && opens ? this.stepNode() : this.current);
    }

    /** Keep the search in view, and show the whole tree when it is over. */
    follow() {
      const { x, y } = this.view;
      if (this.model.over || !this.model.step) {
        if (this.drifted) this.fit();
        this.drifted = false;
        return;
      }
      if (this.viewer.hall.on) for (const id of [...this.model.trail].reverse()) this.bringIntoView(id); // as much of the path as fits
      this.bringIntoView(this.stepNode());
      this.drifted ||= x !== this.view.x || y !== this.view.y;
    }

    /** Show the counts at this step. */
    count() {
      const { model, words } = this;
      const names = { nodes: words.counter_nodes, leaves: words.counter_leaves, cuts: words.counter_cuts, pruned: words.counter_pruned };
      const more = model.end.includes("f") ? "≥ " : "";
      this.counters.replaceChildren(...Object.entries(names).map(([key, name]) =>
        make("div", {}, make("dt", {}, name), make("dd", {}, more + counted(model.done[key][model.step])))));
      this.run.setAttribute("width", 1000 * model.done.leaves[model.step] / this.viewer.mostLeaves);
      this.counts.hidden = !model.over;
    }

    /** Unfold the path to the node of the search, while it is there. */
    reveal() {
      const before = [...this.trail];
      this.trail = new Set(this.model.over ? [] : this.model.trail);
      const bends = (id) => !this.open.has(id) && this.model.inside[id] > 0;
      if ([...this.trail].some((id) => !this.at.has(id) || (bends(id) && !before.includes(id)))
        || before.some((id) => !this.trail.has(id) && (bends(id) || this.isExtra(id)))) this.layOut();
    }

    /** Whether a node is shown only because the search is at it. */
    isExtra(id) {
      const above = this.model.parent[id];
      return above >= 0 && this.few.left.has(-2 - above);
    }
  }

  /** Return the union of what several trees lay out; nodes with the same key are one. */
  function joined(plans) {
    const places = new Map([["", 0]]);
    const [children, sizes, depth] = [[[]], [[0, 0]], [-1]];
    for (const plan of plans) {
      plan.children.forEach((below, place) => {
        const own = children[places.get(plan.keys[place])];
        let before = -1; // the place of the sibling before, among those of all trees
        for (const child of below) {
          const key = plan.keys[child];
          if (!places.has(key)) {
            places.set(key, children.push([]) - 1);
            sizes.push([0, 0]);
            depth.push(plan.depth[child]);
            own.splice(before + 1, 0, places.get(key));
          }
          before = own.indexOf(places.get(key));
          const size = sizes[places.get(key)];
          sizes[places.get(key)] = size.map((x, i) => Math.max(x, plan.sizes[child][i]));
        }
      });
    }
    return { places, children, sizes, depth };
  }

  Object.assign(window.spielbaumTrees, { Pane, joined });
})();
