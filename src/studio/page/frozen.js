// A frozen set: its photos, and each of them on the page that labels, where nothing can be changed.
import { get } from "./api.js";
import { head } from "./bar.js";
import { button, el, fill, link, words } from "./dom.js";
import { Keys } from "./keys.js";

export async function show(root, [name, step, sha]) {
  if (sha) return (await import("./label.js")).show(root, [step, sha], name);
  const [set] = await Promise.all([get("/api/set"), Keys.load()]);
  const about = set.frozen.find((one) => one.name === name);
  const list = el("ul", { class: "grid" });
  const more = button("More", () => load(), { class: "quiet" });
  let after;
  const load = async () => {
    const page = await get(`/api/frozen/${encodeURIComponent(name)}/photos?limit=60${after ? `&after=${after}` : ""}`);
    list.append(...page.photos.map((photo) => el("li", {}, link(photo.name, `/frozen/${encodeURIComponent(name)}/${set.dimensions[0]}/${photo.sha}`))));
    after = page.next;
    more.hidden = !after;
  };
  document.title = "Frozen · studio";
  fill(root, head("/frozen"), el("main", { class: "page" }, el("h1", {}, "❄ ", name),
    el("p", { class: "faint" }, about ? `${about.photos} photos, ${about.withdrawn ? `${about.withdrawn} withdrawn, ` : ""}fingerprint ${about.fingerprint}` : ""),
    el("p", {}, `Nothing can be changed here. Labels: ${set.dimensions.map(words).join(", ")}.`), list, more));
  await load();
}
