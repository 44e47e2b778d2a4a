// The keys that move a picture on pages with one stage.
const PAN = 80;

export function viewKeys(keys, view) {
  keys.on("pan", () => view.hold(true), () => view.hold(false));
  for (const [id, dx, dy] of [["pan-left", PAN, 0], ["pan-right", -PAN, 0], ["pan-up", 0, PAN], ["pan-down", 0, -PAN]]) keys.on(id, () => void view.pan(dx, dy));
  keys.on("closer", () => void view.zoom(1.25));
  keys.on("further", () => void view.zoom(0.8));
  keys.on("fit", () => void view.fit());
  keys.on("actual", () => void view.actual());
}
