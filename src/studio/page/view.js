// Where the picture lies on the screen: one transform moves every layer.
import { el, fill } from "./dom.js";

const CLOSEST = 40, FURTHEST = 0.02, MARGIN = 24, SETTLED = 120;

export class View {
  constructor(stage) {
    this.stage = stage;
    this.layers = el("div", { class: "layers" });
    this.screen = el("svg", { class: "screen", "aria-hidden": "true" });
    stage.append(this.layers, this.screen);
    Object.assign(this, { x: 0, y: 0, scale: 1, width: 1, height: 1, moved: new Set(), settled: new Set(), panning: null, held: false });
    this.#listen();
    new ResizeObserver(() => (this.fitted ? this.fit() : this.#schedule())).observe(stage);
  }

  // Shows a picture of this size; resolves once it can be seen.
  async open(url, width, height) {
    Object.assign(this, { width, height });
    this.layers.style.width = `${width}px`;
    this.layers.style.height = `${height}px`;
    const image = el("img", { class: "photo", alt: "", draggable: false });
    image.decoding = "async";
    image.src = url;
    await image.decode();
    this.picture?.remove();
    this.picture = image;
    this.layers.prepend(image);
    this.fit();
    return image;
  }

  // Fits the whole picture; stays so when the window changes until somebody moves it.
  fit() {
    const { clientWidth, clientHeight } = this.stage;
    const scale = Math.min((clientWidth - MARGIN) / this.width, (clientHeight - MARGIN) / this.height);
    this.#place(Math.min(Math.max(scale, FURTHEST), CLOSEST), this.width / 2, this.height / 2);
    this.fitted = true;
  }

  actual() {
    const middle = this.#middle();
    this.#place(1 / (window.devicePixelRatio || 1), middle.x, middle.y);
  }

  // Centres on a rectangle in picture pixels, close enough to read it.
  centre({ x, y, w, h }) {
    const { clientWidth, clientHeight } = this.stage;
    const scale = Math.min((clientWidth * 0.35) / w, (clientHeight * 0.35) / h, 8);
    this.#place(Math.max(scale, FURTHEST), x + w / 2, y + h / 2);
  }

  zoom(factor, at = { x: this.stage.clientWidth / 2, y: this.stage.clientHeight / 2 }) {
    const scale = Math.min(Math.max(this.scale * factor, FURTHEST), CLOSEST);
    this.x = at.x - ((at.x - this.x) * scale) / this.scale;
    this.y = at.y - ((at.y - this.y) * scale) / this.scale;
    this.scale = scale;
    this.fitted = false;
    this.#schedule();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
    this.#schedule();
  }

  // Picture pixels, with fractions, under a pointer.
  toPicture(event) {
    const bounds = this.bounds ?? (this.bounds = this.stage.getBoundingClientRect());
    return { x: (event.clientX - bounds.left - this.x) / this.scale, y: (event.clientY - bounds.top - this.y) / this.scale };
  }

  toScreen({ x, y }) {
    return { x: x * this.scale + this.x, y: y * this.scale + this.y };
  }

  // Whether this pointer moves the picture rather than what lies on it.
  pans(event) {
    return event.button === 1 || (event.button === 0 && this.held);
  }

  #middle() {
    return { x: (this.stage.clientWidth / 2 - this.x) / this.scale, y: (this.stage.clientHeight / 2 - this.y) / this.scale };
  }

  #place(scale, x, y) {
    this.scale = scale;
    this.x = this.stage.clientWidth / 2 - x * scale;
    this.y = this.stage.clientHeight / 2 - y * scale;
    this.fitted = false;
    this.#schedule();
  }

  #schedule() {
    this.waiting ??= requestAnimationFrame(() => {
      this.waiting = null;
      this.bounds = null;
      this.layers.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
      this.layers.classList.add("moving");
      for (const then of this.moved) then(this);
      clearTimeout(this.settling);
      this.settling = setTimeout(() => this.#settle(), SETTLED);
    });
  }

  // What keeps its size on the screen is only set anew when the zoom has come to rest.
  #settle() {
    this.layers.classList.remove("moving");
    if (this.settledScale === this.scale) return;
    this.settledScale = this.scale;
    this.layers.style.setProperty("--screen", String(1 / this.scale));
    this.layers.classList.toggle("near", this.scale > 3);
    for (const then of this.settled) then(this);
  }

  #listen() {
    const { stage } = this;
    stage.addEventListener("wheel", (event) => {
      event.preventDefault();
      if (event.shiftKey) return;
      const bounds = stage.getBoundingClientRect();
      const lines = event.deltaMode === 1 ? 30 : 1;
      const turn = Math.max(-240, Math.min(240, event.deltaY * lines));
      this.zoom(Math.exp(-turn / 400), { x: event.clientX - bounds.left, y: event.clientY - bounds.top });
    }, { passive: false });
    stage.addEventListener("pointerdown", (event) => {
      if (!this.pans(event)) return;
      event.preventDefault();
      stage.setPointerCapture(event.pointerId);
      this.panning = { id: event.pointerId, x: event.clientX, y: event.clientY };
      stage.classList.add("panning");
    });
    stage.addEventListener("pointermove", (event) => {
      if (this.panning?.id !== event.pointerId) return;
      this.pan(event.clientX - this.panning.x, event.clientY - this.panning.y);
      Object.assign(this.panning, { x: event.clientX, y: event.clientY });
    });
    const stop = () => {
      this.panning = null;
      stage.classList.remove("panning");
    };
    stage.addEventListener("pointerup", stop);
    stage.addEventListener("pointercancel", stop);
    stage.addEventListener("contextmenu", (event) => event.preventDefault());
    // Middle click would paste or scroll.
    stage.addEventListener("auxclick", (event) => event.preventDefault());
    stage.addEventListener("mousedown", (event) => event.button === 1 && event.preventDefault());
  }

  hold(held) {
    this.held = held;
    this.stage.classList.toggle("held", held);
  }

  clearScreen(...shapes) {
    fill(this.screen, ...shapes);
  }
}
