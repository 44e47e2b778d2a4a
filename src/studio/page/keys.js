// One table of keys: what they do here, whether anybody changed them, and the overlay that shows them.
import { get } from "./api.js";
import { button, el, fill } from "./dom.js";

const CHANGED = "studio:keys";
const SHOWN = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Escape: "Esc", Delete: "Del", Backspace: "⌫", PageUp: "PgUp", PageDown: "PgDn", Shift: "⇧" };
const PLACES = { everywhere: "Everywhere", label: "Photo", view: "View", boxes: "Boxes and suggestions", bibs: "Bibs", faces: "Faces", elements: "Elements", links: "Links", masks: "Masks", people: "People", runs: "Runs" };

// What was pressed, by the name that the table has for it.
export function chord(event) {
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code ?? "");
  let key = event.key === " " ? "Space" : event.key;
  if (digit && (event.shiftKey || event.altKey)) key = digit[1];
  else if (key.length === 1) key = key.toUpperCase();
  const letter = key.length > 1 || /[A-Z0-9]/.test(key);
  return [event.ctrlKey || event.metaKey ? "Ctrl" : "", event.altKey ? "Alt" : "", event.shiftKey && letter ? "Shift" : "", key].filter(Boolean).join("+");
}

export const shown = (name) => (name === "+" ? name : name.split("+").map((part) => SHOWN[part] ?? part).join(" "));

export function typing(target) {
  if (!(target instanceof Element)) return false;
  if (target.isContentEditable || target.matches("textarea, select")) return true;
  return target.matches("input") && !["checkbox", "radio", "range", "button"].includes(target.type);
}

export class Keys {
  constructor(table, where) {
    // `gate` may keep a key back: "closed" drops it, a promise lets it through in its turn.
    Object.assign(this, { gate: null, table, where: new Set(["everywhere", ...where]), actions: new Map(), releases: new Map(), pressed: 0 });
    this.changed = JSON.parse(localStorage.getItem(CHANGED) ?? "{}");
    window.addEventListener("keydown", (event) => this.#down(event));
    window.addEventListener("keyup", (event) => this.#up(event));
    window.addEventListener("blur", () => this.#releaseAll());
    // A button that was clicked must not take the next Enter or Space.
    document.addEventListener("click", ({ detail, target }) => detail && target.closest?.("button, summary, input[type=checkbox], input[type=range]")?.blur());
    this.on("help", () => this.overlay());
    this.on("home", () => location.assign("/"));
  }

  static async load(...where) {
    return new Keys(await get("/api/keys"), where);
  }

  // `then(place, event)` gets the place of the key in its row; `released` for keys that are held.
  on(id, then, released) {
    this.actions.set(id, then);
    if (released) this.releases.set(id, released);
  }

  at(...where) {
    this.where = new Set(["everywhere", ...where]);
  }

  keysOf(row) {
    return this.changed[row.id] ?? row.keys;
  }

  // The first key of an action, for a button.
  name(id, place = 0) {
    const row = this.table.find((one) => one.id === id);
    return row ? shown(this.keysOf(row)[place] ?? "") : "";
  }

  #down(event) {
    if (event.defaultPrevented || event.isComposing) return;
    this.pressed += event.repeat ? 0 : 1;
    if (typing(event.target) || document.querySelector("dialog[open]")) return;
    const name = chord(event);
    if (event.target.closest?.("button, a, summary, input") && ["Enter", "Space", "Tab", "Shift+Tab"].includes(name)) return;
    for (const row of this.table) {
      const place = this.keysOf(row).indexOf(name);
      if (place < 0 || !this.where.has(row.where)) continue;
      const then = this.actions.get(row.id);
      if (!then || (event.repeat && this.releases.has(row.id))) {
        if (then) event.preventDefault();
        continue;
      }
      const gate = this.gate?.();
      if (gate) {
        event.preventDefault();
        if (gate !== "closed") gate.finally(() => then(place, event));
        return;
      }
      if (then(place, event) === false) continue; // not for it: the next row may want the key
      event.preventDefault();
      return;
    }
  }

  #up(event) {
    const name = chord(event).split("+").at(-1);
    for (const row of this.table) {
      if (this.releases.has(row.id) && this.keysOf(row).some((key) => key.split("+").at(-1) === name)) this.releases.get(row.id)();
    }
  }

  #releaseAll() {
    for (const release of this.releases.values()) release();
  }

  overlay() {
    const dialog = el("dialog", { class: "keys", "aria-label": "Keys" });
    const show = () => fill(dialog,
      el("header", {}, el("h2", {}, "Keys"), el("p", {}, "Click a key to change it."),
        button("As they came", () => { this.#change({}); show(); }, { class: "quiet" }),
        button("Close", () => dialog.close(), { autofocus: true }, "Esc")),
      el("div", { class: "columns" }, Object.keys(PLACES).map((where) => this.#section(where, show))));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    show();
    dialog.showModal();
  }

  #section(where, show) {
    const rows = this.table.filter((row) => row.where === where);
    if (!rows.length) return null;
    return el("section", { class: this.where.has(where) ? "here" : "" }, el("h3", {}, PLACES[where]),
      el("dl", {}, rows.map((row) => [
        el("dt", {}, this.keysOf(row).map((key, place) => button(shown(key), ({ currentTarget }) => this.#ask(row, place, currentTarget, show), { class: "key", named: `${shown(key)}: ${row.does}; change` }))),
        el("dd", {}, row.does)])));
  }

  // The next key that is pressed takes the place of this one; who had it here loses it.
  #ask(row, place, from, show) {
    fill(from, "…");
    const take = (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
      window.removeEventListener("keydown", take, true);
      if (event.key !== "Escape") this.#give(row, place, chord(event));
      show();
    };
    window.addEventListener("keydown", take, true);
  }

  #give(row, place, name) {
    const changed = { ...this.changed };
    for (const other of this.table) {
      if (other !== row && other.where === row.where && this.keysOf(other).includes(name)) changed[other.id] = this.keysOf(other).filter((key) => key !== name);
    }
    changed[row.id] = this.keysOf(row).map((key, at) => (at === place ? name : key));
    this.#change(changed);
  }

  #change(changed) {
    this.changed = changed;
    localStorage.setItem(CHANGED, JSON.stringify(changed));
  }
}
