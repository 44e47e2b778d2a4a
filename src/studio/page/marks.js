// Boxes, suggestions and links over the picture: SVG, and beyond a thousand a canvas for all but the selected.
import { el, fill, set } from "./dom.js";

const MOST = 1000, LABELLED = 300;
const SHAPES = { bib: "■", bib_clipped: "◧", bib_obscured: "▨", not_bib: "✕", keep: "●", uncertain: "◐", exclude: "✕" };

export const shapeOf = (scope) => SHAPES[scope] ?? "";

// A mark: key, rect (picture pixels), look (classes), label, selected; a line: from, to, look.
export class Marks {
  constructor(view) {
    Object.assign(this, { view, marks: [], lines: [], elements: new Map(), hidden: false });
    this.svg = el("svg", { class: "marks", role: "presentation" });
    this.canvas = el("canvas", { class: "many", "aria-hidden": "true" });
    view.layers.append(this.svg);
    view.stage.insertBefore(this.canvas, view.screen);
    this.follow = () => this.#drawMany();
    view.moved.add(this.follow);
  }

  remove() {
    this.view.moved.delete(this.follow);
    this.svg.remove();
    this.canvas.remove();
  }

  show(marks, lines = []) {
    Object.assign(this, { marks, lines, elements: new Map() });
    set(this.svg, { width: this.view.width, height: this.view.height });
    const sparse = marks.length <= MOST ? marks : marks.filter((mark) => mark.selected);
    fill(this.svg, lines.map((line) => this.#line(line)), sparse.map((mark) => this.#mark(mark, sparse.length <= LABELLED)));
    this.many = marks.length <= MOST ? null : marks.filter((mark) => !mark.selected);
    this.#drawMany();
  }

  // While it is dragged only this one is touched.
  move(key, rect) {
    const mark = this.marks.find((one) => one.key === key);
    if (mark) mark.rect = rect;
    const group = this.elements.get(key);
    if (!group) return;
    set(group, { transform: `translate(${rect.x} ${rect.y})` });
    set(group.firstChild, { width: rect.w, height: rect.h });
  }

  hide(hidden) {
    this.hidden = hidden;
    this.svg.classList.toggle("hidden", hidden);
    this.canvas.classList.toggle("hidden", hidden);
  }

  #mark({ key, rect, look, label, selected, badge }, labelled) {
    const group = el("g", { class: `mark ${look}${selected ? " selected" : ""}`, transform: `translate(${rect.x} ${rect.y})`, "data-key": key },
      el("rect", { width: rect.w, height: rect.h }),
      label && (labelled || selected) ? el("text", { y: -5 }, label) : null,
      badge ? el("g", { class: "badge" }, el("circle", { cx: 0, cy: 0, r: 11 }), el("text", { y: 4, "text-anchor": "middle" }, badge)) : null);
    this.elements.set(key, group);
    return group;
  }

  #line({ from, to, look }) {
    return el("g", { class: `link ${look}` }, el("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y }));
  }

  #drawMany() {
    const { canvas, view, many } = this;
    if (!many) {
      canvas.hidden = true;
      return;
    }
    canvas.hidden = false;
    const dots = window.devicePixelRatio || 1, width = view.stage.clientWidth, height = view.stage.clientHeight;
    if (canvas.width !== Math.round(width * dots) || canvas.height !== Math.round(height * dots)) {
      canvas.width = Math.round(width * dots);
      canvas.height = Math.round(height * dots);
    }
    const context = canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(dots, 0, 0, dots, 0, 0);
    for (const [look, marks] of Map.groupBy(many, (mark) => mark.look)) this.#drawLook(context, look, marks, width, height);
  }

  #drawLook(context, look, marks, width, height) {
    const { scale, x, y } = this.view;
    const style = styleOf(this.svg, look);
    context.beginPath();
    for (const { rect } of marks) {
      const left = rect.x * scale + x, top = rect.y * scale + y, w = rect.w * scale, h = rect.h * scale;
      if (left > width || top > height || left + w < 0 || top + h < 0) continue;
      context.rect(left, top, w, h);
    }
    context.strokeStyle = style.colour;
    context.setLineDash(style.dash);
    context.lineWidth = 1.5;
    context.stroke();
  }
}

const styles = new Map();

// The colours and dashes of the style sheet, asked once a look.
function styleOf(svg, look) {
  if (!styles.has(look)) {
    const rect = el("rect"), group = el("g", { class: `mark ${look}`, style: { "--screen": "1" } }, rect);
    svg.append(group);
    const { stroke, strokeDasharray: dash } = getComputedStyle(rect);
    styles.set(look, { colour: stroke, dash: dash === "none" ? [] : dash.split(",").map(Number.parseFloat) });
    group.remove();
  }
  return styles.get(look);
}
