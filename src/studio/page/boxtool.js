// The pointer on boxes: draw, select, move, eight handles.
import { el, fill, set } from "./dom.js";

const HANDLES = ["nw", "n", "ne", "e", "se", "s", "sw", "w"], REACH = 9, CLICK = 4;
export const LEAST = 6; // screen pixels that a box must have

// `host`: marks() to hit, selected(), select(key), draw(rect), place(key, rect), may(key).
export class BoxTool {
  constructor(view, marks, host) {
    Object.assign(this, { view, marks, host, drag: null });
    this.frame = el("g", { class: "handles" });
    this.rubber = el("rect", { class: "rubber", visibility: "hidden" });
    view.screen.append(this.rubber, this.frame);
    this.listeners = {
      pointerdown: (event) => this.#down(event),
      pointermove: (event) => this.#move(event),
      pointerup: (event) => this.#up(event),
      pointercancel: () => this.cancel(),
    };
    for (const [name, then] of Object.entries(this.listeners)) view.stage.addEventListener(name, then);
    this.follow = () => this.showHandles();
    view.moved.add(this.follow);
  }

  remove() {
    for (const [name, then] of Object.entries(this.listeners)) this.view.stage.removeEventListener(name, then);
    this.view.moved.delete(this.follow);
    this.frame.remove();
    this.rubber.remove();
  }

  // Smallest first: what lies in another box can be reached.
  hit({ x, y }) {
    const reach = 3 / this.view.scale;
    const under = this.host.marks().filter(({ rect, fixed }) => !fixed && x >= rect.x - reach && y >= rect.y - reach && x <= rect.x + rect.w + reach && y <= rect.y + rect.h + reach);
    return under.sort((a, b) => a.rect.w * a.rect.h - b.rect.w * b.rect.h)[0] ?? null;
  }

  showHandles() {
    const selected = this.host.selected();
    if (!selected || this.marks.hidden || !this.host.may(selected.key)) return void fill(this.frame);
    const rect = this.drag?.rect ?? selected.rect;
    const corner = this.view.toScreen(rect), w = rect.w * this.view.scale, h = rect.h * this.view.scale;
    if (this.frame.childElementCount !== HANDLES.length) fill(this.frame, HANDLES.map((name) => el("rect", { class: `handle ${name}`, width: 9, height: 9 })));
    HANDLES.forEach((name, place) => {
      const [dx, dy] = sidesOf(name);
      set(this.frame.children[place], { x: corner.x + ((dx + 1) / 2) * w - 4.5, y: corner.y + ((dy + 1) / 2) * h - 4.5 });
    });
  }

  #handleAt(event) {
    const selected = this.host.selected();
    if (!selected || !this.host.may(selected.key)) return null;
    const bounds = this.view.stage.getBoundingClientRect();
    const corner = this.view.toScreen(selected.rect), w = selected.rect.w * this.view.scale, h = selected.rect.h * this.view.scale;
    const near = HANDLES.map((name) => {
      const [dx, dy] = sidesOf(name);
      const far = Math.hypot(corner.x + ((dx + 1) / 2) * w - event.clientX + bounds.left, corner.y + ((dy + 1) / 2) * h - event.clientY + bounds.top);
      return { name, far };
    }).sort((a, b) => a.far - b.far)[0];
    return near.far <= REACH ? near.name : null;
  }

  #down(event) {
    if (event.button !== 0 || this.view.pans(event) || this.drag) return;
    event.preventDefault();
    document.activeElement?.blur?.();
    this.view.stage.setPointerCapture(event.pointerId);
    const from = this.view.toPicture(event), selected = this.host.selected(), handle = this.#handleAt(event);
    const inside = selected && within(selected.rect, from) && this.host.may(selected.key);
    this.drag = { from, handle, mode: handle ? "resize" : inside ? "move" : "draw", key: selected?.key, start: selected?.rect, x: event.clientX, y: event.clientY, far: false };
  }

  #move(event) {
    const { drag } = this;
    if (!drag) return void this.#point(event);
    drag.far ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK;
    if (!drag.far) return;
    const to = this.view.toPicture(event);
    if (drag.mode === "draw") {
      if (!this.host.draws) return;
      drag.rect = between(this.#clamp(drag.from), this.#clamp(to));
      const corner = this.view.toScreen(drag.rect);
      set(this.rubber, { x: corner.x, y: corner.y, width: drag.rect.w * this.view.scale, height: drag.rect.h * this.view.scale, visibility: "visible" });
      return;
    }
    drag.rect = this.#kept(drag.mode === "move" ? shifted(drag.start, to.x - drag.from.x, to.y - drag.from.y) : resized(drag, to), drag.mode);
    this.marks.move(drag.key, drag.rect);
    this.showHandles();
  }

  #up(event) {
    const { drag } = this;
    this.drag = null;
    set(this.rubber, { visibility: "hidden" });
    if (!drag) return;
    if (!drag.far || !drag.rect) return void this.host.select(this.hit(this.view.toPicture(event))?.key ?? null);
    const least = LEAST / this.view.scale;
    if (drag.mode !== "draw") this.host.place(drag.key, drag.rect);
    else if (drag.rect.w >= least && drag.rect.h >= least) this.host.draw(drag.rect);
  }

  // Gives back whether there was something to let go of.
  cancel() {
    const { drag } = this;
    this.drag = null;
    set(this.rubber, { visibility: "hidden" });
    if (drag?.rect && drag.mode !== "draw") this.marks.move(drag.key, drag.start);
    this.showHandles();
    return drag !== null;
  }

  #point(event) {
    const handle = this.#handleAt(event), selected = this.host.selected();
    const inside = selected && this.host.may(selected.key) && within(selected.rect, this.view.toPicture(event));
    this.view.stage.dataset.cursor = handle ?? (inside ? "move" : "draw");
  }

  #clamp({ x, y }) {
    return { x: Math.min(Math.max(x, 0), this.view.width), y: Math.min(Math.max(y, 0), this.view.height) };
  }

  // Inside the picture, and never smaller than what can be grasped.
  #kept(rect, mode) {
    const { width, height } = this.view;
    if (mode === "move") {
      return { ...rect, x: Math.min(Math.max(rect.x, 0), width - rect.w), y: Math.min(Math.max(rect.y, 0), height - rect.h) };
    }
    const a = this.#clamp(rect), b = this.#clamp({ x: rect.x + rect.w, y: rect.y + rect.h });
    return between(a, b);
  }
}

const sidesOf = (name) => [name.includes("w") ? -1 : name.includes("e") ? 1 : 0, name.includes("n") ? -1 : name.includes("s") ? 1 : 0];
const within = (rect, { x, y }) => x >= rect.x && y >= rect.y && x <= rect.x + rect.w && y <= rect.y + rect.h;
const between = (a, b) => ({ x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(a.x - b.x), h: Math.abs(a.y - b.y) });
const shifted = (rect, dx, dy) => ({ ...rect, x: rect.x + dx, y: rect.y + dy });

function resized({ start, handle, from }, to) {
  const [dx, dy] = sidesOf(handle), moveX = to.x - from.x, moveY = to.y - from.y;
  const left = start.x + (dx < 0 ? moveX : 0), right = start.x + start.w + (dx > 0 ? moveX : 0);
  const top = start.y + (dy < 0 ? moveY : 0), bottom = start.y + start.h + (dy > 0 ? moveY : 0);
  return between({ x: left, y: top }, { x: right, y: bottom });
}
