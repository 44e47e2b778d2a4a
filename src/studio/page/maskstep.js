// Painting a mask: brush and eraser, the prediction beneath, the hand recorded if that was agreed to.
import { FOREGROUND, NONE, Paint } from "./paint.js";
import { Painter } from "./painter.js";
import { Recorder } from "./recorder.js";
import { button, el, fill } from "./dom.js";

const AGREED = "studio:record";

export class MaskStep {
  constructor(app) {
    Object.assign(this, { app, store: app.store, view: app.view, recorder: new Recorder(), sha: null });
    this.recorder.on = localStorage.getItem(AGREED) === "yes";
    this.card = el("section", { class: "card", "aria-label": "Brush" });
    app.side.append(this.card);
    this.overlay = el("canvas", { class: "prediction", "aria-hidden": "true" });
    this.#keys();
    if (localStorage.getItem(AGREED) === null && !this.store.readOnly) this.#ask();
  }

  where = ["masks"];
  layer = { hide: (hidden) => this.view.layers.classList.toggle("unmarked", hidden) };

  remove() {
    this.painter?.remove();
    this.paint?.remove();
    this.overlay.remove();
    this.card.remove();
    this.view.layers.classList.remove("unmarked");
  }

  // Paint is read when the photo is new or another state of it was fetched, never after a stroke.
  refresh() {
    const mask = this.store.documents.masks?.mask ?? null;
    if (this.sha === this.store.sha && (mask === this.mask || this.busy)) return void this.#panel();
    this.#open(mask);
  }

  #open(mask) {
    const { width, height } = this.view;
    const { trace = null } = this.store.documents.masks ?? {};
    // Paint that nobody recorded, and a hand that goes on over it, would be a trace of something else.
    Object.assign(this, { sha: this.store.sha, mask, after: trace, traced: mask === null || trace !== null });
    if (this.recorder.length) this.recorder.clear();
    this.painter?.remove();
    this.paint?.remove();
    this.paint = new Paint(this.view.layers, width, height);
    this.painter = new Painter(this.view, this.paint, this.recorder);
    this.painter.enabled = !this.store.readOnly;
    this.painter.addEventListener("stroke", () => this.#save());
    this.painter.addEventListener("tool", () => this.#panel());
    this.recorder.note("look", "", this.painter.hand);
    this.loading = this.#load(mask);
    this.#prediction();
    this.#panel();
  }

  async #load(mask) {
    const { paint } = this, unsent = this.store.unsentPaint;
    if (unsent) {
      this.store.unsentPaint = null;
      this.resumed = true;
      const bytes = Uint8Array.from(atob(unsent.png), (letter) => letter.charCodeAt(0));
      await paint.load(new Blob([bytes], { type: "image/png" }));
    } else if (mask) {
      await paint.load(await (await fetch(`${this.app.objects}/${mask}`)).blob());
    }
    this.#panel();
  }

  async #prediction() {
    const ghost = (this.store.photo.ghosts?.masks ?? []).find((one) => one.painting);
    this.ghost = ghost ?? null;
    this.overlay.remove();
    if (!ghost) return;
    const blob = await (await fetch(`${this.app.objects}/${ghost.painting}`)).blob(), bitmap = await createImageBitmap(blob);
    Object.assign(this.overlay, { width: bitmap.width, height: bitmap.height });
    this.overlay.style.width = `${this.view.width}px`;
    this.overlay.getContext("2d").drawImage(bitmap, 0, 0);
    this.prediction = blob;
    this.view.picture?.after(this.overlay);
  }

  #save(labelled = this.store.documents.masks?.labelled ?? false) {
    this.busy = true;
    this.store.paint(async () => ({ png: await this.paint.png(), trace: this.traced ? this.recorder.trace() : null, after: this.after, labelled }));
    this.#panel();
  }

  // The set has it: this is the state that the page shows, nothing to read again.
  saved() {
    const { masks } = this.store.confirmed;
    if (!masks || this.sha !== this.store.sha) return;
    this.mask = masks.mask;
    // What an earlier page painted has its trace now: this hand goes on after it.
    if (this.resumed) Object.assign(this, { resumed: false, after: masks.trace, traced: masks.trace !== null });
    this.busy = false;
  }

  undo() {
    return this.painter?.undo() ?? false;
  }

  redo() {
    return this.painter?.redo() ?? false;
  }

  none() {
    this.paint.clear();
    this.recorder.clear();
    Object.assign(this, { after: null, traced: true });
    this.#save(true);
    this.app.say("Nothing here");
  }

  async done() {
    if (!this.store.readOnly && this.store.documents.masks?.labelled !== true) this.#save(true);
  }

  async take() {
    if (!this.prediction) return this.app.say("There is no prediction");
    await this.paint.load(this.prediction, (red, green, blue, alpha) => (alpha ? FOREGROUND : NONE));
    this.paint.strokes = [];
    this.traced = false;
    this.#save();
    this.app.say("Prediction taken as paint");
  }

  escape() {
    return false;
  }

  renamed() {}

  #ask() {
    const dialog = el("dialog", { class: "ask", "aria-label": "Record the hand" },
      el("h2", {}, "May the studio record how you paint?"),
      el("p", {}, "Every movement of the pointer is kept with the mask, in this set alone: simulated annotators are measured against real hands. It can be turned off beside the brush at any time, and is deleted with the person."),
      el("div", { class: "row" }, button("Record", () => this.#agree(dialog, true), { class: "good" }), button("Do not record", () => this.#agree(dialog, false))));
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(dialog);
    dialog.showModal();
  }

  #agree(dialog, yes) {
    this.#record(yes);
    dialog.close();
    dialog.remove();
  }

  #record(yes) {
    localStorage.setItem(AGREED, yes ? "yes" : "no");
    this.recorder.on = yes;
    this.#panel();
  }

  #panel() {
    const { keys } = this.app, { painter } = this;
    if (!painter) return;
    const tool = (name) => button(name, () => painter.choose(name), { class: `tool ${name}`, "aria-pressed": String(painter.tool === name), disabled: this.store.readOnly }, keys.name(name));
    const size = el("input", { type: "range", min: 1, max: 200, value: Math.min(painter.radius, 200), "aria-label": `Radius of the ${painter.tool === "eraser" ? "eraser" : "brush"} in pixels`, on: { input: ({ target }) => painter.setRadius(Number(target.value)) } });
    fill(this.card, el("h2", {}, "Brush"), el("div", { class: "tools" }, ["foreground", "background", "eraser"].map(tool)),
      el("label", { class: "slide" }, keys.name("smaller"), size, keys.name("larger"), el("output", {}, `${painter.radius} px`)),
      this.ghost ? el("div", { class: "row" }, button("Prediction", () => this.overlay.classList.toggle("hidden"), {}, keys.name("prediction")), button("Take it", () => this.take(), {}, keys.name("take-prediction"))) : null,
      this.store.readOnly ? null : el("label", { class: "check" }, el("input", { type: "checkbox", checked: this.recorder.on, on: { change: ({ target }) => this.#record(target.checked) } }), "record the hand"));
  }

  #keys() {
    const { keys } = this.app, writes = (then) => () => (this.store.readOnly ? false : then());
    for (const tool of ["foreground", "background", "eraser"]) keys.on(tool, writes(() => this.painter.choose(tool)));
    keys.on("smaller", writes(() => this.painter.resize(1)));
    keys.on("larger", writes(() => this.painter.resize(-1)));
    keys.on("prediction", () => void this.overlay.classList.toggle("hidden"));
    keys.on("take-prediction", writes(() => void this.take()));
  }
}
