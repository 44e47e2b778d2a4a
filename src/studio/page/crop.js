// A part of the photo, enlarged, with a little around it.
const AROUND = 0.25, SIDE = 260;

export function drawCrop(canvas, picture, rect, width, height) {
  const margin = AROUND * Math.max(rect.w, rect.h);
  const left = Math.max(rect.x - margin, 0), top = Math.max(rect.y - margin, 0);
  const w = Math.min(rect.x + rect.w + margin, width) - left, h = Math.min(rect.y + rect.h + margin, height) - top;
  if (!(w > 0) || !(h > 0)) return;
  const scale = Math.min(SIDE / w, (0.62 * SIDE) / h), dots = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(w * scale * dots));
  canvas.height = Math.max(1, Math.round(h * scale * dots));
  canvas.style.width = `${w * scale}px`;
  const context = canvas.getContext("2d");
  context.imageSmoothingEnabled = scale < 6;
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, w, h, 0, 0, canvas.width, canvas.height);
  context.lineWidth = 2 * dots;
  context.strokeStyle = "#4263ff";
  context.setLineDash([6 * dots, 4 * dots]);
  context.strokeRect((rect.x - left) * scale * dots, (rect.y - top) * scale * dots, rect.w * scale * dots, rect.h * scale * dots);
}
