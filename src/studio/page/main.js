// Which page an address is.
import { el, fill, link } from "./dom.js";

const NEEDED = {
  "pointer events": () => "PointerEvent" in window,
  "CompressionStream": () => "CompressionStream" in window,
  "createImageBitmap": () => "createImageBitmap" in window,
  "BroadcastChannel": () => "BroadcastChannel" in window,
  "AbortSignal.timeout": () => "timeout" in AbortSignal,
};

const PAGES = ["label", "staging", "frozen", "runs", "people", "calibrate", "teach"];

async function start() {
  const root = el("div", { id: "root" });
  document.body.append(root);
  const missing = Object.keys(NEEDED).filter((what) => !NEEDED[what]());
  if (missing.length) {
    fill(root, el("p", { class: "stop", role: "alert" }, `This browser lacks ${missing.join(", ")}: take a newer one.`));
    return;
  }
  const parts = location.pathname.split("/").filter(Boolean).map(decodeURIComponent);
  const page = parts.length ? parts[0] : "home";
  if (page !== "home" && !PAGES.includes(page)) {
    fill(root, el("p", { class: "stop", role: "alert" }, "There is no such page. ", link("To the start", "/")));
    return;
  }
  fill(root, el("p", { class: "stop faint" }, "One moment …"));
  try {
    await (await import(`./${page}.js`)).show(root, parts.slice(1));
  } catch (error) {
    fill(root, el("p", { class: "stop", role: "alert" }, `${error.message}. `, link("To the start", "/")));
    if (!("status" in error)) throw error;
  }
}

start();
