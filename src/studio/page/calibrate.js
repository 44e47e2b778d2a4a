// Three minutes that tell how fast and how sure a hand is. Every item is announced in the trace by a key sample.
import { get, post } from "./api.js";
import { head, speaker } from "./bar.js";
import { button, el, fill, table } from "./dom.js";
import { Keys } from "./keys.js";
import { Recorder } from "./recorder.js";
import { View } from "./view.js";

const TUNNELS = ["straight", "round"], CHANNELS = ["foreground", "background"], RADII = [6, 14];
const ENOUGH = 0.9, START = 24;
const COLOURS = { foreground: "#ff5252", background: "#4cd964" };
const TELLS = {
  straight: "Press at the arrow and draw through the tunnel to its other end, as fast as you can stay inside.",
  round: "Press in the ring and draw once around, as fast as you can stay inside.",
  target: "Click the dot as fast as you can hit it.",
  tool: "Click the dot with its class and its brush.",
  dot: "A new picture: click the dot if there is one.",
  nothing: "A new picture: click the dot if there is one.",
  rest: "Take a breath. What follows is another kind of thing.",
};

export async function show(root) {
  document.title = "Calibrate";
  const seed = 1 + Math.floor(Math.random() * 1e6);
  const calibrate = new Calibrate(root, await Keys.load("label", "masks"), await get(`/api/calibrate/task?seed=${seed}`));
  window.studio = calibrate; // for whoever tests it
  await calibrate.begin();
}

class Calibrate {
  constructor(root, keys, task) {
    this.stage = el("div", { class: "stage", tabindex: 0, role: "application", "aria-label": "Sheet", dataset: { cursor: "draw" } });
    this.card = el("section", { class: "card", "aria-live": "polite" });
    fill(root, el("div", { class: "labelling" }, head("/calibrate"), el("main", { class: "bench" }, this.stage, el("div", { class: "side" }, this.card))));
    Object.assign(this, { keys, task, view: new View(this.stage), recorder: new Recorder(), say: speaker(), at: -1, tool: "foreground", radius: RADII[0], active: null });
    this.#listen();
  }

  // A sheet of its own, as wide as the task wants it.
  async begin() {
    const { width, height } = this.task;
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext("2d");
    context.fillStyle = "#1d2129";
    context.fillRect(0, 0, width, height);
    const url = URL.createObjectURL(await canvas.convertToBlob());
    await this.view.open(url, width, height);
    URL.revokeObjectURL(url);
    this.sheet = el("svg", { class: "marks", width, height });
    this.view.layers.append(this.sheet);
    fill(this.card, el("h2", {}, "Your hand"),
      el("p", {}, "Three minutes: tunnels to draw through, dots to click, other classes and brushes, pictures with a dot or without."),
      el("p", {}, `Class: ${CHANNELS.map((name) => `${this.keys.name(name)} ${name}`).join(", ")}. Brush: ${this.keys.name("smaller")} small, ${this.keys.name("larger")} large. No dot: ${this.keys.name("none")}.`),
      el("p", {}, "Every movement of the pointer is kept in a file on this machine."),
      button("Begin", () => this.#next(), { class: "good" }));
  }

  get item() {
    return this.task.items[this.at];
  }

  get hand() {
    return { tool: this.tool, radius: this.radius, zoom: this.view.scale };
  }

  #next() {
    this.at += 1;
    if (!this.item) return void this.#finish();
    const { kind, says } = this.item;
    this.recorder.note("key", says, this.hand);
    if (kind === "dot" || kind === "nothing") this.recorder.note("look", "", this.hand);
    this.#draw();
  }

  #draw() {
    const { kind, numbers } = this.item, [width, x, y] = numbers;
    const shapes = [];
    if (kind === "straight") shapes.push(...tunnel(numbers));
    if (kind === "round") shapes.push(ring(numbers));
    if (kind === "target" || kind === "dot") shapes.push(el("circle", { cx: x, cy: y, r: width / 2, fill: "#ffd23f" }));
    if (kind === "tool") shapes.push(...tool(numbers));
    if (kind === "dot" || kind === "nothing") shapes.unshift(...clutter(this.at, this.task));
    fill(this.sheet, ...shapes);
    const wanted = kind === "tool" ? `${CHANNELS[numbers[3]]}, ${numbers[4] === RADII[0] ? "small" : "large"} brush` : "";
    fill(this.card, el("h2", {}, `${this.at + 1} of ${this.task.items.length}`), el("p", {}, TELLS[kind]), wanted ? el("p", { class: "wanted" }, `Wanted: ${wanted}`) : null,
      el("p", { dataset: { tool: this.tool } }, `In hand: ${this.tool}, ${this.radius === RADII[0] ? "small" : "large"} brush`),
      kind === "rest" ? button("Go on", () => this.#next(), { class: "good" }) : null,
      kind === "dot" || kind === "nothing" ? button("No dot", () => this.#skip(), {}, this.keys.name("none")) : null);
    if (kind === "rest") this.card.querySelector("button").focus();
  }

  #skip() {
    if (this.item?.kind === "dot") return this.say("There is one");
    if (this.item?.kind !== "nothing") return false;
    this.recorder.note("skip", "", this.hand);
    this.#next();
    return true;
  }

  #down(event) {
    if (!this.item || this.item.kind === "rest" || event.button !== 0 || this.active !== null) return;
    event.preventDefault();
    this.stage.setPointerCapture(event.pointerId);
    this.active = event.pointerId;
    this.recorder.begin();
    this.drawn = [this.view.toPicture(event)];
    this.recorder.sample(event, this.drawn[0], "down", this.hand);
  }

  #move(event) {
    if (!this.item) return;
    const samples = event.getCoalescedEvents?.() ?? [];
    for (const sample of samples.length ? samples : [event]) {
      const where = this.view.toPicture(sample);
      this.recorder.sample(sample, where, "move", this.hand);
      if (this.active !== null) this.drawn.push(where);
    }
  }

  #up(event) {
    if (event.pointerId !== this.active) return;
    const where = this.view.toPicture(event);
    this.drawn.push(where);
    this.recorder.sample(event, where, "up", this.hand);
    this.recorder.end();
    this.active = null;
    const missed = this.#missed();
    if (missed) this.say(missed);
    else this.#next();
  }

  // What was not done as it was asked for; nothing where it was.
  #missed() {
    const { kind, numbers } = this.item, [first] = this.drawn, last = this.drawn.at(-1);
    if (kind === "straight") {
      const [, x1, y1, x2, y2] = numbers, length = Math.hypot(x2 - x1, y2 - y1);
      const along = ({ x, y }) => ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length ** 2;
      return along(first) > START / length + 0.05 || along(last) < ENOUGH ? "From the arrow to the other end, in one stroke" : "";
    }
    if (kind === "round") return Math.abs(turned(this.drawn, numbers)) < ENOUGH ? "Once around, in one stroke" : "";
    if (kind === "nothing") return "There is no dot";
    const [width, x, y, channel, radius] = numbers;
    if (Math.hypot(first.x - x, first.y - y) > width) return "Beside the dot";
    if (kind === "tool" && (CHANNELS[channel] !== this.tool || radius !== this.radius)) return "Another class or brush is wanted";
    return "";
  }

  #choose(change, said) {
    if (this.active !== null || !this.item) return false;
    Object.assign(this, change);
    this.recorder.note("key", said, this.hand);
    if (this.item.kind !== "rest") this.#draw();
    return true;
  }

  async #finish() {
    fill(this.sheet);
    fill(this.card, el("h2", {}, "Done"), el("p", {}, "One moment…"));
    const { fit, file } = await post("/api/calibrate", { trace: this.recorder.trace() }, { patience: 120_000 });
    const number = (value) => (value === null ? "–" : Number(value.toPrecision(3)).toString());
    const rows = fit.map((one) => [one.parameter, number(one.value), `${number(one.low)} to ${number(one.high)}`, one.identifiable ? "" : one.reason]);
    fill(this.card, el("h2", {}, "Your hand"), table(["", "value", "95 %", "not identifiable, since"], rows, { class: "fits" }),
      el("p", {}, "Kept as ", el("code", {}, file)), el("p", {}, "A clock of it: ", el("code", {}, `python -m src.calibrate ${file} --write conf/clock/NAME.yaml`)));
  }

  #listen() {
    const { keys, stage } = this;
    for (const name of CHANNELS) keys.on(name, () => this.#choose({ tool: name }, name));
    keys.on("smaller", () => this.#choose({ radius: RADII[0] }, "small"));
    keys.on("larger", () => this.#choose({ radius: RADII[1] }, "large"));
    keys.on("none", () => this.#skip());
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", (event) => this.#up(event));
  }
}

function tunnel([width, x1, y1, x2, y2]) {
  const walls = el("line", { x1, y1, x2, y2, stroke: "#8fa3bf", "stroke-width": width });
  const arrow = el("path", { d: `M ${x1 - 26} ${y1 - 9} L ${x1 - 6} ${y1} L ${x1 - 26} ${y1 + 9} Z`, fill: "#ffd23f" });
  return [walls, arrow, el("line", { x1: x2, x2, y1: y2 - width, y2: y2 + width, stroke: "#ffd23f", "stroke-width": 2 })];
}

function ring([width, cx, cy, r]) {
  return el("circle", { cx, cy, r, fill: "none", stroke: "#8fa3bf", "stroke-width": width });
}

function tool([width, x, y, channel, radius]) {
  const dot = el("circle", { cx: x, cy: y, r: width / 2, fill: COLOURS[CHANNELS[channel]] });
  const word = el("text", { x, y: y - width, fill: "#fff", "text-anchor": "middle" }, `${CHANNELS[channel]}, ${radius === RADII[0] ? "small" : "large"}`);
  return [dot, word];
}

// Something to look at, the same for the same item.
function clutter(seed, { width, height }) {
  let state = 1 + seed;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  return Array.from({ length: 40 }, () => el("circle", { cx: random() * width, cy: random() * height, r: 6 + random() * 22, fill: `hsl(210 12% ${18 + random() * 22}%)` }));
}

// Turns around the middle of a ring.
function turned(points, [, cx, cy]) {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    const a = Math.atan2(points[i - 1].y - cy, points[i - 1].x - cx), b = Math.atan2(points[i].y - cy, points[i].x - cx);
    sum += Math.atan2(Math.sin(b - a), Math.cos(b - a));
  }
  return sum / (2 * Math.PI);
}
