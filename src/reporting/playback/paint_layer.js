// The paint as a canvas of the picture's own size; only what changed is copied.
class PaintLayer {
  constructor(replay, colours) {
    this.replay = replay;
    this.canvas = newCanvas(replay.width, replay.height);
    this.context = this.canvas.getContext("2d");
    this.image = new ImageData(replay.width, replay.height);
    this.dots = new Uint32Array(this.image.data.buffer);
    this.looks = Uint32Array.of(0, dotOf(colours.foreground), dotOf(colours.background));
  }

  update() {
    const changed = this.replay.changed;
    this.replay.changed = undefined;
    if (!changed) return;
    const { top, left, bottom, right } = changed;
    const { paint, width } = this.replay;
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) this.dots[i] = this.looks[paint[i]];
    }
    if (right > left && bottom > top) {
      this.context.putImageData(this.image, 0, 0, left, top, right - left, bottom - top);
    }
  }

  // What the canvas shows, as the painter's format has it: channel 0 foreground, 1 background.
  asAnnotation() {
    const { width, height } = this.canvas;
    const shown = new Uint32Array(this.context.getImageData(0, 0, width, height).data.buffer);
    const rgba = new Uint8Array(4 * shown.length);
    shown.forEach((dot, i) => {
      if (dot) rgba[4 * i + this.looks.indexOf(dot) - 1] = 255;
    });
    return rgba;
  }
}
