// Elements from data: what was typed or read from a file is always a text node.
const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["svg", "g", "rect", "line", "circle", "text", "path", "polygon", "polyline"]);

// Keys of `props`: `on` (event to function), `style`, `dataset`, `class`, properties, attributes.
export function el(tag, props = {}, ...children) {
  const element = SHAPES.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  set(element, props);
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function set(element, props) {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (key === "on") for (const [name, then] of Object.entries(value)) element.addEventListener(name, then);
    else if (key === "style") for (const [name, said] of Object.entries(value)) element.style.setProperty(name, said);
    else if (key === "dataset") Object.assign(element.dataset, value);
    else if (key === "class") element.setAttribute("class", value);
    else if (key in element && element.namespaceURI !== SVG && !key.startsWith("aria-")) element[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
    if (value === false && element.namespaceURI !== SVG && !(key in element) && !key.startsWith("aria-")) element.removeAttribute(key);
  }
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A button with its key beside its name; `named` where the name is not what is read.
export function button(name, then, props = {}, key = "") {
  const said = props.named ?? name;
  const { named: _named, ...rest } = props;
  return el("button", { type: "button", "aria-label": said, title: key ? `${said} (${key})` : said, on: { click: then }, ...rest },
    el("span", {}, name), key ? el("kbd", { "aria-hidden": "true" }, key) : null);
}

export function link(name, href, props = {}) {
  return el("a", { href, ...props }, name);
}

export function table(heads, rows, props = {}) {
  return el("table", props,
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el("tbody", {}, rows.map((cells) => el("tr", {}, cells.map((cell) => el("td", {}, cell ?? ""))))));
}

// 0.1234 -> 12 %; nothing for what is not known.
export function percent(share) {
  return share === null || share === undefined || Number.isNaN(share) ? "" : `${Math.round(100 * share)} %`;
}

export function words(name) {
  return String(name).replaceAll("_", " ");
}
