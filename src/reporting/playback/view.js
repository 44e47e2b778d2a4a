// Everything that is drawn: the picture, what is true, what was predicted, paint, and the mouse.
class View {
  static PAINT_OPACITY = 0.85;
  static PREDICTION_OPACITY = 0.6;
  static TRAIL_SECONDS = 1.5;

  constructor(canvas, scene, replay) {
    Object.assign(this, { canvas, scene, replay });
    this.layers = { picture: true, prediction: true, errors: true, paint: true, outline: true, mouse: true };
    this.paint = new PaintLayer(replay, scene.colours);
    this.outline = edgesOf(scene.masks.truth, scene.shape);
    if (scene.masks.prediction) this.tints = this.#tints(scene);
  }

  // Layers that only change with the size of the window are drawn once for each size.
  resize() {
    const [height, width] = this.scene.shape;
    const dots = window.devicePixelRatio || 1;
    const { clientWidth, clientHeight } = this.canvas;
    this.canvas.width = Math.max(Math.round(clientWidth * dots), 1);
    this.canvas.height = Math.max(Math.round(clientHeight * dots), 1);
    const room = 12 * dots;
    const scale = Math.max(Math.min((this.canvas.width - room) / width, (this.canvas.height - room) / height), 0.01);
    this.place = {
      dots, scale,
      left: Math.round((this.canvas.width - width * scale) / 2),
      top: Math.round((this.canvas.height - height * scale) / 2),
    };
    this.backdrop = this.#sized((context) => this.#drawBackdrop(context));
    this.outlineLayer = this.#sized((context) => {
      this.#toPicture(context);
      context.strokeStyle = css(this.scene.colours.truth);
      context.lineWidth = (1.5 * dots) / scale;
      context.stroke(this.outline);
    });
  }

  draw(seconds) {
    this.paint.update();
    const context = this.canvas.getContext("2d");
    context.resetTransform();
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.backdrop, 0, 0);
    this.#toPicture(context);
    if (this.layers.paint) {
      context.globalAlpha = View.PAINT_OPACITY;
      context.drawImage(this.paint.canvas, 0, 0);
      context.globalAlpha = 1;
    }
    context.resetTransform();
    if (this.layers.outline) context.drawImage(this.outlineLayer, 0, 0);
    this.#toPicture(context);
    if (this.layers.mouse) this.#drawMouse(context, seconds);
  }

  #toPicture(context) {
    const { left, top, scale } = this.place;
    context.setTransform(scale, 0, 0, scale, left, top);
    context.imageSmoothingEnabled = scale < 1;
  }

  #sized(drawOn) {
    const layer = newCanvas(this.canvas.width, this.canvas.height);
    drawOn(layer.getContext("2d"));
    return layer;
  }

  #drawBackdrop(context) {
    this.#toPicture(context);
    const { picture, shape: [height, width] } = this.scene;
    if (this.layers.picture) {
      context.drawImage(picture, 0, 0, width, height);
    } else {
      context.fillStyle = "#18181b";
      context.fillRect(0, 0, width, height);
    }
    if (!this.tints) return;
    if (this.layers.prediction) {
      context.globalAlpha = View.PREDICTION_OPACITY;
      context.drawImage(this.tints.prediction, 0, 0);
      context.globalAlpha = 1;
    }
    if (!this.layers.errors) return;
    for (const kind of ["missed", "spurious"]) {
      context.resetTransform();
      context.drawImage(this.#hatched(kind), 0, 0);
    }
  }

  #tints({ masks, shape, colours }) {
    const { truth, prediction } = masks;
    const tint = (kind, chosen) => tinted(shape, colours[kind], chosen);
    return {
      prediction: tint("prediction", (i) => prediction[i]),
      missed: tint("missed", (i) => truth[i] && !prediction[i]),
      spurious: tint("spurious", (i) => prediction[i] && !truth[i]),
    };
  }

  // Stripes tell an error from paint of a like colour.
  #hatched(kind) {
    return this.#sized((context) => {
      this.#toPicture(context);
      context.drawImage(this.tints[kind], 0, 0);
      context.resetTransform();
      context.globalCompositeOperation = "source-in";
      context.fillStyle = context.createPattern(stripes(this.scene.colours[kind], this.place.dots), "repeat");
      context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    });
  }

  #drawMouse(context, seconds) {
    const { r, c, channel, brush_radius: radius } = this.replay.columns;
    if (!r.length) return;
    const { done, ends } = this.replay;
    const event = Math.min(done, r.length - 1), last = Math.max(done - 1, 0);
    const begun = done ? ends[last] : 0;
    const share = done < r.length ? Math.min((seconds - begun) / (ends[event] - begun), 1) : 1;
    const x = c[last] + (c[event] - c[last]) * share + 0.5;
    const y = r[last] + (r[event] - r[last]) * share + 0.5;
    this.#drawTrail(context, seconds, x, y);
    const dot = this.place.dots / this.place.scale;
    const shape = new Path2D();
    if (channel[event] < 0 || done === r.length) {
      for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        shape.moveTo(x + dx * 3 * dot, y + dy * 3 * dot);
        shape.lineTo(x + dx * 12 * dot, y + dy * 12 * dot);
      }
    } else {
      const middle = radius[event] % 1; // of a brush of even width: a corner of pixels
      shape.arc(x + middle, y + middle, radius[event] + 0.5, 0, 2 * Math.PI);
      context.fillStyle = css(this.#colourOf(channel[event]), 0.45);
      context.fill(shape);
    }
    for (const [colour, width] of [["rgb(0 0 0 / 60%)", 3.5], ["#fff", 1.5]]) {
      context.strokeStyle = colour;
      context.lineWidth = width * dot;
      context.stroke(shape);
    }
  }

  #drawTrail(context, seconds, x, y) {
    const { ends, done, columns: { r, c } } = this.replay;
    context.lineWidth = (1.5 * this.place.dots) / this.place.scale;
    for (let i = done - 1; i >= 0 && seconds - ends[i] < View.TRAIL_SECONDS; i--) {
      const age = (seconds - ends[i]) / View.TRAIL_SECONDS;
      context.strokeStyle = `rgb(255 255 255 / ${0.7 * (1 - age)})`;
      context.beginPath();
      context.moveTo(x, y);
      [x, y] = [c[i] + 0.5, r[i] + 0.5];
      context.lineTo(x, y);
      context.stroke();
    }
  }

  #colourOf(channel) {
    const { foreground, background, eraser } = this.scene.colours;
    return [foreground, background, eraser][channel];
  }
}
