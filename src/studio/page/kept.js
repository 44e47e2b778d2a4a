// Changes that the server has not confirmed yet, kept in this browser: small ones at once, paint in a database.
const PREFIX = "studio:unsent:", NAME = "studio", TABLE = "unsent";

let set = "";

// Changes belong to one set: the same address may show another one tomorrow.
export function ofSet(name) {
  set = name;
}

const key = (sha, step) => `${PREFIX}${set}:${sha}:${step}`;

export function keep(sha, step, change) {
  try {
    localStorage.setItem(key(sha, step), JSON.stringify(change));
  } catch {
    write(key(sha, step), change); // fuller than the browser allows
  }
}

export async function kept(sha, step) {
  const said = localStorage.getItem(key(sha, step));
  return said === null ? read(key(sha, step)) : JSON.parse(said);
}

export function forget(sha, step) {
  localStorage.removeItem(key(sha, step));
  if (opened) drop(key(sha, step));
}

// Photos with something unsent, as [sha, step].
export async function unsent() {
  const names = [...Object.keys(localStorage), ...(await done("readonly", (table) => table.getAllKeys()))];
  const start = `${PREFIX}${set}:`;
  return names.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length).split(":"));
}

export const keepPaint = (sha, change) => write(key(sha, "masks"), change);
export const dropPaint = (sha) => drop(key(sha, "masks"));

let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function done(mode, work) {
  const table = (await database()).transaction(TABLE, mode).objectStore(TABLE);
  return new Promise((resolve, reject) => {
    const request = work(table);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const write = (name, change) => done("readwrite", (table) => table.put(change, name));
const read = (name) => done("readonly", (table) => table.get(name)).then((found) => found ?? null);
const drop = (name) => done("readwrite", (table) => table.delete(name));
