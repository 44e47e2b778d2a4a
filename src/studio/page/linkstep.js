// Who wears which bib: a bib, then a face; proposals of the linker as suggestions.
import { BoxTool } from "./boxtool.js";
import { drawCrop } from "./crop.js";
import { button, el, fill, percent } from "./dom.js";
import { kindOf } from "./dimensions.js";
import { Marks } from "./marks.js";

const BIB_KEYS = "1234567890", FACE_KEYS = "QWERTYUIOP";

export class LinkStep {
  constructor(app) {
    Object.assign(this, { app, store: app.store, view: app.view, chosen: null, shown: [], draws: false });
    this.layer = new Marks(app.view);
    this.tool = new BoxTool(app.view, this.layer, this);
    this.card = el("section", { class: "card", "aria-label": "Links" });
    this.crop = el("canvas", { class: "crop", width: 1, height: 1, "aria-hidden": "true" });
    app.side.append(this.card);
    this.#keys();
  }

  where = ["links", "boxes"];

  remove() {
    this.tool.remove();
    this.layer.remove();
    this.card.remove();
  }

  get document() {
    return this.store.document("links");
  }

  // Left to right, as their keys are.
  #sorted(dimension) {
    const { area } = kindOf(dimension);
    return this.store.boxes(dimension).filter((box) => area(box)).sort((a, b) => area(a).x - area(b).x);
  }

  get proposals() {
    const { pairs } = this.document, taken = new Set(pairs.map(([bib]) => bib));
    const bibs = new Set(this.bibs.map((box) => box.id)), faces = new Set(this.faces.map((box) => box.id));
    if (this.document.labelled) return [];
    return (this.store.photo.ghosts?.links ?? []).filter(({ bib, face }) => !this.refused.has(`${bib} ${face}`) && !taken.has(bib) && bibs.has(bib) && faces.has(face));
  }

  refresh() {
    if (this.sha !== this.store.sha) Object.assign(this, { sha: this.store.sha, chosen: null, refused: new Set() });
    this.bibs = this.#sorted("bibs");
    this.faces = this.#sorted("faces");
    if (!this.bibs.some((box) => box.id === this.chosen)) this.chosen = null;
    this.shown = [
      ...this.bibs.map((box, place) => this.#mark("bibs", box, BIB_KEYS[place] ?? "")),
      ...this.faces.map((box, place) => this.#mark("faces", box, FACE_KEYS[place] ?? "")),
    ];
    this.layer.show(this.shown, this.#lines());
    this.#panel();
  }

  #mark(dimension, box, badge) {
    const { x, y, w, h } = kindOf(dimension).area(box), { width, height } = this.view;
    const linked = this.document.pairs.some((pair) => pair[dimension === "bibs" ? 0 : 1] === box.id);
    return {
      key: `${dimension}:${box.id}`, dimension, box, badge, selected: dimension === "bibs" && box.id === this.chosen,
      rect: { x: x * width, y: y * height, w: w * width, h: h * height },
      look: `${dimension} ${linked ? "linked" : "unlinked"}`, label: kindOf(dimension).said(box),
    };
  }

  #middle(dimension, id) {
    const mark = this.shown.find((one) => one.dimension === dimension && one.box.id === id);
    return mark && { x: mark.rect.x + mark.rect.w / 2, y: mark.rect.y + mark.rect.h / 2 };
  }

  #lines() {
    const line = (bib, face, look) => ({ from: this.#middle("bibs", bib), to: this.#middle("faces", face), look });
    return [
      ...this.document.pairs.map(([bib, face]) => line(bib, face, bib === this.chosen ? "selected" : "")),
      ...this.proposals.map(({ bib, face }) => line(bib, face, "ghost")),
    ].filter(({ from, to }) => from && to);
  }

  marks() { return this.shown; }
  selected() { return null; }
  may() { return false; }
  draw() {}
  place() {}

  // Two clicks: a bib, then a face; the same face again takes the link away.
  select(key) {
    const mark = this.shown.find((one) => one.key === key);
    if (!mark) this.choose(null);
    else if (mark.dimension === "bibs") this.choose(mark.box.id);
    else this.link(mark.box.id);
  }

  choose(bib) {
    this.chosen = bib;
    this.refresh();
  }

  link(face) {
    if (this.store.readOnly) return;
    if (this.chosen === null) return this.app.say("Choose a bib first");
    const { pairs } = this.document, again = pairs.some(([bib, one]) => bib === this.chosen && one === face);
    const rest = pairs.filter(([bib]) => bib !== this.chosen);
    this.app.say(again ? "Unlinked" : "Linked");
    const bib = this.chosen;
    if (!again) this.chosen = null;
    this.#save(again ? rest : [...rest, [bib, face]]);
  }

  unlink() {
    if (this.chosen === null) return this.app.say("Choose a bib first");
    this.#save(this.document.pairs.filter(([bib]) => bib !== this.chosen));
    this.app.say("Unlinked");
  }

  #save(pairs, more = {}) {
    this.store.change({ links: { ...this.document, pairs, ...more } });
  }

  acceptAll() {
    const { proposals } = this;
    if (!proposals.length) return this.app.say("No open suggestion");
    this.#save([...this.document.pairs, ...proposals.map(({ bib, face }) => [bib, face])]);
    this.app.say(`${proposals.length} linked`);
  }

  // The proposal of the chosen bib, else the first one.
  #proposal() {
    return this.proposals.find(({ bib }) => bib === this.chosen) ?? this.proposals[0];
  }

  acceptOne() {
    const one = this.#proposal();
    if (!one) return this.app.say("No open suggestion");
    this.#save([...this.document.pairs, [one.bib, one.face]]);
  }

  reject() {
    const one = this.#proposal();
    if (!one) return this.app.say("No open suggestion");
    this.refused.add(`${one.bib} ${one.face}`);
    this.refresh();
  }

  none() {
    this.#save([], { labelled: true });
    this.app.say("No links here");
  }

  done() {
    if (!this.store.readOnly && this.document.labelled !== true) this.#save(this.document.pairs, { labelled: true });
  }

  next(way) {
    if (!this.bibs.length) return;
    const at = this.bibs.findIndex((box) => box.id === this.chosen);
    this.choose(this.bibs[at < 0 ? (way > 0 ? 0 : this.bibs.length - 1) : (at + way + this.bibs.length) % this.bibs.length].id);
  }

  escape() {
    if (this.chosen === null) return false;
    this.choose(null);
    return true;
  }

  renamed(ids) {
    if (ids.has(this.chosen)) this.chosen = ids.get(this.chosen);
  }

  #panel() {
    const { pairs } = this.document, keys = this.app.keys, chosen = this.shown.find((mark) => mark.selected);
    const name = (dimension, id) => {
      const box = this.store.boxes(dimension).find((one) => one.id === id);
      return (box && kindOf(dimension).said(box)) || (dimension === "bibs" ? "bib without number" : "face");
    };
    if (chosen) drawCrop(this.crop, this.view.picture, chosen.rect, this.view.width, this.view.height);
    const { proposals } = this;
    fill(this.card, el("h2", {}, `${pairs.length} ${pairs.length === 1 ? "link" : "links"}`),
      chosen ? this.crop : el("p", { class: "faint" }, this.bibs.length ? "A bib by its number, then a face by its letter; or two clicks." : "There are no bibs in this photo."),
      proposals.length && !this.store.readOnly ? el("div", { class: "row" },
        button(`Accept ${proposals.length}`, () => this.acceptAll(), { class: "good" }, keys.name("accept-all")),
        button("Accept one", () => this.acceptOne(), {}, keys.name("accept")), button("Reject", () => this.reject(), { class: "bad" }, keys.name("reject"))) : null,
      el("ul", {}, pairs.map(([bib, face]) => el("li", {}, button(`${name("bibs", bib)} ─ ${name("faces", face)}`, () => this.choose(bib), { "aria-pressed": String(bib === this.chosen) })))),
      el("ul", {}, proposals.map(({ bib, face, confidence, backend }) => el("li", {}, button(`┄ ${name("bibs", bib)} ─ ${name("faces", face)} · ${backend ?? ""} ${percent(confidence)}`, () => this.choose(bib), { class: "ghost" })))),
      this.store.readOnly ? null : el("div", { class: "row" }, button("Unlink", () => this.unlink(), { class: "quiet" }, keys.name("unlink"))));
  }

  #keys() {
    const { keys } = this.app, writes = (then) => (place) => (this.store.readOnly ? false : then(place));
    keys.on("next", () => this.next(1));
    keys.on("previous", () => this.next(-1));
    keys.on("accept-all", writes(() => this.acceptAll()));
    keys.on("accept", writes(() => this.acceptOne()));
    keys.on("reject", writes(() => this.reject()));
    keys.on("unlink", writes(() => this.unlink()));
    keys.on("link-bib", (place) => (this.bibs[place] ? this.choose(this.bibs[place].id) : false));
    keys.on("link-face", writes((place) => (this.faces[place] ? this.link(this.faces[place].id) : false)));
    for (const id of ["delete", "edit", "new-box", "copy", "nudge", "nudge-far", "resize", "resize-far", "photo-tag"]) keys.on(id, () => false);
  }
}
