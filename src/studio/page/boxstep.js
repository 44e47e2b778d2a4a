// Labelling boxes of one dimension: what is selected, suggestions, and every key that acts on them.
import { BoxTool, LEAST } from "./boxtool.js";
import { boxesOf, cut, emptyDocument, inside, isBoxed, kindOf, scopeOf, withBoxes, withScope } from "./dimensions.js";
import { areaOf, boxOf, ghostLabel, openGhosts } from "./ghosts.js";
import { Marks, shapeOf } from "./marks.js";
import { BoxPanel } from "./boxpanel.js";
import { words } from "./dom.js";

const WAYS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
const NONE_TAGS = { bibs: "no_bib", faces: "no_faces" };

export class BoxStep {
  constructor(app, dimension) {
    Object.assign(this, { app, dimension, kind: kindOf(dimension), store: app.store, view: app.view, selectedKey: null });
    this.sticky = localStorage.getItem(`studio:scope:${dimension}`) ?? this.kind.scope;
    this.layer = new Marks(app.view);
    this.tool = new BoxTool(app.view, this.layer, this);
    this.panel = new BoxPanel(this);
    this.#keys();
  }

  get draws() {
    return !this.store.readOnly;
  }

  get where() {
    return ["boxes", this.dimension];
  }

  remove() {
    this.tool.remove();
    this.layer.remove();
    this.panel.remove();
  }

  // New photo, or another state of it.
  refresh() {
    const marks = this.shown = this.#all();
    if (!marks.some((mark) => mark.key === this.selectedKey)) this.selectedKey = null;
    for (const mark of marks) mark.selected = mark.key === this.selectedKey;
    this.layer.show(marks);
    this.tool.showHandles();
    this.panel.refresh();
  }

  get boxes() {
    return this.store.boxes(this.dimension);
  }

  get ghosts() {
    return openGhosts(this.store, this.dimension);
  }

  #all() {
    const others = Object.keys(this.store.documents).filter((one) => isBoxed(one) && one !== this.dimension && one !== "elements");
    const context = others.flatMap((one) => boxesOf(one, this.store.documents[one]).map((box) => this.#mark(one, box, { fixed: true })));
    const own = this.boxes.map((box) => this.#mark(this.dimension, box, {}));
    const ghosts = this.ghosts.map((ghost) => ({ key: `g${ghost.id}`, ghost, rect: this.px(areaOf(ghost)), look: "ghost", label: ghostLabel(ghost) }));
    return [...context, ...ghosts, ...own].filter((mark) => mark.rect);
  }

  #mark(dimension, box, more) {
    const kind = kindOf(dimension), scope = scopeOf(dimension, box), area = kind.area(box);
    const name = dimension === "faces" ? box.identity ?? "" : kind.said(box);
    const told = scope === kind.scope ? name : [name, words(scope)].filter(Boolean).join(" ");
    return {
      key: more.fixed ? `${dimension}${box.id}` : `b${box.id}`, box, rect: area && this.px(area), ...more,
      look: more.fixed ? "context" : `box scope-${scope || "plain"}`, label: more.fixed || !told ? "" : `${shapeOf(scope)} ${told}`.trim(), name: `${shapeOf(scope)} ${told || kind.noun}`.trim(),
    };
  }

  px({ x, y, w, h }) {
    const { width, height } = this.view;
    return { x: x * width, y: y * height, w: w * width, h: h * height };
  }

  fraction({ x, y, w, h }) {
    const { width, height } = this.view;
    return { x: x / width, y: y / height, w: w / width, h: h / height };
  }

  // What the tool asks.
  shown = [];
  marks() { return this.shown; }
  selected() { return this.shown.find((mark) => mark.key === this.selectedKey) ?? null; }
  may(key) { return !this.store.readOnly && /^[bg]/.test(key) && !key.startsWith("bibs"); }

  select(key, { focus = false } = {}) {
    this.selectedKey = key;
    this.refresh();
    if (focus) this.reveal();
  }

  // What is selected by a key must be seen.
  reveal() {
    const mark = this.selected();
    if (!mark) return;
    const a = this.view.toScreen(mark.rect), b = this.view.toScreen({ x: mark.rect.x + mark.rect.w, y: mark.rect.y + mark.rect.h });
    const { clientWidth, clientHeight } = this.view.stage;
    if (a.x < 0 || a.y < 0 || b.x > clientWidth || b.y > clientHeight) this.view.centre(mark.rect);
  }

  draw(rect) {
    const box = { ...this.kind.make(cut(this.fraction(rect)), { scope: this.sticky }), id: this.store.newId() };
    this.#save([...this.boxes, box]);
    this.select(`b${box.id}`);
    this.panel.edit();
  }

  // A suggestion that is moved becomes a box that names it.
  place(key, rect, gather = "") {
    const { w, h } = { w: LEAST / this.view.scale / this.view.width, h: LEAST / this.view.scale / this.view.height };
    const area = inside(this.fraction(rect), { w: Math.min(w, 1 / this.view.width), h: Math.min(h, 1 / this.view.height) });
    this.edit(key, (box) => this.kind.place(box, area), gather);
  }

  // One change of one box, or of the suggestion that becomes one.
  edit(key, change, gather = "") {
    const mark = this.shown.find((one) => one.key === key);
    if (!mark || this.store.readOnly) return;
    if (mark.ghost) {
      const box = change(boxOf(this.store, this.dimension, mark.ghost));
      this.selectedKey = `b${box.id}`;
      this.#save([...this.boxes, box]);
    } else {
      this.#save(this.boxes.map((box) => (box.id === mark.box.id ? change(box) : box)), gather && `${gather}${key}`);
    }
  }

  #save(boxes, gather = "") {
    this.store.change({ [this.dimension]: withBoxes(this.dimension, this.store.document(this.dimension), boxes) }, { gather });
  }

  accept(ghosts) {
    if (!ghosts.length) return this.app.say("No open suggestion");
    this.#save([...this.boxes, ...ghosts.map((ghost) => boxOf(this.store, this.dimension, ghost))]);
    if (ghosts.length > 1) this.app.say(`${ghosts.length} accepted`);
  }

  acceptAll() {
    this.accept(this.ghosts.filter((ghost) => (ghost.confidence ?? 1) >= this.panel.least));
    this.selectedKey = null;
    this.refresh();
  }

  acceptOne() {
    const mark = this.selected() ?? this.#firstGhost();
    if (!mark?.ghost) return this.app.say("Choose a suggestion with Tab");
    const after = this.#ghostAfter(mark);
    this.accept([mark.ghost]);
    this.select(after?.key ?? null, { focus: true });
  }

  reject() {
    const mark = this.selected() ?? this.#firstGhost();
    if (!mark?.ghost) return this.app.say("Choose a suggestion with Tab");
    const after = this.#ghostAfter(mark);
    this.store.reject(this.dimension, [mark.ghost.id]);
    this.select(after?.key ?? null, { focus: true });
  }

  #firstGhost() {
    return this.shown.find((mark) => mark.ghost) ?? null;
  }

  #ghostAfter(mark) {
    const ghosts = this.shown.filter((one) => one.ghost);
    return ghosts[(ghosts.indexOf(mark) + 1) % ghosts.length] === mark ? null : ghosts[(ghosts.indexOf(mark) + 1) % ghosts.length];
  }

  // A deleted box takes its link along, and that is said.
  delete() {
    const mark = this.selected();
    if (mark?.ghost) return this.reject();
    if (!mark?.box) return false;
    const documents = { [this.dimension]: withBoxes(this.dimension, this.store.document(this.dimension), this.boxes.filter((box) => box.id !== mark.box.id)) };
    const { links } = this.store.documents, side = this.dimension === "bibs" ? 0 : 1;
    const gone = this.dimension === "elements" ? [] : (links?.pairs ?? []).filter((pair) => pair[side] === mark.box.id);
    this.selectedKey = null;
    this.store.change(documents);
    if (gone.length) {
      this.store.documents = { ...this.store.documents, links: { ...links, pairs: links.pairs.filter((pair) => !gone.includes(pair)) } };
      this.app.say(`Deleted, and ${gone.length === 1 ? "its link" : `its ${gone.length} links`} with it`);
    } else this.app.say("Deleted");
  }

  scope(scope) {
    this.sticky = scope;
    localStorage.setItem(`studio:scope:${this.dimension}`, scope);
    if (this.selected()) this.edit(this.selectedKey, (box) => withScope(this.dimension, box, scope));
    else this.panel.refresh();
  }

  tagPhoto(tag) {
    const document = this.store.document(this.dimension), tags = document.tags ?? [];
    this.store.change({ [this.dimension]: { ...document, tags: tags.includes(tag) ? tags.filter((one) => one !== tag) : [...tags, tag] } });
  }

  tagFace(tag) {
    if (!this.selected()) return this.app.say("Choose a face with Tab");
    this.edit(this.selectedKey, (box) => ({ ...box, tags: box.tags.includes(tag) ? box.tags.filter((one) => one !== tag) : [...box.tags, tag] }));
  }

  none() {
    const document = this.store.document(this.dimension) ?? emptyDocument(this.dimension), tag = NONE_TAGS[this.dimension];
    if (this.boxes.length) return this.app.say("There are boxes: delete them first");
    const tags = tag && !document.tags.includes(tag) ? { tags: [...document.tags, tag] } : {};
    this.store.change({ [this.dimension]: { ...document, ...tags, labelled: true } });
    this.app.say(`No ${this.kind.noun} here`);
  }

  // Whether something is still to be saved before the photo is done.
  done() {
    const document = this.store.document(this.dimension);
    const left = this.ghosts.length;
    if (left) this.app.say(`${left} ${left === 1 ? "suggestion" : "suggestions"} rejected`);
    if (!this.store.readOnly && (document.labelled !== true || left)) this.store.change({ [this.dimension]: { ...document, labelled: true } });
  }

  next(way) {
    const order = [...this.shown.filter((mark) => mark.ghost), ...this.shown.filter((mark) => mark.box && !mark.fixed)];
    if (!order.length) return;
    const at = order.findIndex((mark) => mark.key === this.selectedKey);
    this.select(order[at < 0 ? (way > 0 ? 0 : order.length - 1) : (at + way + order.length) % order.length].key, { focus: true });
  }

  nudge(place, far) {
    const mark = this.selected();
    if (!mark || !this.may(mark.key)) return false;
    const [dx, dy] = WAYS[place];
    this.place(mark.key, { ...mark.rect, x: mark.rect.x + dx * far, y: mark.rect.y + dy * far }, "nudge");
  }

  grow(place, far) {
    const mark = this.selected();
    if (!mark || !this.may(mark.key)) return false;
    const [dx, dy] = WAYS[place];
    this.place(mark.key, { ...mark.rect, w: Math.max(mark.rect.w + dx * far, 1), h: Math.max(mark.rect.h + dy * far, 1) }, "grow");
  }

  newBox() {
    const { clientWidth: w, clientHeight: h } = this.view.stage, scale = this.view.scale;
    const side = Math.min(w, h) / 8 / scale;
    this.draw({ x: (w / 2 - this.view.x) / scale - side / 2, y: (h / 2 - this.view.y) / scale - side / 2, w: side, h: side });
  }

  // Boxes for the next photo, as new ones.
  copied() {
    const mark = this.selected();
    const boxes = mark?.box ? [mark.box] : this.boxes;
    return boxes.map((box) => ({ ...this.kind.make(this.kind.area(box), { text: this.dimension === "bibs" ? box.number : this.kind.said(box), scope: scopeOf(this.dimension, box) }), ...(box.identity ? { identity: box.identity } : {}) }));
  }

  paste(boxes) {
    const placed = boxes.filter((box) => this.kind.area(box)).map((box) => ({ ...box, id: this.store.newId() }));
    if (!placed.length) return;
    this.#save([...this.boxes, ...placed]);
    this.app.say(`${placed.length} ${placed.length === 1 ? "box" : "boxes"} copied`);
  }

  escape() {
    if (this.tool.cancel()) return true;
    if (!this.selectedKey) return false;
    this.select(null);
    return true;
  }

  // New boxes have got their ids.
  renamed(ids) {
    const old = /^b(-?\d+)$/.exec(this.selectedKey ?? "");
    if (old && ids.has(Number(old[1]))) this.selectedKey = `b${ids.get(Number(old[1]))}`;
  }

  #keys() {
    const { keys, set } = this.app;
    const writes = (then) => (place, event) => (this.store.readOnly ? false : then(place, event));
    keys.on("next", () => this.next(1));
    keys.on("previous", () => this.next(-1));
    keys.on("accept-all", writes(() => this.acceptAll()));
    keys.on("accept", writes(() => this.acceptOne()));
    keys.on("reject", writes(() => this.reject()));
    keys.on("delete", writes(() => this.delete()));
    keys.on("edit", writes(() => this.panel.edit()));
    keys.on("digit", writes((place) => (this.selected() ? this.panel.edit(String(place)) : false)));
    keys.on("new-box", writes(() => this.newBox()));
    keys.on("nudge", (place) => this.nudge(place, 1));
    keys.on("nudge-far", (place) => this.nudge(place, 10));
    keys.on("resize", (place) => this.grow(place, 1));
    keys.on("resize-far", (place) => this.grow(place, 10));
    keys.on("copy", writes(() => void this.app.copyOn()));
    keys.on("photo-tag", writes((place) => {
      const tag = set.photo_tags[this.dimension]?.[place];
      return tag ? void this.tagPhoto(tag) : false;
    }));
    for (const scope of Object.keys(set.scopes[this.dimension] ?? {})) keys.on(`scope:${scope}`, writes(() => this.scope(scope)));
    if (this.dimension === "faces") this.#faceKeys(writes);
  }

  #faceKeys(writes) {
    const { keys, set } = this.app;
    for (const tag of set.face_tags) keys.on(`face-tag:${tag}`, writes(() => this.tagFace(tag)));
    keys.on("nearest", writes((place) => this.panel.identity.take(place)));
    keys.on("anonymous", writes(() => this.panel.identity.anonymous()));
  }
}
