// Who is in the photos: names, merging, and faces that may be one person's.
import { get, post } from "./api.js";
import { head, speaker } from "./bar.js";
import { cutting } from "./cutting.js";
import { button, el, fill, link } from "./dom.js";
import { Keys } from "./keys.js";

export async function show(root) {
  const keys = await Keys.load("people");
  const app = { keys, say: speaker(), list: el("section", { "aria-label": "Everybody" }), match: el("section", { class: "card match", "aria-label": "Likely matches" }) };
  document.title = "People · studio";
  fill(root, head("/people"), el("main", { class: "page" }, el("h1", {}, "People"), app.match, app.list));
  const likely = new Likely(app);
  await Promise.all([draw(app), likely.load()]);
}

async function draw(app) {
  const { people } = await get("/api/people");
  people.sort((a, b) => b.faces - a.faces || a.name.localeCompare(b.name, undefined, { numeric: true }));
  const search = el("input", { type: "search", placeholder: "search", "aria-label": "Search a name" });
  const rows = el("tbody");
  const show = () => fill(rows, people.filter(({ name }) => name.toLowerCase().includes(search.value.toLowerCase())).slice(0, 200).map((one) => row(one, people, app)));
  search.addEventListener("input", show);
  show();
  fill(app.list, el("h2", {}, `${people.length} ${people.length === 1 ? "person" : "people"}`), people.length ? search : el("p", { class: "faint" }, "No face has a name yet."),
    people.length ? el("table", {}, el("thead", {}, el("tr", {}, ["name", "photos", "faces", "measured", ""].map((name) => el("th", { scope: "col" }, name)))), rows) : null);
}

function row({ name, photos, faces, measured }, people, app) {
  return el("tr", {}, el("td", {}, name), el("td", {}, String(photos)), el("td", {}, String(faces)), el("td", {}, String(measured ?? "")),
    el("td", {}, button("Rename", () => ask(app, "rename", name, people), { class: "quiet", named: `Rename ${name}` }), button("Merge", () => ask(app, "merge", name, people), { class: "quiet", named: `Merge ${name} with somebody` })));
}

// Names travel in the body: an address is kept in histories and logs.
function ask(app, what, name, people) {
  const other = el("input", { type: "text", required: true, "aria-label": what === "rename" ? "New name" : "The same person as", autocomplete: "off" });
  const trouble = el("p", { role: "alert", class: "bad" });
  if (what === "merge") other.setAttribute("list", "everybody");
  const dialog = el("dialog", { class: "ask", "aria-label": `${what} ${name}` },
    el("form", { method: "dialog", on: { submit: async (event) => {
      event.preventDefault();
      try {
        const body = what === "rename" ? { name, new: other.value.trim() } : { name, into: other.value.trim() };
        const { photos } = await post(`/api/people/${what}`, body);
        dialog.close();
        app.say(`Changed in ${photos} ${photos === 1 ? "photo" : "photos"}`);
        await draw(app);
      } catch (error) {
        fill(trouble, error.message);
      }
    } } }, el("h2", {}, what === "rename" ? `Rename ${name}` : `${name} is the same person as`), other,
    el("datalist", { id: "everybody" }, people.filter((one) => one.name !== name).map((one) => el("option", { value: one.name }))),
    trouble, el("div", { class: "row" }, button(what === "rename" ? "Rename" : "Merge", () => {}, { type: "submit", class: "good" }), button("Cancel", () => dialog.close()))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// A queue of pairs, nearest first: same, not same, cannot say.
class Likely {
  constructor(app) {
    Object.assign(this, { app, matches: [], after: 0 });
    app.keys.on("same", () => void this.decide("must"));
    app.keys.on("different", () => void this.decide("cannot"));
    app.keys.on("unsure", () => void this.decide(null));
  }

  async load() {
    if (this.after !== null) {
      const page = await get(`/api/people/likely?after=${this.after}`).catch(() => ({ matches: [], next: null }));
      this.matches.push(...page.matches);
      this.after = page.next;
    }
    this.show();
  }

  show() {
    const [match] = this.matches, { app } = this;
    if (!match) return fill(app.match, el("h2", {}, "Likely matches"), el("p", { class: "faint" }, "No two measured faces wait for a word."));
    const face = (one) => el("figure", {}, cutting(one.sha, one.box, 150), el("figcaption", {}, one.name ?? "nobody yet", " ", link("photo", `/label/faces/${one.sha}`)));
    fill(app.match, el("h2", {}, "The same person?"), el("div", { class: "pair" }, face(match.first), face(match.second)), el("p", { class: "faint" }, `distance ${match.distance.toFixed(2)}`),
      el("div", { class: "row" }, button("Same", () => this.decide("must"), { class: "good" }, app.keys.name("same")), button("Not the same", () => this.decide("cannot"), { class: "bad" }, app.keys.name("different")), button("Cannot say", () => this.decide(null), {}, app.keys.name("unsure"))));
  }

  async decide(kind) {
    const match = this.matches.shift();
    if (!match) return;
    try {
      if (kind) await post("/api/people/pair", { first: match.first.face, second: match.second.face, kind });
    } catch (error) {
      this.app.say(error.message);
    }
    if (this.matches.length < 3) await this.load();
    else this.show();
  }
}
