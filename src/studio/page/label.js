// The one page on which photos are labelled: a step of it, a photo, and all that they share.
import { get } from "./api.js";
import { head, saveState, speaker } from "./bar.js";
import { conflictPanel } from "./conflict.js";
import { button, el, fill, link, words } from "./dom.js";
import { Effort } from "./effort.js";
import { Keys } from "./keys.js";
import { ofSet } from "./kept.js";
import { Queue } from "./queue.js";
import { Store } from "./store.js";
import { View } from "./view.js";

const PAN = 80;

// A step is fetched when somebody takes it.
const STEPS = {
  links: async (app) => new (await import("./linkstep.js")).LinkStep(app),
  masks: async (app) => new (await import("./maskstep.js")).MaskStep(app),
  boxes: async (app) => new (await import("./boxstep.js")).BoxStep(app, app.step),
};

export async function show(root, [step, sha], frozen = null) {
  const [set, keys] = await Promise.all([get("/api/set"), Keys.load("label", "view")]);
  ofSet(set.title);
  const app = new Label(root, set, keys, frozen);
  await app.open(sha, step);
  window.studio = app;
}

class Label {
  constructor(root, set, keys, frozen) {
    Object.assign(this, { set, keys, frozen, step: null, at: null, objects: "/api/objects" });
    this.store = new Store(frozen ? `/api/frozen/${encodeURIComponent(frozen)}/photos` : "/api/photos");
    this.effort = new Effort();
    this.store.spent = () => this.effort.take((this.store.photo.ghosts?.[this.step] ?? []).length > 0);
    this.say = speaker();
    this.queue = new Queue(this);
    this.#build(root);
    this.view = new View(this.stage);
    this.#keys();
    this.store.addEventListener("opened", () => this.store.photo && this.at && this.#refresh());
    this.store.addEventListener("changed", () => this.#refresh());
    this.store.addEventListener("saved", ({ detail }) => {
      this.at?.saved?.();
      this.at?.renamed(detail.ids);
      if (detail.ids.size) this.#refresh();
    });
    this.store.addEventListener("elsewhere", () => this.say("Changed in another tab"));
    window.addEventListener("popstate", () => this.#fromAddress());
  }

  #build(root) {
    this.stage = el("main", { class: "stage", tabIndex: 0, "aria-label": "Photo", "data-cursor": "draw" });
    this.side = el("aside", { "aria-label": "Labels" });
    this.steps = el("nav", { class: "steps", "aria-label": "Steps" });
    this.name = el("span", { class: "name" });
    this.place = el("span", { class: "place faint" });
    const act = (name, id, then, named) => button(name, then, { class: "quiet", named }, this.keys.name(id));
    this.foot = el("footer", { class: "tools" },
      act("Before", "before", () => this.move(-1), "Photo before"), act("After", "after", () => this.move(1), "Photo after"),
      act("Undo", "undo", () => this.undo("undo")), act("Redo", "redo", () => this.undo("redo")),
      el("span", { class: "gap" }), act("−", "further", () => this.view.zoom(0.8), "Further"), this.zoomed = el("output", { "aria-label": "Zoom" }), act("+", "closer", () => this.view.zoom(1.25), "Closer"),
      act("Fit", "fit", () => this.view.fit(), "Whole photo"), act("1:1", "actual", () => this.view.actual(), "100 %"),
      el("span", { class: "gap" }), this.frozen ? null : act("None", "none", () => this.at.none()),
      button(this.frozen ? "Next" : "Done", () => this.done(), { class: "good done" }, this.keys.name("done")));
    fill(root, head("/label", this.steps, el("span", { class: "title" }, this.name, this.place), saveState(this.store), button("?", () => this.keys.overlay(), { class: "quiet", named: "All keys" })),
      el("div", { class: "bench" }, this.stage, el("div", { class: "side" }, conflictPanel(this.store), this.side, this.frozen ? null : this.queue.card)), this.foot);
    root.classList.add("labelling");
  }

  address(sha, step) {
    return this.frozen ? `/frozen/${encodeURIComponent(this.frozen)}/${step}/${sha}` : `/label/${step}/${sha}`;
  }

  // Another photo or step without a new page: the address says where one is.
  async go(sha, step = this.step) {
    if (!sha) return this.say(`No more photos in ${words(step)}`);
    if (this.store.collisions.length) return this.say("Choose between the two versions first");
    if (await this.open(sha, step)) history.pushState(null, "", this.address(sha, step));
  }

  #fromAddress() {
    const parts = location.pathname.split("/").filter(Boolean);
    this.open(parts.at(-1), parts.at(-2));
  }

  // Gives back whether it is shown now; keys that are pressed meanwhile were meant for the photo before.
  async open(sha, step) {
    if (!this.set.dimensions.includes(step)) throw new Error(`This set has no ${step}`);
    const picture = `/api/photos/${sha}/picture`, began = performance.now(), opening = this.opening = {};
    new Image().src = picture; // asked for while the labels come
    try {
      if (!(await this.store.open(sha, step).catch((error) => this.#refused(error)))) return false;
      const { photo } = this.store;
      if (this.shownSha !== sha) {
        await this.view.open(picture, photo.width, photo.height).catch(() => this.say("The photo cannot be shown"));
        this.shownSha = sha;
      } else this.view.fit();
      await this.#enter(step);
    } finally {
      if (this.opening === opening) this.opening = null;
    }
    this.ready = performance.now() - began;
    this.#head();
    this.#paste();
    this.#ahead();
    return true;
  }

  #refused(error) {
    this.say(error.message);
    if (!this.store.photo) throw error;
    return false;
  }

  async #enter(step) {
    if (this.step !== step || !this.at) {
      this.at?.remove();
      this.step = step;
      this.effort.restart();
      this.at = null;
      this.at = await (STEPS[step] ?? STEPS.boxes)(this);
      this.keys.at("label", "view", ...this.at.where);
      if (!this.frozen) this.queue.show();
    }
    this.at.selectedKey = null;
    this.stage.dataset.step = step;
    this.#refresh();
  }

  #refresh() {
    if (!this.at || this.shownSha !== this.store.sha) return;
    this.at.refresh();
    this.#steps();
  }

  #steps() {
    const done = (step) => this.store.documents[step]?.labelled === true;
    fill(this.steps, this.set.dimensions.map((step, place) => link(`${done(step) ? "✓ " : ""}${words(step)}`, this.address(this.store.sha, step), {
      title: `${words(step)} (${this.keys.name("step", place)})`, "aria-current": step === this.step ? "step" : undefined,
      on: { click: (event) => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); this.go(this.store.sha, step); } } },
    })));
  }

  async #head() {
    const { photo, sha } = this.store;
    fill(this.name, photo.name);
    document.title = `${words(this.step)} · studio`;
    const { place, of } = await this.queue.beside(sha).catch(() => ({}));
    if (this.store.sha === sha && of) fill(this.place, `${place} of ${of}`);
  }

  // The next photo is decoded while this one is looked at.
  async #ahead() {
    const next = await this.queue.step(this.store.sha, this.step, 1).catch(() => null);
    if (next) new Image().src = `/api/photos/${next}/picture`;
  }

  async done() {
    if (this.store.readOnly) return this.move(1);
    await this.at.done();
    try {
      await this.store.flush();
      if (this.store.state !== "saved") return;
      const next = await this.queue.next(this.store.sha, this.step);
      if (next) return await this.go(next);
      this.say(`All photos are done in ${words(this.step)}`);
    } catch {
      this.say("The server is away: your changes are kept here");
    }
  }

  async move(way) {
    try {
      await this.go(await this.queue.step(this.store.sha, this.step, way));
    } catch {
      this.say("The server is away: your changes are kept here");
    }
  }

  async undo(way) {
    if (this.step === "masks" && this.at[way]()) return;
    const said = await this.store.undo(way);
    if (said === "nothing") this.say(`Nothing to ${way}`);
    else if (said !== "undone") this.say(said);
  }

  // Boxes that go along to the next photo.
  async copyOn() {
    const boxes = this.at.copied?.() ?? [];
    if (!boxes.length) return this.say("There is no box to copy");
    this.carried = { step: this.step, boxes };
    await this.move(1);
  }

  #paste() {
    if (this.carried?.step !== this.step) return;
    const { boxes } = this.carried;
    this.carried = null;
    this.at.paste(boxes);
  }

  centre() {
    const mark = this.at.selected?.() ?? this.at.shown?.find((one) => one.selected);
    if (mark) this.view.centre(mark.rect);
    else this.say("Nothing is selected");
  }

  #escape() {
    if (this.at.escape()) return;
    document.activeElement?.blur?.();
    this.stage.focus();
  }

  #keys() {
    this.keys.gate = () => (this.opening ? "closed" : this.store.undoing);
    const { keys, view } = this, pan = (dx, dy) => () => void view.pan(dx, dy);
    const writes = (then) => () => (this.store.readOnly ? false : void then());
    keys.on("done", () => void this.done());
    keys.on("before", () => (this.at?.selectedKey ? false : void this.move(-1)));
    keys.on("after", () => (this.at?.selectedKey ? false : void this.move(1)));
    keys.on("none", writes(() => this.at.none()));
    keys.on("undo", writes(() => this.undo("undo")));
    keys.on("redo", writes(() => this.undo("redo")));
    keys.on("queue", () => void this.queue.open());
    keys.on("step", (place) => (this.set.dimensions[place] ? void this.go(this.store.sha, this.set.dimensions[place]) : false));
    keys.on("escape", () => void this.#escape());
    keys.on("panel", () => void (this.side.contains(document.activeElement) ? this.stage : this.side.querySelector("button, input") ?? this.stage).focus());
    keys.on("pan", () => view.hold(true), () => view.hold(false));
    const free = (then) => () => (this.at?.selectedKey ? false : then());
    keys.on("pan-left", free(pan(PAN, 0)));
    keys.on("pan-right", free(pan(-PAN, 0)));
    keys.on("pan-up", free(pan(0, PAN)));
    keys.on("pan-down", free(pan(0, -PAN)));
    keys.on("closer", () => void view.zoom(1.25));
    keys.on("further", () => void view.zoom(0.8));
    keys.on("fit", () => void view.fit());
    keys.on("actual", () => void view.actual());
    keys.on("centre", () => void this.centre());
    keys.on("hide", () => this.at.layer.hide(true), () => this.at?.layer.hide(false));
    view.settled.add(() => fill(this.zoomed, `${Math.round(view.scale * 100 * (window.devicePixelRatio || 1))} %`));
  }
}
