/* The whole tree in a corner, and where the window stands in it. A help for the mouse: keys walk along the nodes. */
"use strict";

(() => {
  const { make, between } = window.spielbaumTrees;
  const [WIDE, TALL] = [168, 84];

  class Minimap {
    constructor(pane) {
      this.pane = pane;
      this.boxes = make("path", { class: "tv-map-boxes" });
      this.line = make("path", { class: "tv-map-line" });
      this.frame = make("rect", { class: "tv-map-frame", rx: 2 });
      this.element = make("svg", { class: "tv-map", viewBox: `0 0 ${WIDE} ${TALL}`, "aria-hidden": "true" }, this.boxes, this.line, this.frame);
      const go = (event) => {
        if (!event.buttons) return;
        const box = this.element.getBoundingClientRect();
        const { view, svg } = pane;
        const by = WIDE / box.width;
        view.x = svg.clientWidth / 2 - this.toX((event.clientX - box.left) * by) * view.scale;
        view.y = svg.clientHeight / 2 - this.toY((event.clientY - box.top) * by) * view.scale;
        pane.schedule();
      };
      this.element.addEventListener("pointerdown", (event) => { this.element.setPointerCapture(event.pointerId); go(event); });
      this.element.addEventListener("pointermove", go);
    }

    toX(x) { return (x - this.left) / this.scale + this.pane.extent.left; }
    toY(y) { return (y - this.top) / this.scale; }

    /** Draw the tree after layout. */
    lay() {
      const { left, right, bottom } = this.pane.extent;
      this.scale = Math.min((WIDE - 8) / (right - left), (TALL - 8) / bottom);
      this.left = (WIDE - (right - left) * this.scale) / 2;
      this.top = 4;
      const at = ({ x, y }) => `${((x - left) * this.scale + this.left).toFixed(1)} ${((y + 20) * this.scale + this.top).toFixed(1)}`;
      const boxes = [];
      for (const spot of this.pane.at.values()) {
        const wide = Math.max(1.5, spot.width * this.scale);
        boxes.push(
          `M${at(spot)}m${(-wide / 2).toFixed(1)} 0h${wide.toFixed(1)}v${Math.max(1.5, spot.height * this.scale).toFixed(1)}h${(-wide).toFixed(1)}z`);
      }
      this.boxes.setAttribute("d", boxes.join(""));
    }

    /** Mark the principal variation once it is known, or the path of the search. */
    trace() {
      const { model, at } = this.pane;
      const line = [...(model.over ? model.onLine : model.trail)].filter((id) => at.has(id));
      const place = ({ x, y }) => `${this.fromX(x).toFixed(1)} ${((y + 20) * this.scale + this.top).toFixed(1)}`;
      this.line.setAttribute("d", line.map((id) => {
        const wide = Math.max(1.5, at.get(id).width * this.scale).toFixed(1);
        return `M${place(at.get(id))}m${-wide / 2} 0h${wide}v${Math.max(1.5, at.get(id).height * this.scale).toFixed(1)}h${-wide}z`;
      }).join(""));
      this.line.classList.toggle("tv-map-trail", !model.over);
    }

    fromX(x) { return (x - this.pane.extent.left) * this.scale + this.left; }

    /** Move to the corner that covers least of what is in view; the node of the search counts most. */
    avoid(seen, now) {
      const { at, view, svg } = this.pane;
      const [width, height] = [this.element.clientWidth + 16, this.element.clientHeight + 16];
      const corners = [[false, false], [false, true], [true, false], [true, true]].map(([up, west]) => {
        const [left, top] = [west ? 0 : svg.clientWidth - width, up ? 0 : svg.clientHeight - height];
        const covered = seen.filter((id) => {
          const { x, y, width: wide, height: tall } = at.get(id);
          return view.x + (x + wide / 2) * view.scale > left && view.x + (x - wide / 2) * view.scale < left + width
            && view.y + y * view.scale < top + height && view.y + (y + tall + 38) * view.scale > top;
        });
        return { up, west, cost: covered.length + (covered.includes(now) ? 1000 : 0) };
      });
      const { up, west } = corners.reduce((best, corner) => (corner.cost < best.cost ? corner : best));
      this.element.classList.toggle("tv-map-up", up);
      this.element.classList.toggle("tv-map-west", west);
    }

    /** Mark the visible part; nothing is shown if the whole tree is visible. */
    mark() {
      const { view, svg, extent } = this.pane;
      const [width, height] = [svg.clientWidth / view.scale, svg.clientHeight / view.scale];
      const [x, y] = [-view.x / view.scale, -view.y / view.scale];
      const all = x <= extent.left + 4 && x + width >= extent.right - 4 && y <= 16 && y + height >= extent.bottom - 8;
      this.element.classList.toggle("tv-map-off", all);
      const high = between(0, (x - extent.left) * this.scale + this.left, WIDE);
      const low = between(0, (x + width - extent.left) * this.scale + this.left, WIDE);
      const [top, bottom] = [between(0, y * this.scale + this.top, TALL), between(0, (y + height) * this.scale + this.top, TALL)];
      const shape = { x: high, y: top, width: Math.max(3, low - high), height: Math.max(3, bottom - top) };
      for (const [key, value] of Object.entries(shape)) this.frame.setAttribute(key, value.toFixed(1));
    }
  }

  Object.assign(window.spielbaumTrees, { Minimap });
})();
