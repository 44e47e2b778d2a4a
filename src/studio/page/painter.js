// The pointer as a brush: exact paint, and a recording of how it came about.
import { el, set } from "./dom.js";
import { BACKGROUND, FOREGROUND, NONE } from "./paint.js";

const KINDS = { foreground: FOREGROUND, background: BACKGROUND, eraser: NONE };
const SMALLEST = 1, LARGEST = 400, SIZES = "studio:brush", FINENESS = 256;

// Events: "stroke" once one has ended, "tool" when tool or size changed.
export class Painter extends EventTarget {
  constructor(view, paint, recorder) {
    super();
    const sizes = JSON.parse(localStorage.getItem(SIZES) ?? '{"brush":20,"eraser":30}');
    Object.assign(this, { view, paint, recorder, tool: "foreground", sizes, active: null, enabled: true });
    this.ring = el("circle", { class: "brush", r: 0 });
    view.screen.append(this.ring);
    this.listeners = {
      pointerdown: (event) => this.#down(event),
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: (event) => this.#up(event),
      pointerleave: () => set(this.ring, { visibility: "hidden" }),
      wheel: (event) => event.shiftKey && this.resize(event.deltaY || event.deltaX),
    };
    for (const [name, then] of Object.entries(this.listeners)) view.stage.addEventListener(name, then);
    this.follow = () => this.#ring();
    view.moved.add(this.follow);
  }

  remove() {
    for (const [name, then] of Object.entries(this.listeners)) this.view.stage.removeEventListener(name, then);
    this.view.moved.delete(this.follow);
    this.ring.remove();
  }

  // The eraser has a size of its own.
  get radius() {
    return this.sizes[this.tool === "eraser" ? "eraser" : "brush"];
  }

  get hand() {
    return { tool: this.tool, radius: this.radius, zoom: this.view.scale };
  }

  choose(tool) {
    if (this.active !== null || tool === this.tool) return;
    this.tool = tool;
    this.#changed(tool);
  }

  setRadius(radius) {
    if (this.active !== null) return;
    const whole = Math.min(Math.max(Math.round(radius), SMALLEST), LARGEST);
    if (whole === this.radius) return;
    this.sizes[this.tool === "eraser" ? "eraser" : "brush"] = whole;
    localStorage.setItem(SIZES, JSON.stringify(this.sizes));
    this.#changed(`radius ${whole}`);
  }

  // One step larger or smaller: an eighth of the size, at least a pixel.
  resize(way) {
    const step = Math.max(1, Math.round(this.radius / 8));
    this.setRadius(this.radius + (way > 0 ? -step : step));
  }

  undo() {
    return this.#back("undo");
  }

  redo() {
    return this.#back("redo");
  }

  #back(way) {
    if (this.active !== null || !this.paint[way]()) return false;
    this.recorder.note(way, "", this.hand);
    this.dispatchEvent(new Event("stroke"));
    return true;
  }

  #changed(said) {
    this.recorder.note("key", said, this.hand);
    this.#ring();
    this.dispatchEvent(new Event("tool"));
  }

  // Fractions of a pixel that survive every file format exactly.
  #where(event) {
    const { x, y } = this.view.toPicture(event);
    return { x: Math.round(x * FINENESS) / FINENESS, y: Math.round(y * FINENESS) / FINENESS };
  }

  #down(event) {
    if (!this.enabled || event.button !== 0 || this.view.pans(event) || this.active !== null) return;
    event.preventDefault();
    this.view.stage.setPointerCapture(event.pointerId);
    this.active = event.pointerId;
    this.recorder.begin();
    const where = this.#where(event);
    this.recorder.sample(event, where, "down", this.hand);
    this.paint.begin(where.x, where.y, KINDS[this.tool], this.radius);
    this.#follow(event);
  }

  #move(event) {
    this.#follow(event);
    if (this.view.panning || !this.enabled) return;
    if (this.active !== null && event.pointerId !== this.active) return;
    // Chromium hands out one event a frame, with the samples in it.
    const samples = event.getCoalescedEvents?.() ?? [];
    for (const sample of samples.length ? samples : [event]) {
      const where = this.#where(sample);
      this.recorder.sample(sample, where, "move", this.hand);
      if (this.active !== null) this.paint.strokeTo(where.x, where.y);
    }
  }

  #up(event) {
    if (event.pointerId !== this.active) return;
    const where = this.#where(event);
    this.paint.strokeTo(where.x, where.y);
    this.recorder.sample(event, where, "up", this.hand);
    this.recorder.end();
    this.paint.end();
    this.active = null;
    this.dispatchEvent(new Event("stroke"));
  }

  #follow(event) {
    this.at = event;
    this.#ring();
  }

  #ring() {
    if (!this.at) return;
    const bounds = this.view.stage.getBoundingClientRect();
    set(this.ring, {
      cx: this.at.clientX - bounds.left, cy: this.at.clientY - bounds.top, visibility: "visible",
      r: (this.radius + 0.5) * this.view.scale, class: `brush ${this.tool}`,
    });
  }
}
