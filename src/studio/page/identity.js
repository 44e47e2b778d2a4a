// Who a face is: type-ahead, the five nearest by embedding, the next anonymous one.
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";
import { cutting } from "./cutting.js";

let known = null;

// Everybody in the set; asked once, and again when a name was new.
export function people(again = false) {
  if (!known || again) known = get("/api/people").then((said) => said.people, () => []);
  return known;
}

export class IdentityField {
  constructor(step, field) {
    Object.assign(this, { step, field, nearest: [], shown: null });
    this.names = el("datalist", { id: "names" });
    field.setAttribute("list", "names");
    field.placeholder = "name";
    field.addEventListener("change", () => this.commit());
    this.near = el("div", { class: "nearest" });
    this.#learn();
  }

  async #learn(again = false) {
    const all = await people(again);
    fill(this.names, all.map(({ name }) => el("option", { value: name })));
  }

  show(mark) {
    const key = mark.box && mark.box.id > 0 ? mark.box.id : null;
    if (key !== this.shown) {
      this.shown = key;
      this.nearest = [];
      fill(this.near);
      if (key !== null) this.#ask(key);
    }
    return el("div", { class: "identity" }, this.names,
      button("Next anonymous", () => this.anonymous(), { class: "quiet", disabled: this.step.store.readOnly }, this.step.app.keys.name("anonymous")), this.near);
  }

  async #ask(id) {
    const found = await get(`/api/faces/${this.step.store.sha}/${id}/nearest`).catch(() => []);
    if (this.shown !== id) return;
    this.nearest = found.filter(({ name }) => name).slice(0, 5);
    fill(this.near, this.nearest.map((one, place) => el("button", { type: "button", class: "person", "aria-label": `${one.name}, distance ${one.distance.toFixed(2)}`, on: { click: () => this.take(place) } },
      cutting(one.sha, one.box), el("span", {}, one.name), el("span", { class: "faint" }, one.distance.toFixed(2)), el("kbd", {}, String(place + 1)))));
  }

  take(place) {
    const one = this.nearest[place];
    if (!one) return false;
    this.#name(one.name);
  }

  commit() {
    const mark = this.step.selected(), name = this.field.value.trim();
    if (mark && (mark.box?.identity ?? "") !== name) this.#name(name);
  }

  async anonymous() {
    if (!this.step.selected()) return this.step.app.say("Choose a face with Tab");
    const all = await people(true);
    const here = this.step.boxes.map((box) => ({ name: box.identity }));
    const used = [...all, ...here].map(({ name }) => /^anonymous_(\d+)$/.exec(name ?? "")).filter(Boolean).map((found) => Number(found[1]));
    this.#name(`anonymous_${Math.max(0, ...used) + 1}`);
  }

  #name(name) {
    this.step.edit(this.step.selectedKey, (box) => this.step.kind.say(box, name));
    this.field.value = name;
    this.#learn(true);
  }
}
