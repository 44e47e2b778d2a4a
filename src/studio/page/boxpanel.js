// Beside the photo: the selected box with its enlarged cutting, suggestions, scopes, tags, and the list of all.
import { drawCrop } from "./crop.js";
import { button, el, fill, percent, words } from "./dom.js";
import { kindOf, scopeOf, withScope } from "./dimensions.js";
import { ghostLabel } from "./ghosts.js";
import { IdentityField } from "./identity.js";
import { shapeOf } from "./marks.js";

const LISTED = 200;

export class BoxPanel {
  constructor(step) {
    const { app, dimension } = step;
    Object.assign(this, { step, app, keys: app.keys, least: Number(localStorage.getItem("studio:least") ?? 0) });
    this.crop = el("canvas", { class: "crop", width: 1, height: 1, "aria-hidden": "true" });
    this.field = el("input", {
      type: "text", autocomplete: "off", spellcheck: false, "aria-label": `${kindOf(dimension).text} of the selected ${kindOf(dimension).noun}`,
      ...(dimension === "bibs" ? { inputMode: "numeric", placeholder: "number, ? for a digit that cannot be read" } : { placeholder: kindOf(dimension).text }),
      on: { beforeinput: (event) => dimension === "bibs" && /[^0-9?]/.test(event.data ?? "") && event.preventDefault(), input: () => this.#typed(), keydown: (event) => this.#key(event), blur: () => (this.typing = null) },
    });
    this.identity = dimension === "faces" ? new IdentityField(step, this.field) : null;
    this.selected = el("section", { class: "card selected-box", "aria-label": "Selected" });
    this.ghosts = el("section", { class: "card", "aria-label": "Suggestions" });
    this.photo = el("section", { class: "card", "aria-label": "Photo" });
    this.list = el("section", { class: "card list", "aria-label": "Boxes" });
    app.side.append(this.selected, this.ghosts, this.photo, this.list);
  }

  remove() {
    for (const part of [this.selected, this.ghosts, this.photo, this.list]) part.remove();
  }

  refresh() {
    this.#selected();
    this.#ghosts();
    this.#photo();
    this.#list();
  }

  // Straight to the field, with what was typed already.
  edit(first) {
    if (!this.step.selected()) return this.app.say("Choose a box with Tab");
    this.typing = this.step.selectedKey;
    this.field.focus();
    this.field.select();
    if (first === undefined) return;
    this.field.value = first;
    this.field.setSelectionRange(1, 1);
    this.#typed();
  }

  #typed() {
    const { step } = this;
    if (step.dimension === "faces") return; // a name is taken when it is whole
    const text = step.dimension === "bibs" ? this.field.value.replace(/[^0-9?]/g, "") : this.field.value;
    if (text !== this.field.value) this.field.value = text;
    step.edit(step.selectedKey, (box) => step.kind.say(box, text), "text");
  }

  #key(event) {
    if (!["Enter", "Escape", "Tab"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.identity && event.key !== "Escape") this.identity.commit();
    this.field.blur();
    if (event.key === "Tab") this.step.next(event.shiftKey ? -1 : 1);
  }

  #selected() {
    const { step } = this, mark = step.selected();
    if (!mark) {
      fill(this.selected, el("p", { class: "faint" }, this.#hint()), this.#scopes(null));
      return;
    }
    const picture = this.app.view.picture;
    if (picture) drawCrop(this.crop, picture, mark.rect, this.app.view.width, this.app.view.height);
    if (document.activeElement !== this.field) this.field.value = mark.ghost ? mark.ghost.text ?? "" : step.kind.said(mark.box);
    this.field.disabled = step.store.readOnly;
    const decide = mark.ghost && !step.store.readOnly ? el("div", { class: "row" },
      button("Accept", () => step.acceptOne(), { class: "good" }, this.keys.name("accept")),
      button("Reject", () => step.reject(), { class: "bad" }, this.keys.name("reject"))) : null;
    // The field stays where it is: moving it would take its focus away.
    if (this.field.parentElement?.parentElement !== this.selected) {
      this.above = el("div", { class: "above" });
      this.below = el("div", { class: "below" });
      fill(this.selected, this.above, el("label", { class: "field" }, this.field), this.below);
    }
    fill(this.above, this.crop, el("p", { class: "what" }, mark.ghost ? `suggestion: ${ghostLabel(mark.ghost)}` : `${step.kind.noun}, ${Math.round(mark.rect.w)} × ${Math.round(mark.rect.h)} px`), decide);
    fill(this.below, this.#scopes(mark), this.identity?.show(mark), step.dimension === "faces" && mark.box ? this.#faceTags(mark) : null,
      mark.box && !step.store.readOnly ? button("Delete", () => step.delete(), { class: "quiet" }, this.keys.name("delete")) : null);
  }

  #hint() {
    if (this.step.store.readOnly) return "Frozen: nothing can be changed here.";
    return this.step.boxes.length || this.step.ghosts.length ? "Tab or a click chooses a box." : `Drag to draw a ${this.step.kind.noun}.`;
  }

  #scopes(mark) {
    const { step } = this, scopes = this.app.set.scopes[step.dimension];
    if (!scopes) return step.dimension === "elements" && mark ? this.#types(mark) : null;
    const now = mark?.box ? scopeOf(step.dimension, mark.box) : step.sticky;
    return el("fieldset", { class: "scopes" }, el("legend", {}, mark ? "Scope" : "Scope of the next box"),
      Object.entries(scopes).map(([scope, { hint, scored }]) => button(`${shapeOf(scope)} ${words(scope)}`, () => step.scope(scope),
        { class: `scope scope-${scope}`, "aria-pressed": String(scope === now), title: hint || (scored ? "scored" : "not scored"), disabled: step.store.readOnly }, this.keys.name(`scope:${scope}`))),
      el("p", { class: "hint" }, scopes[now]?.hint ?? ""));
  }

  #types(mark) {
    const types = this.app.set.element_types ?? [];
    const now = mark.box ? scopeOf("elements", mark.box) : mark.ghost.kind ?? "";
    const choice = el("select", { "aria-label": "Type of the element", disabled: this.step.store.readOnly, on: { change: ({ target }) => { this.step.sticky = target.value; this.step.edit(mark.key, (box) => withScope("elements", box, target.value)); } } },
      [...new Set(["", now, ...types])].map((type) => el("option", { value: type, selected: type === now }, type || "no type")));
    return el("label", { class: "field" }, "Type", choice);
  }

  #faceTags(mark) {
    return el("fieldset", { class: "tags" }, el("legend", {}, "This face is"),
      this.app.set.face_tags.map((tag) => button(words(tag), () => this.step.tagFace(tag), { "aria-pressed": String(mark.box.tags.includes(tag)), disabled: this.step.store.readOnly }, this.keys.name(`face-tag:${tag}`))));
  }

  #ghosts() {
    const { ghosts } = this.step;
    this.ghosts.hidden = !ghosts.length || this.step.store.readOnly;
    if (this.ghosts.hidden) return;
    const count = () => ghosts.filter((ghost) => (ghost.confidence ?? 1) >= this.least).length;
    const all = button(`Accept ${count()}`, () => this.step.acceptAll(), { class: "good" }, this.keys.name("accept-all"));
    const said = el("output", {}, this.least.toFixed(2));
    const slide = el("input", { type: "range", min: 0, max: 1, step: 0.05, value: this.least, "aria-label": "Accept suggestions from this score on", on: { input: () => {
      this.least = Number(slide.value);
      localStorage.setItem("studio:least", slide.value);
      fill(said, this.least.toFixed(2));
      all.firstChild.textContent = `Accept ${count()}`;
    } } });
    fill(this.ghosts, el("h2", {}, `${ghosts.length} ${ghosts.length === 1 ? "suggestion" : "suggestions"}`),
      el("div", { class: "row" }, all, el("label", { class: "slide" }, "from", slide, said)));
  }

  #photo() {
    const tags = this.app.set.photo_tags[this.step.dimension] ?? [], now = this.step.store.document(this.step.dimension).tags ?? [];
    this.photo.hidden = !tags.length;
    fill(this.photo, el("h2", {}, "Photo"), el("div", { class: "tags" }, tags.map((tag, place) => button(words(tag), () => this.step.tagPhoto(tag),
      { "aria-pressed": String(now.includes(tag)), disabled: this.step.store.readOnly }, this.keys.name("photo-tag", place)))));
  }

  #list() {
    const { step } = this, marks = step.shown.filter((mark) => !mark.fixed);
    const lost = step.boxes.filter((box) => !step.kind.area(box));
    fill(this.list, el("h2", {}, `${step.boxes.length} ${step.boxes.length === 1 ? step.kind.noun : this.step.dimension}`),
      el("ul", {}, marks.slice(0, LISTED).map((mark) => el("li", {}, button(this.#entry(mark), () => step.select(mark.key, { focus: true }), { class: mark.ghost ? "ghost" : "", "aria-pressed": String(mark.selected) })))),
      marks.length > LISTED ? el("p", { class: "faint" }, `and ${marks.length - LISTED} more`) : null,
      lost.length ? el("p", { class: "faint" }, `${lost.length} without coordinates: ${lost.map((box) => step.kind.said(box)).filter(Boolean).join(", ")}`) : null);
  }

  #entry(mark) {
    if (mark.ghost) return `┄ ${mark.ghost.text || mark.ghost.kind || this.step.kind.noun} ${percent(mark.ghost.confidence)}`;
    return mark.name;
  }
}
