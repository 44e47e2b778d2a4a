// A run waits for a person: paint the picture that lies on its desk, while the net learns from the one before.
import { Failure, get, post } from "./api.js";
import { head, speaker } from "./bar.js";
import { button, el, fill, percent, table } from "./dom.js";
import { Keys } from "./keys.js";
import { Paint } from "./paint.js";
import { Painter } from "./painter.js";
import { COLUMNS, Recorder } from "./recorder.js";
import { View } from "./view.js";
import { viewKeys } from "./viewkeys.js";

const GLANCE = 500, AGAIN = 1000;
const TOOLS = ["foreground", "background", "eraser"];

export async function show(root) {
  document.title = "Teach";
  const teach = new Teach(root, await Keys.load("label", "view", "masks"));
  window.studio = teach; // for whoever tests it
  await teach.look();
}

class Teach {
  constructor(root, keys) {
    this.stage = el("div", { class: "stage", tabindex: 0, role: "application", "aria-label": "Picture to paint", dataset: { step: "masks" } });
    this.side = el("div", { class: "side" });
    fill(root, el("div", { class: "labelling" }, head("/teach"), el("main", { class: "bench" }, this.stage, this.side)));
    Object.assign(this, { keys, view: new View(this.stage), recorder: new Recorder(), say: speaker(), step: null, sending: Promise.resolve(), kept: 0, sent: 0 });
    this.status = el("section", { class: "card", "aria-live": "polite" });
    this.brush = el("section", { class: "card", "aria-label": "Brush" });
    this.side.append(this.status, this.brush);
    this.overlay = el("canvas", { class: "prediction", "aria-hidden": "true" });
    this.#listen();
  }

  // What lies on the desk; asked again until nothing comes any more.
  async look() {
    try {
      this.told = await get("/api/teach");
      if (this.told.state === "paint" && this.told.step !== this.step) await this.#open(this.told);
    } catch (error) {
      if (!(error instanceof Failure && error.away)) throw error;
      this.told = { ...this.told, state: "away" };
    }
    this.#status();
    if (this.told.state !== "finished") setTimeout(() => this.look(), GLANCE);
  }

  async #open(offer) {
    this.#close();
    Object.assign(this, { step: offer.step, sha: offer.sha, kept: offer.samples, sent: 0 });
    await this.view.open(offer.picture, offer.width, offer.height);
    this.paint = new Paint(this.view.layers, offer.width, offer.height);
    if (offer.painted) await this.paint.load(await (await fetch(offer.painted)).blob());
    if (offer.prediction) await this.#predicted(offer);
    this.recorder.clear();
    this.painter = new Painter(this.view, this.paint, this.recorder);
    this.painter.addEventListener("stroke", () => this.send(null));
    this.painter.addEventListener("tool", () => this.#panel());
    this.recorder.note("look", "", this.painter.hand);
    this.#panel();
    this.say(offer.prediction ? "Correct what is wrong" : "Paint clear examples of both classes");
  }

  #close() {
    this.painter?.remove();
    this.paint?.remove();
    this.overlay.remove();
    this.painter = this.paint = null;
    fill(this.brush);
  }

  async #predicted(offer) {
    const bitmap = await createImageBitmap(await (await fetch(offer.prediction)).blob());
    Object.assign(this.overlay, { width: offer.width, height: offer.height });
    this.overlay.getContext("2d").drawImage(bitmap, 0, 0);
    this.view.picture.after(this.overlay);
  }

  // One after another: each goes on where the one before ended. What is not answered is sent again.
  send(ending) {
    const { step, recorder } = this;
    this.sending = this.sending.then(async () => {
      while (this.step === step) {
        const end = recorder.length;
        if (ending === null && end === this.sent) return;
        const trace = Object.fromEntries(COLUMNS.map((name) => [name, recorder.columns[name].slice(this.sent, end)]));
        try {
          this.kept = (await post("/api/teach", { sha: this.sha, from: this.kept, trace, ending })).samples;
          this.sent = end;
          return;
        } catch (error) {
          if (!(error instanceof Failure && error.away)) return this.#reopen(error);
          await new Promise((then) => setTimeout(then, AGAIN));
        }
      }
    });
    return this.sending;
  }

  // Painted on in another tab, or not taken: what the run has is what counts.
  #reopen(error) {
    this.step = null;
    this.say(error.message);
  }

  async #end(ending) {
    if (!this.painter || this.painter.active !== null) return;
    const { step, painter } = this, now = performance.now();
    painter.enabled = false;
    // What waits to be sent must not hold the end already.
    await this.sending;
    if (this.step !== step) return;
    this.recorder.note(ending, "", painter.hand, now);
    await this.send(ending);
    if (this.step === step) this.#close();
  }

  #status() {
    const { state, step, model, prediction, numbers = {} } = this.told;
    const says = {
      waiting: "The run is not ready yet.", away: "The run does not answer: it may have been stopped.",
      training: "The net learns; the next picture comes as soon as it is done.", finished: "Done: the run has all it wanted.",
      paint: prediction ? "Correct what is wrong, or say that it looks right." : "Paint clear examples of both classes.",
    };
    const shown = { "validation F1": numbers.val_f1, "test F1": numbers.test_f1 };
    const rows = Object.entries(shown).filter(([, value]) => typeof value === "number").map(([name, value]) => [name, value.toFixed(3)]);
    if (typeof numbers.corrected === "number") rows.push(["pixels corrected", percent(numbers.corrected)]);
    if (typeof numbers.seconds === "number") rows.push(["last image", `${numbers.seconds.toFixed(0)} s`], ["in all", `${numbers.total_seconds.toFixed(0)} s`]);
    fill(this.status, el("h2", {}, step ? `Image ${step}` : "Teach"), el("p", { dataset: { state } }, says[state]),
      state === "paint" ? el("p", {}, model ? `Shown: the model ${model}` : "No model yet") : null,
      rows.length ? table(["measured so far", ""], rows) : null);
  }

  #panel() {
    const { keys, painter } = this;
    if (!painter) return;
    const tool = (name) => button(name, () => painter.choose(name), { class: `tool ${name}`, "aria-pressed": String(painter.tool === name) }, keys.name(name));
    const size = el("input", { type: "range", min: 1, max: 200, value: Math.min(painter.radius, 200), "aria-label": "Radius in pixels", on: { input: ({ target }) => painter.setRadius(Number(target.value)) } });
    fill(this.brush, el("h2", {}, "Brush"), el("div", { class: "tools" }, TOOLS.map(tool)),
      el("label", { class: "slide" }, keys.name("smaller"), size, keys.name("larger"), el("output", {}, `${painter.radius} px`)),
      el("div", { class: "row" }, button("Done", () => this.#end("done"), { class: "good", named: "Done, next picture" }, keys.name("done")),
        button("Looks right", () => this.#end("skip"), { named: "Looks right, skip it" }, keys.name("none"))),
      el("p", {}, "Every movement of the pointer is kept with this run: it is what is measured."));
  }

  #listen() {
    const { keys } = this, painting = (then) => () => (this.painter ? then(this.painter) : false);
    for (const tool of TOOLS) keys.on(tool, painting((painter) => painter.choose(tool)));
    keys.on("smaller", painting((painter) => painter.resize(1)));
    keys.on("larger", painting((painter) => painter.resize(-1)));
    keys.on("undo", painting((painter) => void painter.undo()));
    keys.on("redo", painting((painter) => void painter.redo()));
    keys.on("done", painting(() => void this.#end("done")));
    keys.on("none", painting(() => void this.#end("skip")));
    keys.on("prediction", () => void this.overlay.classList.toggle("hidden"));
    viewKeys(keys, this.view);
    document.addEventListener("visibilitychange", () => document.hidden && this.painter && this.send(null));
  }
}
