// The head of every page, what is said aloud, and whether all is saved.
import { el, fill, link } from "./dom.js";

const STATES = {
  saved: ["✓", "saved"], saving: ["…", "saving"], away: ["⚠", "server away: changes are kept here"],
  conflict: ["⇄", "changed elsewhere: choose"], refused: ["✕", "not saved"], frozen: ["❄", "frozen"],
};

export function head(here, ...more) {
  const places = { "/": "Start", "/staging/": "Staging", "/people": "People", "/runs/": "Runs" };
  return el("header", { class: "bar" }, link("Brushwork studio", "/", { class: "brand" }),
    el("nav", { "aria-label": "Pages" }, Object.entries(places).map(([path, name]) => link(name, path, path === here ? { "aria-current": "page" } : {}))), ...more);
}

export function saveState(store) {
  const mark = el("span", { "aria-hidden": "true" }), text = el("span"), output = el("output", { class: "state", "aria-live": "polite" }, mark, text);
  const show = () => {
    const state = store.readOnly ? "frozen" : store.state;
    output.dataset.state = state;
    fill(mark, STATES[state][0]);
    fill(text, store.reason ? `${STATES[state][1]}: ${store.reason}` : STATES[state][1]);
  };
  store.addEventListener("state", show);
  store.addEventListener("opened", show);
  return output;
}

// One sentence for a moment; screen readers hear it.
export function speaker() {
  const output = el("output", { class: "said", "aria-live": "polite" });
  document.body.append(output);
  let timer;
  return (text) => {
    fill(output, text);
    output.classList.add("seen");
    clearTimeout(timer);
    timer = setTimeout(() => output.classList.remove("seen"), 2500);
  };
}
