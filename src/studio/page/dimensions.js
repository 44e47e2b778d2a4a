// How each dimension writes its boxes, so that the rest of the page knows one kind alone.
// An area is x, y, w, h in fractions of the upright picture.

const fractions = {
  area: (box) => (box.x === null || box.x === undefined ? null : { x: box.x, y: box.y, w: box.w, h: box.h }),
  place: (box, area) => ({ ...box, ...area }),
};

const bibs = {
  ...fractions, list: "boxes", noun: "bib", scope: "bib", text: "number",
  make: (area, { text, scope } = {}) => ({ id: null, ...area, number: text ?? "", scope: scope ?? "bib" }),
  said: (box) => box.number,
  say: (box, text) => ({ ...box, number: text }),
};

const faces = {
  ...fractions, list: "boxes", noun: "face", scope: "keep", text: "identity",
  make: (area, { scope } = {}) => ({ id: null, ...area, scope: scope ?? "keep", identity: null, tags: [] }),
  said: (box) => box.identity ?? "",
  say: (box, text) => ({ ...box, identity: text === "" ? null : text }),
};

const elements = {
  list: "elements", noun: "element", scope: null, text: "text",
  area({ element }) {
    if (!element.bbox) return null;
    const [x1, y1, x2, y2] = element.bbox;
    return { x: x1, y: y1, w: x2 - x1, h: y2 - y1 };
  },
  place(box, { x, y, w, h }) {
    const { click_point: click, ...rest } = box.element;
    const inside = click && click[0] >= x && click[0] <= x + w && click[1] >= y && click[1] <= y + h;
    return { ...box, element: { ...rest, ...(inside ? { click_point: click } : {}), bbox: [x, y, x + w, y + h] } };
  },
  make: ({ x, y, w, h }, { text, scope } = {}) => ({
    id: null,
    element: { id: `element-${crypto.getRandomValues(new Uint32Array(1))[0].toString(36)}`, bbox: [x, y, x + w, y + h], text: text ?? "", type: scope ?? "" },
  }),
  said: (box) => box.element.text ?? "",
  say: (box, text) => ({ ...box, element: { ...box.element, text } }),
};

const KINDS = { bibs, faces, elements };

export const kindOf = (dimension) => KINDS[dimension];
export const isBoxed = (dimension) => dimension in KINDS;

export function emptyDocument(dimension) {
  if (dimension === "links") return { labelled: false, pairs: [] };
  if (dimension === "elements") return { labelled: false, about: {}, elements: [] };
  return { labelled: false, tags: [], boxes: [] };
}

export const boxesOf = (dimension, document) => (document ? document[KINDS[dimension].list] : []);
export const withBoxes = (dimension, document, boxes) => ({ ...(document ?? emptyDocument(dimension)), [KINDS[dimension].list]: boxes });

export function scopeOf(dimension, box) {
  return dimension === "elements" ? box.element.type ?? "" : box.scope;
}

export function withScope(dimension, box, scope) {
  return dimension === "elements" ? { ...box, element: { ...box.element, type: scope } } : { ...box, scope };
}

// Shared area over joint area.
export function overlap(a, b) {
  if (!a || !b) return 0;
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (w <= 0 || h <= 0) return 0;
  return (w * h) / (a.w * a.h + b.w * b.h - w * h);
}

// The area inside the picture; `least` are the smallest sides that it may have.
export function inside({ x, y, w, h }, least = { w: 0, h: 0 }) {
  w = Math.min(Math.max(w, least.w), 1);
  h = Math.min(Math.max(h, least.h), 1);
  return { x: Math.min(Math.max(x, 0), 1 - w), y: Math.min(Math.max(y, 0), 1 - h), w, h };
}

// The same, cut where it leaves the picture.
export function cut({ x, y, w, h }) {
  const left = Math.max(x, 0), top = Math.max(y, 0);
  return { x: left, y: top, w: Math.min(x + w, 1) - left, h: Math.min(y + h, 1) - top };
}
