// Suggestions that nobody has decided about, and the boxes that they become.
import { kindOf, overlap } from "./dimensions.js";

const ALIKE = 0.9;

export const areaOf = ({ x, y, w, h }) => (x === null || x === undefined ? null : { x, y, w, h });

// Open, not rejected here, and not a box already. What a draft decided is open again when its box is gone.
export function openGhosts(store, dimension) {
  const boxes = store.boxes(dimension), named = new Set(boxes.map((box) => box.ghost)), ids = new Set(boxes.map((box) => box.id));
  const draft = store.documents[dimension]?.labelled !== true;
  const rejected = new Set(store.rejected[dimension] ?? []);
  const areas = boxes.map((box) => kindOf(dimension).area(box));
  return (store.photo.ghosts?.[dimension] ?? []).filter((ghost) => {
    const open = ghost.fate === "open" || (draft && ghost.fate !== "rejected" && !ids.has(ghost.box));
    if (!open || named.has(ghost.id) || rejected.has(ghost.id)) return false;
    const area = areaOf(ghost);
    return area !== null && !areas.some((one) => overlap(one, area) > ALIKE);
  });
}

export function boxOf(store, dimension, ghost, area = areaOf(ghost)) {
  const { text, kind } = ghost;
  return { ...kindOf(dimension).make(area, { text: text ?? undefined, scope: dimension === "elements" ? kind ?? undefined : undefined }), id: store.newId(), ghost: ghost.id };
}

export function ghostLabel({ text, kind, confidence, backend }) {
  const score = confidence === null || confidence === undefined ? "" : confidence.toFixed(2);
  return [text || kind || "", backend ?? "", score].filter(Boolean).join(" · ");
}
