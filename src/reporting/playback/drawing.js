// Small things to draw with.
function newCanvas(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

function css([red, green, blue], opacity = 1) {
  return `rgb(${red} ${green} ${blue} / ${opacity})`;
}

function dotOf(colour) {
  return new Uint32Array(Uint8Array.of(...colour, 255).buffer)[0];
}

function tinted([height, width], colour, chosen) {
  const layer = newCanvas(width, height);
  const image = new ImageData(width, height);
  const dots = new Uint32Array(image.data.buffer), dot = dotOf(colour);
  for (let i = 0; i < dots.length; i++) if (chosen(i)) dots[i] = dot;
  layer.getContext("2d").putImageData(image, 0, 0);
  return layer;
}

function stripes(colour, dots) {
  const side = Math.round(6 * dots);
  const tile = newCanvas(side, side);
  const context = tile.getContext("2d");
  context.fillStyle = css(colour, 0.25);
  context.fillRect(0, 0, side, side);
  context.strokeStyle = css(colour);
  context.lineWidth = side / 4;
  context.beginPath();
  for (const shift of [-side, 0, side]) {
    context.moveTo(shift - 1, side + 1);
    context.lineTo(shift + side + 1, -1);
  }
  context.stroke();
  return tile;
}

// The edges between pixels inside and outside a mask, as lines as long as they run straight.
function edgesOf(mask, [height, width]) {
  const path = new Path2D();
  trace(mask, height, width, width, 1, (y, from, to) => {
    path.moveTo(from, y);
    path.lineTo(to, y);
  });
  trace(mask, width, height, 1, width, (x, from, to) => {
    path.moveTo(x, from);
    path.lineTo(x, to);
  });
  return path;
}

// The edges across one direction; the strides lead to the next line and along a line.
function trace(mask, lines, length, toNextLine, along, draw) {
  for (let line = 0; line <= lines; line++) {
    let begun = -1;
    for (let i = 0; i <= length; i++) {
      const here = line * toNextLine + i * along;
      const before = line > 0 ? mask[here - toNextLine] : 0;
      const after = line < lines ? mask[here] : 0;
      const edge = i < length && before !== after;
      if (edge && begun < 0) begun = i;
      if (!edge && begun >= 0) {
        draw(line, begun, i);
        begun = -1;
      }
    }
  }
}
