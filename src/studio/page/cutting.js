// A small picture of a face in some photo of the set.
import { el } from "./dom.js";

const SIDE = 56;

// `box` has fractions x, y, w, h.
export function cutting(sha, box, side = SIDE) {
  const canvas = el("canvas", { class: "cutting", width: 2 * side, height: 2 * side, "aria-hidden": "true", style: { width: `${side}px`, height: `${side}px` } });
  const image = new Image();
  image.src = `/api/photos/${sha}/picture`;
  image.decode().then(() => {
    const [w, h] = [image.naturalWidth, image.naturalHeight];
    const wide = Math.max(box.w * w, box.h * h) * 1.2, left = (box.x + box.w / 2) * w - wide / 2, top = (box.y + box.h / 2) * h - wide / 2;
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, left, top, wide, wide, 0, 0, canvas.width, canvas.height);
  }, () => {});
  return canvas;
}
