"use strict";
// Every word from outside becomes a text node; only tiles in sight exist, and they are used again.
const data = JSON.parse(document.getElementById("data").textContent);
const element = (id) => document.getElementById(id);
const TILE_WIDTH = 200, TILE_HEIGHT = 236, BEYOND = 2;

function made(kind, parent, text) {
  const node = document.createElement(kind);
  if (text !== undefined) node.textContent = text;
  return parent.appendChild(node);
}

function shown(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? String(value) : value.toPrecision(4);
}

class Gallery {
  constructor(gallery) {
    Object.assign(this, gallery);
    this.columnOf = new Map(this.columns.map((name, place) => [name, place]));
    this.places = [];
    this.tiles = new Map();
    this.free = [];
    this.asked = false;
    this.view = element("view");
    this.sheet = element("sheet");
    this.#offer();
    this.view.addEventListener("scroll", () => this.#ask(), { passive: true });
    new ResizeObserver(() => this.#ask()).observe(this.view);
    this.choose();
  }

  choose() {
    const by = element("by").value, down = element("way").value === "down";
    const words = element("words").value.toLowerCase();
    const least = Number.parseFloat(element("least").value), most = Number.parseFloat(element("most").value);
    const group = element("group")?.value ?? "";
    const column = this.columnOf.get(by);
    const value = (place) => this.rows[place][column];
    this.places = this.rows.map((_, place) => place).filter((place) => {
      const number = value(place);
      if (words && !this.names[place].toLowerCase().includes(words)) return false;
      if (!Number.isNaN(least) && !(number >= least && number !== null)) return false;
      if (!Number.isNaN(most) && !(number <= most && number !== null)) return false;
      if (!group) return true;
      const [tag, word] = JSON.parse(group);
      return this.groups[tag][place] === word;
    });
    const sign = down ? -1 : 1;
    this.places.sort((a, b) => {
      const first = value(a), second = value(b);
      if (first === null || second === null) return (first === null) - (second === null) || a - b;
      if (typeof first === "string") return sign * first.localeCompare(second) || a - b;
      return sign * (first - second) || a - b;
    });
    this.by = by;
    element("count").textContent = `${this.places.length} of ${this.rows.length}`;
    this.view.scrollTop = 0;
    for (const place of [...this.tiles.keys()]) this.#drop(place);
    this.#draw();
  }

  #offer() {
    for (const name of this.columns) made("option", element("by"), name).value = name;
    element("by").value = this.score;
    const groups = element("group");
    for (const [tag, words] of Object.entries(this.groups))
      for (const word of [...new Set(words)].sort()) made("option", groups, `${tag}: ${word}`).value = JSON.stringify([tag, word]);
    groups.parentElement.hidden = Object.keys(this.groups).length === 0;
    for (const id of ["by", "way", "words", "least", "most", "group"]) element(id).addEventListener("input", () => this.choose());
  }

  #ask() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => { this.asked = false; this.#draw(); });
  }

  #draw() {
    const across = Math.max(1, Math.floor(this.view.clientWidth / TILE_WIDTH));
    const lines = Math.ceil(this.places.length / across);
    this.sheet.style.height = `${lines * TILE_HEIGHT}px`;
    this.view.style.height = `${Math.min(Math.max(lines, 1) * TILE_HEIGHT + 2, 736)}px`;
    const first = Math.max(0, Math.floor(this.view.scrollTop / TILE_HEIGHT) - BEYOND);
    const last = Math.ceil((this.view.scrollTop + this.view.clientHeight) / TILE_HEIGHT) + BEYOND;
    const wanted = new Map();
    for (let spot = first * across; spot < Math.min(last * across, this.places.length); spot += 1) wanted.set(this.places[spot], spot);
    for (const place of [...this.tiles.keys()]) if (!wanted.has(place)) this.#drop(place);
    for (const [place, spot] of wanted) {
      const tile = this.tiles.get(place) ?? this.#take(place);
      tile.style.transform = `translate(${(spot % across) * TILE_WIDTH}px, ${Math.floor(spot / across) * TILE_HEIGHT}px)`;
    }
  }

  #take(place) {
    const tile = this.free.pop() ?? this.#tile();
    const [image, score, name] = tile.children;
    const picture = this.images[place];
    image.hidden = !picture;
    if (picture) image.src = `data:image/webp;base64,${picture}`;
    score.textContent = `${this.by} ${shown(this.rows[place][this.columnOf.get(this.by)])}`;
    name.textContent = tile.title = this.names[place];
    tile.place = place;
    this.tiles.set(place, tile);
    tile.hidden = false;
    return tile;
  }

  #tile() {
    const tile = made("button", this.sheet);
    tile.className = "tile";
    tile.type = "button";
    const image = made("img", tile);
    image.decoding = "async";
    image.alt = "";
    made("b", tile);
    made("span", tile);
    tile.addEventListener("click", () => this.#open(tile.place));
    return tile;
  }

  #drop(place) {
    const tile = this.tiles.get(place);
    this.tiles.delete(place);
    tile.hidden = true;
    this.free.push(tile);
  }

  #open(place) {
    const dialog = element("sample");
    dialog.querySelector("h3").textContent = this.names[place];
    const image = dialog.querySelector("img"), picture = this.images[place];
    image.hidden = !picture;
    if (picture) image.src = `data:image/webp;base64,${picture}`;
    const list = dialog.querySelector("dl");
    list.replaceChildren();
    const facts = this.columns.map((name, column) => [name, this.rows[place][column]]);
    for (const [tag, words] of Object.entries(this.groups)) facts.push([tag, words[place]]);
    for (const [name, value] of facts) {
      made("dt", list, name);
      made("dd", list, shown(value));
    }
    dialog.showModal();
  }
}

function offerPlayers(players) {
  for (const [number, button] of document.querySelectorAll("button.play").entries()) {
    button.addEventListener("click", () => {
      const frame = element("player");
      frame.hidden = false;
      frame.srcdoc = players[number];
    });
  }
}

if (data.gallery) globalThis.gallery = new Gallery(data.gallery);
offerPlayers(data.players);
