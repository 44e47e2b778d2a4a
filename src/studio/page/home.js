// How far the set is, step by step, and what suggestions were worth.
import { get } from "./api.js";
import { head } from "./bar.js";
import { el, fill, link, percent, table, words } from "./dom.js";
import { Keys } from "./keys.js";
import { ofSet, unsent } from "./kept.js";

export async function show(root) {
  document.title = "Studio";
  const [set] = await Promise.all([get("/api/set").catch((error) => ({ error: error.message })), Keys.load()]);
  if (set.error) {
    fill(root, head("/"), el("main", { class: "page" }, el("h1", {}, "No photos to label here"), el("p", { role: "status" }, set.error), hand()));
    return;
  }
  ofSet(set.title);
  const left = await unsent();
  fill(root, head("/"), el("main", { class: "page" },
    el("h1", {}, set.title || "Reference set"),
    el("p", { class: "faint" }, `${set.photos} ${set.photos === 1 ? "photo" : "photos"}`),
    left.length ? el("p", { class: "note", role: "status" }, "Changes of this browser were not sent yet: ", left.map(([sha, step]) => link(`${words(step)} of ${sha.slice(0, 8)} `, `/label/${step}/${sha}`))) : null,
    el("div", { class: "cards" }, Object.entries(set.steps).map(([step, state]) => card(step, state, set))),
    ghosts(set), spent(set),
    set.frozen.length ? [el("h2", {}, "Frozen"), el("ul", {}, set.frozen.map((one) => el("li", {}, link(one.name, `/frozen/${encodeURIComponent(one.name)}`), ` ${one.photos} photos`, one.withdrawn ? `, ${one.withdrawn} withdrawn` : "")))] : null, hand()));
}

function hand() {
  return el("p", { class: "faint" }, link("Measure your hand", "/calibrate"), " in three minutes, ", link("teach a net", "/teach"), " by painting, or ", link("look at runs", "/runs/"), ".");
}

function card(step, { done, photos }, set) {
  const share = photos ? done / photos : 0;
  const fates = set.ghosts[step] ?? {};
  return el("a", { class: "card step", href: `/label/${step}`, "aria-label": `Label ${words(step)}: ${done} of ${photos} done` },
    el("h2", {}, words(step)), el("p", { class: "big" }, percent(share)), el("progress", { max: photos || 1, value: done, "aria-hidden": "true" }),
    el("p", { class: "faint" }, `${done} of ${photos} done`), el("p", { class: "faint" }, fates.ghosts ? `${fates.ghosts} suggestions` : "no suggestions"));
}

function ghosts(set) {
  const rows = Object.entries(set.ghosts).filter(([, fates]) => fates.ghosts || fates.accepted || fates.missed).map(([step, fates]) => [
    words(step), fates.accepted, fates.edited, fates.iou === null || fates.iou === undefined ? "" : fates.iou.toFixed(2), fates.rejected, fates.missed]);
  return rows.length ? [el("h2", {}, "Suggestions"), table(["", "accepted", "edited", "mean IoU", "rejected", "not proposed"], rows)] : null;
}

function spent(set) {
  const told = (effort) => (effort ? [effort.seconds, effort.keys, effort.clicks].map((value) => (value ?? 0).toFixed(1)) : ["", "", ""]);
  const rows = Object.entries(set.spent).flatMap(([step, both]) => ["with", "without"].filter((way) => both[way]).map((way) => [words(step), `${way} suggestions`, ...told(both[way])]));
  return rows.length ? [el("h2", {}, "Effort per photo"), table(["", "", "seconds", "keys", "clicks"], rows)] : null;
}
