// Runs: a list, one run photo by photo, and two side by side where they differ.
import { get, query } from "./api.js";
import { head } from "./bar.js";
import { button, el, fill, link, table } from "./dom.js";
import { Keys } from "./keys.js";

const OUTCOMES = { PASS: "✓", PARTIAL: "◐", MISS: "✕" };

export async function show(root, [run, photo]) {
  const keys = await Keys.load("runs", "view");
  document.title = "Runs · studio";
  if (!run) return list(root);
  const said = await get(`/api/runs/${encodeURIComponent(run)}`);
  const { Inspector } = await import("./inspector.js");
  await new Inspector(root, keys, said, run).start(photo);
}

async function list(root) {
  const rows = el("tbody"), more = button("More", () => load(), { class: "quiet" });
  let after;
  const load = async () => {
    const page = await get(query("/api/runs", { after }));
    rows.append(...page.runs.map(row));
    after = page.next;
    more.hidden = !after;
    if (!rows.childElementCount) fill(rows, el("tr", {}, el("td", { colSpan: 6, class: "faint" }, "no run yet")));
  };
  fill(root, head("/runs/"), el("main", { class: "page" }, el("h1", {}, "Runs"),
    el("table", {}, el("thead", {}, el("tr", {}, ["run", "experiment", "scorer", "set", "when", "verdict"].map((name) => el("th", { scope: "col" }, name)))), rows), more));
  await load();
}

function row(run) {
  return el("tr", {}, el("td", {}, link(run.name, `/runs/${encodeURIComponent(run.id)}`)),
    ...[run.experiment, run.scorer, [run.set ?? run.dataset, run.frozen].filter(Boolean).join(" "), (run.started ?? "").slice(0, 16).replace("T", " "), run.verdict].map((value) => el("td", {}, value ?? "")));
}

export const outcomeMark = (outcome) => OUTCOMES[outcome] ?? "·";

// The ones that matter first.
export function metricsTable(metrics, main = []) {
  const first = new Set(main), order = Object.entries(metrics ?? {}).sort(([a], [b]) => first.has(b) - first.has(a));
  const rows = order.map(([name, value]) => [name, typeof value === "number" ? value.toFixed(3) : String(value ?? "")]);
  return table(["metric", ""], rows, { class: "metrics" });
}
