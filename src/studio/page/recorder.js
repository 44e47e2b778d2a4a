// What the hand did, one column a quantity: all samples of the pointer, keys and undo, also between strokes.
export const COLUMNS = ["t", "x", "y", "buttons", "tool", "radius", "zoom", "dpr", "pointer", "kind", "key", "stroke"];

export class Recorder {
  constructor() {
    this.on = true;
    this.clear();
  }

  clear() {
    this.columns = Object.fromEntries(COLUMNS.map((name) => [name, []]));
    this.strokes = 0;
    this.stroke = -1;
    this.last = { x: 0, y: 0, buttons: 0, pointer: "mouse" };
  }

  get length() {
    return this.columns.t.length;
  }

  // One sample; `where` is in picture pixels.
  sample(event, where, kind, { tool = "", radius = 0, zoom = 1 }) {
    this.last = { ...where, buttons: event.buttons, pointer: event.pointerType || "mouse" };
    this.#row(event.timeStamp, kind, { ...this.last, tool, radius, zoom, key: "" });
  }

  // Something that was no movement: a key, undo, a look at the picture.
  note(kind, key, { tool = "", radius = 0, zoom = 1 }, time = performance.now()) {
    this.#row(time, kind, { ...this.last, tool, radius, zoom, key });
  }

  #row(time, kind, values) {
    if (!this.on) return;
    const row = { ...values, t: time, kind, dpr: window.devicePixelRatio || 1, stroke: this.stroke };
    for (const name of COLUMNS) this.columns[name].push(row[name]);
  }

  begin() {
    this.stroke = this.strokes++;
  }

  end() {
    this.stroke = -1;
  }

  // A copy to send; nothing where nobody recorded.
  trace() {
    return this.on && this.length ? Object.fromEntries(COLUMNS.map((name) => [name, this.columns[name].slice()])) : null;
  }
}
