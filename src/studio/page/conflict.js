// Two people, or two tabs, changed the same box: both versions side by side, nothing is dropped unasked.
import { button, el, fill, words } from "./dom.js";
import { isBoxed, kindOf, scopeOf } from "./dimensions.js";

export function conflictPanel(store) {
  const panel = el("section", { class: "conflict", role: "alertdialog", "aria-label": "Changed elsewhere", hidden: true });
  const show = () => {
    panel.hidden = !store.collisions.length;
    if (panel.hidden) return;
    fill(panel, el("h2", {}, "Changed elsewhere as well"), el("p", {}, "The rest was merged. Which of these shall stand?"),
      store.collisions.map((collision) => el("div", { class: "collision" },
        el("p", {}, title(collision)),
        button(`Mine: ${told(collision.dimension, collision.mine)}`, () => store.settle(collision, "mine")),
        button(`Theirs: ${told(collision.dimension, collision.theirs)}`, () => store.settle(collision, "theirs")))));
  };
  store.addEventListener("changed", show);
  store.addEventListener("opened", show);
  store.addEventListener("state", show);
  return panel;
}

const title = ({ dimension, id }) => (id === null ? words(dimension) : `${isBoxed(dimension) ? kindOf(dimension).noun : "link of bib"} ${id}`);

function told(dimension, said) {
  if (said === null || said === undefined) return "deleted";
  if (dimension === "links") return `face ${said}`;
  if (typeof said === "string") return said;
  if (!isBoxed(dimension)) return "the other one";
  const area = kindOf(dimension).area(said);
  const place = area ? `at ${Math.round(100 * area.x)} %, ${Math.round(100 * area.y)} %, ${Math.round(100 * area.w)} × ${Math.round(100 * area.h)} %` : "without place";
  return [kindOf(dimension).said(said), words(scopeOf(dimension, said)), place].filter(Boolean).join(", ");
}
