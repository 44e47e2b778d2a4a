// The mask as exact pixels, 0 none, 1 foreground, 2 background, in tiles that are made when they are touched.
import { el } from "./dom.js";
import { dabsBetween } from "./dabs.js";
import { base64, indexedPng } from "./png.js";

const SIDE = 512;
export const NONE = 0, FOREGROUND = 1, BACKGROUND = 2;
const STORED = [[0, 0, 0, 0], [255, 0, 0, 255], [0, 255, 0, 255]]; // RootPainter's colours
const LOOKS = Uint32Array.of(0, 0xff2b2bff, 0xff38c93f); // as they are shown, bytes ABGR

class Tile {
  constructor(layer, left, top, width, height) {
    Object.assign(this, { left, top, width, height, kinds: new Uint8Array(width * height), dirty: null });
    this.canvas = el("canvas", { width, height, style: { left: `${left}px`, top: `${top}px` } });
    this.context = this.canvas.getContext("2d");
    layer.append(this.canvas);
  }

  // What changed since the last frame is copied, no more.
  show() {
    if (!this.dirty) return;
    const { left, top, right, bottom } = this.dirty;
    this.dirty = null;
    const image = new ImageData(right - left, bottom - top), dots = new Uint32Array(image.data.buffer);
    for (let y = top, at = 0; y < bottom; y++) {
      for (let x = y * this.width + left, end = y * this.width + right; x < end; x++) dots[at++] = LOOKS[this.kinds[x]];
    }
    this.context.putImageData(image, left, top);
  }

  mark(left, top, right, bottom) {
    this.dirty = joined(this.dirty, { left, top, right, bottom });
  }
}

function joined(a, b) {
  if (!a) return b;
  return { left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) };
}

export class Paint {
  constructor(layers, width, height) {
    Object.assign(this, { width, height, across: Math.ceil(width / SIDE), tiles: new Map(), undone: [], strokes: [], spans: new Map(), touched: null });
    this.layer = el("div", { class: "paint", "aria-hidden": "true" });
    layers.append(this.layer);
  }

  remove() {
    this.layer.remove();
    this.tiles.clear();
    cancelAnimationFrame(this.frame);
  }

  // A stroke begins with one dab; each sample after it brings those in between.
  begin(x, y, kind, radius) {
    this.stroke = { kind, radius, row: Math.floor(y), column: Math.floor(x), changed: false };
    this.touched = new Map();
    this.#stamp(this.stroke.row, this.stroke.column);
  }

  strokeTo(x, y) {
    const { row, column, radius } = this.stroke, r = Math.floor(y), c = Math.floor(x);
    if (r === row && c === column) return;
    for (const [r1, c1] of dabsBetween(row, column, r, c, radius)) this.#stamp(r1, c1);
    Object.assign(this.stroke, { row: r, column: c });
  }

  end() {
    this.strokes.push(packed(this.tiles, this.touched));
    this.undone = [];
    this.touched = this.stroke = null;
  }

  undo() {
    return this.#swap(this.strokes, this.undone);
  }

  redo() {
    return this.#swap(this.undone, this.strokes);
  }

  #swap(from, to) {
    const parts = from.pop();
    if (!parts) return false;
    to.push(parts.map((part) => this.#exchange(part)));
    this.#schedule();
    return true;
  }

  // Puts back what was there, and keeps what is there now.
  #exchange({ key, left, top, right, bottom, runs }) {
    const tile = this.#tile(key % this.across, Math.floor(key / this.across));
    const now = pack(tile, left, top, right, bottom);
    let run = 0, used = 0;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right;) {
        const length = Math.min(runs[run] >>> 2, right - x + used) - used;
        tile.kinds.fill(runs[run] & 3, y * tile.width + x, y * tile.width + x + length);
        x += length;
        used += length;
        if (used === runs[run] >>> 2) { run++; used = 0; }
      }
    }
    tile.mark(left, top, right, bottom);
    return { key, ...now };
  }

  #stamp(row, column) {
    const { radius, kind } = this.stroke, spans = this.#spansOf(radius);
    const top = Math.max(row - radius, 0), bottom = Math.min(row + radius + 1, this.height);
    const left = Math.max(column - radius, 0), right = Math.min(column + radius + 1, this.width);
    if (top >= bottom || left >= right) return;
    for (let ty = Math.floor(top / SIDE); ty * SIDE < bottom; ty++) {
      for (let tx = Math.floor(left / SIDE); tx * SIDE < right; tx++) {
        if (kind === NONE && !this.tiles.has(ty * this.across + tx)) continue;
        const tile = this.#tile(tx, ty);
        const [x0, y0] = [Math.max(left - tile.left, 0), Math.max(top - tile.top, 0)];
        const [x1, y1] = [Math.min(right - tile.left, tile.width), Math.min(bottom - tile.top, tile.height)];
        const touched = this.#touch(ty * this.across + tx, tile);
        for (let y = y0; y < y1; y++) {
          const half = spans[y + tile.top - row + radius];
          const from = Math.max(column - half - tile.left, x0), to = Math.min(column + half + 1 - tile.left, x1);
          if (from < to) tile.kinds.fill(kind, y * tile.width + from, y * tile.width + to);
        }
        tile.mark(x0, y0, x1, y1);
        touched.rectangle = joined(touched.rectangle, { left: x0, top: y0, right: x1, bottom: y1 });
      }
    }
    this.#schedule();
  }

  // The tile as it was before this stroke.
  #touch(key, tile) {
    if (!this.touched.has(key)) this.touched.set(key, { before: tile.kinds.slice(), rectangle: null });
    return this.touched.get(key);
  }

  #tile(tx, ty) {
    const key = ty * this.across + tx;
    if (!this.tiles.has(key)) {
      const left = tx * SIDE, top = ty * SIDE;
      this.tiles.set(key, new Tile(this.layer, left, top, Math.min(SIDE, this.width - left), Math.min(SIDE, this.height - top)));
    }
    return this.tiles.get(key);
  }

  // Half the width of a disk in each of its rows: every pixel at most `radius` away.
  #spansOf(radius) {
    if (!this.spans.has(radius)) {
      this.spans.set(radius, Array.from({ length: 2 * radius + 1 }, (_, i) => Math.floor(Math.sqrt(radius ** 2 - (i - radius) ** 2))));
    }
    return this.spans.get(radius);
  }

  #schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      for (const tile of this.tiles.values()) tile.show();
    });
  }

  get empty() {
    return ![...this.tiles.values()].some((tile) => tile.kinds.some((kind) => kind));
  }

  // The mask as the set keeps it.
  async png() {
    const rows = Map.groupBy([...this.tiles.values()], (tile) => tile.top / SIDE);
    const bytes = await indexedPng(this.width, this.height, STORED, (y, row) => {
      const tiles = rows.get(Math.floor(y / SIDE)) ?? [];
      for (const tile of tiles) row.set(tile.kinds.subarray((y - tile.top) * tile.width, (y - tile.top + 1) * tile.width), tile.left);
      return tiles.length;
    });
    return base64(bytes);
  }

  // Reads a mask; `kindOf(r, g, b, a)` says what a colour means. It is no stroke.
  async load(source, kindOf = storedKind) {
    const bitmap = await createImageBitmap(source, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
    const canvas = new OffscreenCanvas(SIDE, SIDE), context = canvas.getContext("2d", { willReadFrequently: true });
    for (let top = 0; top < this.height; top += SIDE) {
      for (let left = 0; left < this.width; left += SIDE) {
        context.clearRect(0, 0, SIDE, SIDE);
        context.drawImage(bitmap, -left, -top);
        this.#loadTile(left, top, context, kindOf);
      }
    }
    bitmap.close();
    this.#schedule();
  }

  #loadTile(left, top, context, kindOf) {
    const width = Math.min(SIDE, this.width - left), height = Math.min(SIDE, this.height - top);
    const { data } = context.getImageData(0, 0, width, height);
    if (!this.tiles.has((top / SIDE) * this.across + left / SIDE) && !new Uint32Array(data.buffer).some((dot) => dot)) return;
    const tile = this.#tile(left / SIDE, top / SIDE);
    for (let i = 0, at = 0; i < tile.kinds.length; i++, at += 4) tile.kinds[i] = kindOf(data[at], data[at + 1], data[at + 2], data[at + 3]);
    tile.mark(0, 0, width, height);
  }

  clear() {
    for (const tile of this.tiles.values()) {
      tile.kinds.fill(0);
      tile.mark(0, 0, tile.width, tile.height);
    }
    this.strokes = [];
    this.undone = [];
    this.#schedule();
  }
}

// Red and green at once is neither.
function storedKind(red, green) {
  if (red && green) return NONE;
  return red ? FOREGROUND : green ? BACKGROUND : NONE;
}

// What a stroke covered, as it was before: runs, since paint has few edges.
function packed(tiles, touched) {
  return [...touched].map(([key, { before, rectangle: { left, top, right, bottom } }]) => (
    { key, ...pack({ kinds: before, width: tiles.get(key).width }, left, top, right, bottom) }));
}

// Each run is its length times four and its kind.
function pack({ kinds, width }, left, top, right, bottom) {
  const runs = [];
  let kind = kinds[top * width + left], length = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = y * width + left, end = y * width + right; x < end; x++) {
      if (kinds[x] === kind) { length++; continue; }
      runs.push(length * 4 + kind);
      kind = kinds[x];
      length = 1;
    }
  }
  runs.push(length * 4 + kind);
  return { left, top, right, bottom, runs: Uint32Array.from(runs) };
}
