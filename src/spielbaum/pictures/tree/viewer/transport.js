/* Play, pause, step and speed: all trees of a viewer move together. */
"use strict";

(() => {
  const { make, button, between, filled, counted } = window.spielbaumTrees;
  const [SPEEDS, PAUSE] = [[0.5, 1, 2, 5, 20, 100], 1600]; // at speed 1 so many milliseconds between two steps
  const PART = 7000; // the most milliseconds for a part of a search
  const UNSPOKEN = 2; // from this speed on, steps are not read out while they pass

  class Transport {
    constructor(viewer, steps) {
      Object.assign(this, { viewer, steps, words: viewer.words, step: steps, speed: 1, timer: 0 });
      const { words } = this;
      this.slider = make("input", { type: "range", min: 0, max: steps, "aria-label": words.step });
      this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value), true));
      this.playing = button("▶", words.play, () => this.toggle());
      this.playing.classList.add("tv-play");
      const choices = SPEEDS.map((speed) => make("option", { value: speed }, speed === 0.5 ? "½×" : `${speed}×`));
      this.choice = make("select", { "aria-label": words.speed, title: words.speed }, ...choices);
      this.choice.value = 1;
      this.choice.addEventListener("change", () => { this.speed = Number(this.choice.value); this.hush(); });
      this.element = make("div", { class: "tv-steps", role: "group", "aria-label": words.steps },
        button("|◀", words.first, () => this.goTo(0)), button("‹", words.back, () => this.goTo(this.after(-1), true)),
        this.playing, this.slider, button("›", words.forward, () => this.goTo(this.after(1), true)), ...this.cutting(), this.choice,
        button("▶|", words.last, () => this.goTo(steps)));
      this.element.hidden = !steps;
    }

    /** Return the button that goes to the next cutoff, if there are any. */
    cutting() {
      const cuts = this.viewer.panes.some((pane) => pane.model.cuts.length);
      return cuts ? [button("✂\uFE0E", this.words.next_cut, () => this.nextCut())] : [];
    }

    nextCut() {
      const steps = this.viewer.panes.map((pane) => pane.model.events.kind.indexOf("c", this.step) + 1).filter(Boolean);
      this.goTo(steps.length ? Math.min(...steps) : this.steps, true);
    }

    /** Return the next step that is shown, or the one before. */
    after(by) {
      const { slides } = this.viewer;
      if (!slides) return this.step + by;
      return by > 0 ? slides.find((step) => step > this.step) ?? this.steps : slides.findLast((step) => step < this.step) ?? 0;
    }

    /** Show the state after a number of steps; using the controls stops playing. */
    goTo(step, opens = false) {
      this.pause();
      this.show(step, opens);
    }

    show(step, opens) {
      this.step = between(0, step, this.steps);
      this.slider.value = this.step;
      this.slider.setAttribute("aria-valuetext", filled(this.words.step_count, { step: counted(this.step), steps: counted(this.steps) }));
      for (const pane of this.viewer.panes) pane.goTo(this.step, opens);
      this.viewer.element.dispatchEvent(new CustomEvent("tree:step", { bubbles: true }));
    }

    get plays() { return this.timer !== 0; }
    toggle() { if (this.plays) this.pause(); else this.play(); }

    /** Play to a step; `pause` is the time between two steps in milliseconds at speed 1. */
    play(until = this.steps, pause = PAUSE) {
      if (this.step >= this.steps) this.show(0, true);
      const next = () => {
        this.show(this.after(1), true);
        if (this.step < until) this.timer = setTimeout(next, pause / this.speed);
        else this.pause();
      };
      clearTimeout(this.timer);
      this.timer = setTimeout(next, pause / this.speed / 2);
      this.mark();
    }

    /** Play a part of the search in a few seconds; at once if the reader prefers reduced motion. */
    playPart(from, until) {
      this.goTo(matchMedia("(prefers-reduced-motion: reduce)").matches ? until : from, true);
      if (this.step < until) this.play(until, Math.min(PAUSE, PART / (until - from)));
    }

    pause() {
      clearTimeout(this.timer);
      this.timer = 0;
      this.mark();
    }

    mark() {
      const label = this.plays ? this.words.pause : this.words.play;
      this.playing.textContent = this.plays ? "Ⅱ" : "▶";
      this.playing.title = label;
      this.playing.setAttribute("aria-label", label);
      this.hush();
    }

    hush() {
      const live = this.plays && this.speed >= UNSPOKEN ? "off" : "polite";
      for (const pane of this.viewer.panes) pane.told.setAttribute("aria-live", live);
    }
  }

  Object.assign(window.spielbaumTrees, { Transport });
})();
