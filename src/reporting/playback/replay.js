// The paint as it stands at any moment: one byte a pixel, 0 for none, 1 foreground, 2 background.
class Replay {
  static EFFORT_PER_SNAPSHOT = 1e6; // about as many pixels; a few milliseconds
  static ERASER = 2; // the channel that leaves no paint
  static EVENT_EFFORT = 4;
  static ROW_EFFORT = 60; // what a row of a dab costs beyond its pixels
  static SNAPSHOT_BYTES = 64e6;

  constructor([height, width], columns, finished) {
    Object.assign(this, { height, width, columns, finished });
    this.ends = columns.dt.slice();
    for (let i = 1; i < this.ends.length; i++) this.ends[i] += this.ends[i - 1];
    this.duration = this.ends.length ? this.ends[this.ends.length - 1] : 0;
    this.paint = new Uint8Array(height * width);
    this.snapshots = [{ done: 0, paint: this.paint.slice() }];
    this.spacing = Replay.EFFORT_PER_SNAPSHOT;
    this.effort = 0;
    this.done = 0;
    this.settled = false;
    this.spans = new Map();
    this.markAll();
  }

  seek(seconds) {
    if (seconds >= this.duration) return this.settle();
    const target = this.eventsUntil(seconds);
    const snapshot = this.snapshots.findLast(({ done }) => done <= target);
    if (this.settled || target < this.done || snapshot.done > this.done) this.restore(snapshot);
    while (this.done < target) this.step();
  }

  // How many events are over at a moment.
  eventsUntil(seconds) {
    let low = 0, high = this.ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ends[middle] <= seconds) low = middle + 1; else high = middle;
    }
    return low;
  }

  // The annotation itself, with what lay there before the first event.
  settle() {
    if (this.settled) return;
    this.paint.set(this.finished);
    this.done = this.ends.length;
    this.settled = true;
    this.markAll();
  }

  restore({ done, paint }) {
    this.paint.set(paint);
    this.done = done;
    this.settled = false;
    this.effort = 0;
    this.markAll();
  }

  step() {
    const { r, c, channel, brush_radius: radius } = this.columns;
    const i = this.done++;
    this.effort += Replay.EVENT_EFFORT;
    if (channel[i] >= 0) {
      const side = 2 * radius[i] + 1;
      this.stamp(r[i], c[i], radius[i], channel[i] === Replay.ERASER ? 0 : channel[i] + 1);
      this.effort += side * (side + Replay.ROW_EFFORT);
    }
    if (this.effort < this.spacing) return;
    this.effort = 0;
    if (this.done > this.snapshots.at(-1).done) this.keep();
  }

  keep() {
    this.snapshots.push({ done: this.done, paint: this.paint.slice() });
    if (this.snapshots.length * this.paint.length <= Replay.SNAPSHOT_BYTES) return;
    if (this.snapshots.length < 3) return;
    this.snapshots = this.snapshots.filter((_, place) => place % 2 === 0);
    this.spacing *= 2;
  }

  stamp(row, column, radius, kind) {
    const spans = this.spansOf(radius);
    const top = row - Math.floor(radius), even = radius % 1 ? 1 : 0;
    for (const [i, half] of spans.entries()) {
      const y = top + i;
      if (y < 0 || y >= this.height) continue;
      const from = Math.max(column - half, 0), to = Math.min(column + half + even + 1, this.width);
      if (from < to) this.paint.fill(kind, y * this.width + from, y * this.width + to);
    }
    this.mark(top, column - Math.floor(radius), top + spans.length, column + Math.ceil(radius) + 1);
  }

  // Pixels beside the cursor, on its left, that a disk covers in each of its rows; one of an even
  // width has its middle on a corner of pixels, and covers one more on the right.
  spansOf(radius) {
    if (!this.spans.has(radius)) {
      const reach = 2 * radius, odd = reach % 2; // in half pixels, so that all numbers are whole
      const rows = Array.from({ length: reach + 1 }, (_, i) => 2 * i - reach);
      const room = reach ** 2 + odd;
      this.spans.set(radius, rows.map((dr) => Math.floor((Math.sqrt(room - dr ** 2) - odd) / 2)));
    }
    return this.spans.get(radius);
  }

  mark(top, left, bottom, right) {
    const seen = this.changed;
    this.changed = {
      top: Math.max(Math.min(top, seen?.top ?? top), 0),
      left: Math.max(Math.min(left, seen?.left ?? left), 0),
      bottom: Math.min(Math.max(bottom, seen?.bottom ?? bottom), this.height),
      right: Math.min(Math.max(right, seen?.right ?? right), this.width),
    };
  }

  markAll() {
    this.mark(0, 0, this.height, this.width);
  }
}
