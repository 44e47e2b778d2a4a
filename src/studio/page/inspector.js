// One run: its photos by outcome, and on each what was found, missed, invented, misread and not counted.
import { get } from "./api.js";
import { head, speaker } from "./bar.js";
import { button, el, fill, link, words } from "./dom.js";
import { View } from "./view.js";
import { metricsTable, outcomeMark } from "./runs.js";

const KINDS = { matched: "✓", missed: "○", spurious: "✕", wrong_text: "≠", wrong_link: "⤬", unscored: "·" };
const ORDERS = {
  worst: (a, b) => (a.score ?? 2) - (b.score ?? 2), best: (a, b) => (b.score ?? -1) - (a.score ?? -1), name: (a, b) => a.name.localeCompare(b.name),
};

export class Inspector {
  constructor(root, keys, said, run) {
    Object.assign(this, { keys, said, run, other: null, outcome: "", order: "worst", at: null, say: speaker(), hidden: new Set() });
    this.stage = el("main", { class: "stage", tabIndex: 0, "aria-label": "Photo" });
    this.pair = el("div", { class: "pair-stages" }, this.stage);
    this.side = el("div", { class: "side" });
    this.title = el("span", { class: "name" });
    fill(root, head("/runs/", el("span", { class: "title" }, el("span", {}, said.name), this.title), el("output", { class: "state", title: (said.verdict?.reasons ?? []).join("; ") }, said.verdict?.outcome ?? "")),
      el("div", { class: "bench" }, this.side, this.pair));
    root.classList.add("labelling", "inspecting");
    this.views = [this.#stage(this.stage)];
    keys.on("run-before", () => void this.move(-1));
    keys.on("run-after", () => void this.move(1));
    keys.on("run-label", () => void this.toLabel());
    for (const [id, then] of [["fit", (view) => view.fit()], ["actual", (view) => view.actual()], ["closer", (view) => view.zoom(1.25)], ["further", (view) => view.zoom(0.8)]]) keys.on(id, () => this.views.forEach(then));
    keys.on("pan", () => this.views.forEach((view) => view.hold(true)), () => this.views.forEach((view) => view.hold(false)));
    keys.on("hide", () => root.classList.add("bare"), () => root.classList.remove("bare"));
  }

  #stage(stage) {
    const view = new View(stage);
    view.marks = el("svg", { class: "marks" });
    view.layers.append(view.marks);
    return view;
  }

  async start(photo) {
    get("/api/runs").then(({ runs }) => document.body.append(el("datalist", { id: "runs" }, runs.filter(({ id }) => id !== this.said.id).map(({ name }) => el("option", { value: name })))), () => {});
    this.#filter();
    const first = this.said.photos.find((one) => String(one.id) === photo) ?? this.photos[0];
    this.#side();
    if (first) await this.open(first);
    else this.say("This run has no photos with predictions");
  }

  #filter() {
    const changed = this.changed && new Set(this.changed.map((one) => String(one.id)));
    this.photos = this.said.photos.filter((one) => (!this.outcome || one.outcome === this.outcome) && (!changed || changed.has(String(one.id)))).sort(ORDERS[this.order]);
  }

  #side() {
    const { said } = this, counts = Object.groupBy(said.photos, (one) => one.outcome ?? "");
    const outcomes = ["PASS", "PARTIAL", "MISS"].filter((one) => counts[one]);
    const other = el("input", { type: "text", placeholder: "another run", "aria-label": "Compare with this run", value: this.other ?? "", autocomplete: "off" });
    other.setAttribute("list", "runs");
    this.list = el("ol", { class: "photos" });
    fill(this.side,
      outcomes.length ? el("div", { class: "row" }, ["", ...outcomes].map((one) => button(one ? `${outcomeMark(one)} ${one} ${counts[one].length}` : `all ${said.photos.length}`, () => this.#set({ outcome: one }), { "aria-pressed": String(this.outcome === one) }))) : null,
      el("label", { class: "field" }, "Order", el("select", { on: { change: ({ target }) => this.#set({ order: target.value }) } }, Object.keys(ORDERS).map((one) => el("option", { value: one, selected: one === this.order }, one === "name" ? "by name" : `${one} first`)))),
      this.list,
      el("fieldset", { class: "tags" }, el("legend", {}, "Shown"), Object.entries(KINDS).map(([kind, mark]) => button(`${mark} ${words(kind)}`, () => this.#toggle(kind), { class: `kind-${kind}`, "aria-pressed": String(!this.hidden.has(kind)) }))),
      el("form", { class: "row", on: { submit: (event) => { event.preventDefault(); this.compare(other.value.trim()); } } }, other, button("Compare", () => {}, { type: "submit" })),
      this.changed ? el("p", {}, `${this.changed.length} photos differ from ${this.other}`, " ", button("All photos", () => this.compare(""), { class: "quiet" })) : null,
      this.about = el("div"), el("details", {}, el("summary", {}, "Metrics"), metricsTable(said.metrics, said.main)));
    if (this.at) fill(this.about, ...this.#told(this.at));
    this.#list();
  }

  #list() {
    fill(this.list, this.photos.slice(0, 300).map((one) => el("li", {}, button(`${outcomeMark(one.outcome)} ${one.name}${one.score === null || one.score === undefined ? "" : ` ${one.score.toFixed(2)}`}`, () => this.open(one), { "aria-current": one === this.at ? "true" : undefined }))),
      this.photos.length ? null : el("li", { class: "faint" }, "no photo is like this"));
  }

  #set(values) {
    Object.assign(this, values);
    this.#filter();
    this.#side();
  }

  #toggle(kind) {
    if (this.hidden.has(kind)) this.hidden.delete(kind);
    else this.hidden.add(kind);
    this.#side();
    this.#draw();
  }

  // Two runs side by side, only what changed.
  async compare(other) {
    try {
      this.changed = other ? (await get(`/api/runs/${encodeURIComponent(this.run)}/against/${encodeURIComponent(other)}`)).photos : null;
      this.other = other || null;
    } catch (error) {
      return this.say(error.message);
    }
    if (this.other && this.views.length === 1) {
      const stage = el("section", { class: "stage", tabIndex: 0, "aria-label": `The same photo in ${other}` });
      this.pair.append(stage);
      this.views.push(this.#stage(stage));
    } else if (!this.other && this.views.length === 2) this.views.pop().stage.remove();
    this.#set({});
    if (this.photos.length) await this.open(this.photos[0]);
    else this.say("No photo differs");
  }

  async open(photo) {
    this.at = photo;
    this.#list();
    fill(this.title, photo.name);
    history.replaceState(null, "", `/runs/${encodeURIComponent(this.run)}/${encodeURIComponent(photo.id)}`);
    const runs = [this.run, this.other].slice(0, this.views.length);
    this.seen = await Promise.all(runs.map((run) => get(`/api/runs/${encodeURIComponent(run)}/photos/${encodeURIComponent(photo.id)}`).catch((error) => ({ error: error.message, marks: [] }))));
    if (this.at !== photo) return;
    await Promise.all(this.views.map((view, place) => this.#show(view, this.seen[place])));
    this.#draw();
    fill(this.about, ...this.#told(photo));
  }

  async #show(view, { picture, width, height, error }) {
    if (error) this.say(error);
    if (picture) await view.open(picture, width, height).catch(() => this.say("The photo cannot be shown"));
  }

  #told(photo) {
    const counts = Object.entries(photo.counts ?? {}).map(([name, value]) => `${words(name)} ${value}`).join(", ");
    const differs = this.changed?.find((one) => String(one.id) === String(photo.id));
    return [
      el("p", {}, el("strong", {}, `${outcomeMark(photo.outcome)} ${photo.outcome ?? ""} `), photo.name),
      counts ? el("p", { class: "faint" }, counts) : null,
      differs ? el("p", { class: "faint" }, `${told(differs.first)} here, ${told(differs.second)} there`) : null,
      photo.sha ? link("To its label", this.#labelOf(photo)) : null,
    ];
  }

  #labelOf(photo) {
    const what = this.seen?.[0]?.marks?.[0]?.what ?? "bib";
    return `/label/${{ face: "faces", link: "links", mask: "masks", object: "masks", element: "elements" }[what] ?? "bibs"}/${photo.sha}`;
  }

  toLabel() {
    if (this.at?.sha) location.assign(this.#labelOf(this.at));
    else this.say("This photo is in no set that is open here");
  }

  #draw() {
    this.views.forEach((view, place) => fill(view.marks, (this.seen?.[place]?.marks ?? []).filter((mark) => !this.hidden.has(mark.kind)).map(drawn)));
  }

  async move(way) {
    const next = this.photos[this.photos.indexOf(this.at) + way];
    if (next) await this.open(next);
  }
}

const told = ({ outcome, score }) => [outcome ?? "", score === null || score === undefined ? "" : score.toFixed(2)].filter(Boolean).join(" ");

// Each kind has a colour, a dash and a sign of its own.
function drawn({ kind, what, box, points, text, expected }) {
  const label = [KINDS[kind], expected && text && expected !== text ? `${text} → ${expected}` : text || expected || ""].filter(Boolean).join(" ");
  const look = `mark kind-${kind} what-${what}`;
  if (box) {
    const [x1, y1, x2, y2] = box;
    return el("g", { class: look, transform: `translate(${x1} ${y1})` }, el("rect", { width: x2 - x1, height: y2 - y1 }), label ? el("text", { y: -4 }, label) : null);
  }
  if (!points?.length) return null;
  const closed = what === "link" ? "polyline" : "polygon";
  return el("g", { class: look }, el(closed, { points: points.map((point) => point.join(",")).join(" ") }));
}
