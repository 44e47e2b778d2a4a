// Which photo comes next, and which ones are looked at: filters are kept for the session.
import { get, query } from "./api.js";
import { button, el, fill, words } from "./dom.js";

const KEPT = "studio:filter", MOST = 200;

export class Queue {
  constructor(app) {
    this.app = app;
    this.filter = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
    this.card = el("details", { class: "card queue" });
    this.card.addEventListener("toggle", () => this.card.open && this.#list());
  }

  get active() {
    return !this.app.frozen && Object.values(this.filter).some((value) => value !== "" && value !== undefined && value !== false);
  }

  // The next incomplete photo of this step, or of those chosen.
  async next(sha, step) {
    if (this.active) return this.#among(sha, step);
    const { sha: found } = await get(query("/api/next", { step, after: sha }));
    if (found) return found;
    const { sha: first } = await get(query("/api/next", { step })); // what was left out before
    return first === sha ? null : first;
  }

  async #among(sha, step) {
    const photos = await this.#photos(step), at = photos.findIndex((photo) => photo.sha === sha);
    const order = [...photos.slice(at + 1), ...photos.slice(0, Math.max(at, 0))];
    return order.find((photo) => !photo.done[step])?.sha ?? null;
  }

  beside(sha) {
    return get(query(this.app.frozen ? `/api/frozen/${encodeURIComponent(this.app.frozen)}/beside` : "/api/beside", { sha }));
  }

  async step(sha, step, way) {
    if (!this.active) return (await this.beside(sha))[way > 0 ? "after" : "before"];
    const photos = await this.#photos(step), at = photos.findIndex((photo) => photo.sha === sha);
    return photos[at < 0 ? 0 : at + way]?.sha ?? null;
  }

  async #photos(step) {
    const { disagree, ...rest } = this.filter;
    const found = [];
    let after;
    do { // a page may be short where what is asked for is rare
      const page = await get(query("/api/photos", { step, ...rest, ...(disagree ? { disagree: 1 } : {}), limit: MOST, after }));
      found.push(...page.photos);
      after = page.next;
    } while (after && found.length < MOST);
    return found;
  }

  open() {
    this.card.open = true;
    this.card.querySelector("select, input")?.focus();
  }

  #set(name, value) {
    this.filter = { ...this.filter, [name]: value };
    sessionStorage.setItem(KEPT, JSON.stringify(this.filter));
    this.#list();
    this.#title();
  }

  #title() {
    fill(this.title, this.active ? "Photos: chosen ones" : "Photos: all", " ");
  }

  show() {
    const { set, step, keys } = this.app;
    const choice = (name, label, values) => el("label", { class: "field" }, label, el("select", { on: { change: ({ target }) => this.#set(name, target.value) } },
      ["", ...values].map((value) => el("option", { value, selected: (this.filter[name] ?? "") === value }, value ? words(value) : "any"))));
    const number = (name, label) => el("label", { class: "field" }, label, el("input", { type: "number", min: 0, max: 1, step: 0.05, value: this.filter[name] ?? "", on: { change: ({ target }) => this.#set(name, target.value) } }));
    this.title = el("span");
    this.found = el("ol", { class: "photos" });
    fill(this.card, el("summary", {}, this.title, el("kbd", { "aria-hidden": "true" }, keys.name("queue"))),
      el("div", { class: "filters" }, choice("state", "State", ["todo", "done", "complete", "negative", "incomplete", "unlabelled"]), choice("tag", "Tag", set.photo_tags[step] ?? []),
        choice("part", "Part", ["iteration", "full"]), number("score_below", "Suggestion below"), number("score_above", "Suggestion above"),
        el("label", { class: "check" }, el("input", { type: "checkbox", checked: this.filter.disagree === true, on: { change: ({ target }) => this.#set("disagree", target.checked) } }), "suggestions disagree with labels")),
      button("All photos", () => { this.filter = {}; sessionStorage.removeItem(KEPT); this.show(); this.#list(); }, { class: "quiet" }), this.found);
    this.#title();
    return this.card;
  }

  async #list() {
    const { step } = this.app;
    try {
      const photos = await this.#photos(step);
      fill(this.found, photos.slice(0, 100).map((photo) => el("li", {}, button(`${photo.done[step] ? "✓" : "○"} ${photo.name}`, () => this.app.go(photo.sha), { "aria-current": photo.sha === this.app.store.sha ? "true" : undefined }))));
      if (!photos.length) fill(this.found, el("li", { class: "faint" }, "no photo is like this"));
    } catch (error) {
      fill(this.found, el("li", { class: "faint" }, error.message));
    }
  }
}
