// Which photo comes next, and which ones are looked at: filters are kept for the session.
import { get, query } from "./api.js";
import { button, el, fill, words } from "./dom.js";

const KEPT = "studio:filter", LISTED = 100;

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

  // From a photo on, and from the beginning after the last.
  async #among(sha, step) {
    const found = (await this.#first({ step, near: sha, open: 1 })) ?? (await this.#first({ step, open: 1 }));
    return found === sha ? null : found;
  }

  beside(sha) {
    return get(query(this.app.frozen ? `/api/frozen/${encodeURIComponent(this.app.frozen)}/beside` : "/api/beside", { sha }));
  }

  async step(sha, step, way) {
    if (!this.active) return (await this.beside(sha))[way > 0 ? "after" : "before"];
    return this.#first({ step, near: sha, ...(way < 0 ? { back: 1 } : {}) });
  }

  async #first(asked) {
    return (await this.#photos(asked, 1)).photos[0]?.sha ?? null;
  }

  // So many of the chosen photos, and where the next ones begin: a page may be short where what is asked for is rare.
  async #photos(asked, most) {
    const { disagree, ...rest } = this.filter, photos = [];
    let next = asked.after;
    do {
      const page = await get(query("/api/photos", { ...rest, ...asked, ...(disagree ? { disagree: 1 } : {}), limit: most - photos.length }));
      photos.push(...page.photos);
      next = page.next;
      asked = { ...asked, near: undefined, after: next };
    } while (next && photos.length < most);
    return { photos, next };
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
    fill(this.found);
    await this.#more();
  }

  async #more(after) {
    const { step } = this.app, asked = this.asked = {};
    try {
      const { photos, next } = await this.#photos({ step, after }, LISTED);
      if (this.asked !== asked) return; // another choice was made meanwhile
      this.found.append(...photos.map((photo) => el("li", {}, button(`${photo.done[step] ? "✓" : "○"} ${photo.name}`, () => this.app.go(photo.sha), { "aria-current": photo.sha === this.app.store.sha ? "true" : undefined }))));
      if (!this.found.childElementCount) fill(this.found, el("li", { class: "faint" }, "no photo is like this"));
      if (next) {
        const more = el("li", {}, button("More photos", () => { more.remove(); this.#more(next); }, { class: "quiet" }));
        this.found.append(more);
      }
    } catch (error) {
      fill(this.found, el("li", { class: "faint" }, error.message));
    }
  }
}
