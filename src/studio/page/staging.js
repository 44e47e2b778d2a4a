// What is complete, what is known to show nothing, what hinders, and the form that freezes.
import { get, post } from "./api.js";
import { head, speaker } from "./bar.js";
import { button, el, fill, link, percent, table, words } from "./dom.js";
import { Keys } from "./keys.js";

const MEANING = {
  complete: "every step is done", negative: "every step is done, and there is nothing in it", incomplete: "some steps are done", unlabelled: "nobody has begun",
};

export async function show(root) {
  const [set] = await Promise.all([get("/api/set"), Keys.load()]);
  const say = speaker(), main = el("main", { class: "page" });
  document.title = "Staging · studio";
  fill(root, head("/staging/"), main);
  const draw = async () => fill(main, ...parts(set, await get("/api/staging"), draw, say));
  await draw();
}

function parts(set, staging, draw, say) {
  const { photos, states, done, ready, hindrances, frozen } = staging;
  return [
    el("h1", {}, "Staging"), el("p", { class: "faint" }, `${set.title}: ${photos} photos, ${ready} ready to be frozen`),
    el("div", { class: "cards" }, Object.entries(states).map(([state, count]) => el("div", { class: `card state-${state}` },
      el("h2", {}, state === "negative" ? "known negatives" : state), el("p", { class: "big" }, String(count)), el("p", { class: "faint" }, MEANING[state] ?? "")))),
    el("h2", {}, "Steps"), table(["", "done", "", ""], Object.entries(done).map(([step, count]) => [
      words(step), `${count} of ${photos}`, el("progress", { max: photos || 1, value: count, "aria-label": `${words(step)}: ${percent(photos ? count / photos : 0)}` }), count < photos ? link("label", `/label/${step}`) : "✓"])),
    hindrances.length ? el("div", { class: "note", role: "status" }, hindrances.map((one) => el("p", {}, one))) : null,
    form(staging, draw, say),
    el("h2", {}, "Frozen sets"),
    frozen.length ? table(["", "photos", "withdrawn", "frozen", "fingerprint"], frozen.map((one) => [link(one.name, `/frozen/${encodeURIComponent(one.name)}`), one.photos, one.withdrawn || "", (one.created ?? "").slice(0, 16).replace("T", " "), el("code", {}, one.fingerprint.slice(0, 16))])) : el("p", { class: "faint" }, "none yet"),
  ];
}

function form({ ready, photos }, draw, say) {
  const name = el("input", { type: "text", required: true, placeholder: "v1", "aria-label": "Name of the frozen set", autocomplete: "off" });
  const all = el("input", { type: "checkbox" });
  const trouble = el("p", { class: "bad", role: "alert" });
  const send = button("Freeze", () => {}, { class: "good", type: "submit" });
  return el("form", { class: "card freeze", on: { submit: async (event) => {
    event.preventDefault();
    fill(trouble);
    send.disabled = true;
    try {
      const made = await post("/api/freeze", { name: name.value.trim(), all: all.checked }, { patience: 600_000 });
      say(`${made.name}: ${made.photos} photos frozen`);
      await draw();
    } catch (error) {
      fill(trouble, error.message);
    } finally {
      send.disabled = false;
    }
  } } }, el("h2", {}, "Freeze"), el("p", { class: "faint" }, "A frozen set never changes: runs that name it stay comparable."),
  el("div", { class: "row" }, name, el("label", { class: "check" }, all, `all ${photos} photos, not only the ${ready} that are ready`), send), trouble);
}
