// The way of changes to the server: in order, one at a time, and none is dropped before it is confirmed.
import { Failure, put } from "./api.js";
import { boxesOf, isBoxed, withBoxes } from "./dimensions.js";
import { merged, same } from "./merge.js";
import { dropPaint, forget, keep, keepPaint } from "./kept.js";

const LONGEST_WAIT = 10_000, KEEPALIVE_BYTES = 60_000;

// Whoever extends it has `documents`, `confirmed`, `rejected`, `revision` and `photo`.
export class Sender extends EventTarget {
  constructor(base) {
    super();
    Object.assign(this, { base, state: "saved", reason: "", queue: [], sending: null, collisions: [], wait: 500 });
    this.channel = new BroadcastChannel("studio");
    document.addEventListener("visibilitychange", () => document.hidden && this.leave());
    window.addEventListener("pagehide", () => this.leave());
    window.addEventListener("online", () => this.flush().catch(() => {}));
  }

  get address() {
    return `${this.base}/${this.sha}/${this.step}`;
  }

  // What the server will not take, or a person must decide about: it waits in this browser.
  get stuck() {
    return this.state === "refused" || this.collisions.length > 0;
  }

  // Nothing is sent until a person has decided.
  get paused() {
    return this.collisions.length > 0;
  }

  // A change never waits for the ones after it.
  soon(milliseconds) {
    if (this.timer && milliseconds) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.send();
    }, milliseconds);
  }

  snapshot(dimensions) {
    return { documents: Object.fromEntries(dimensions.map((one) => [one, this.document(one)])), rejected: this.rejected };
  }

  keep() {
    const dimensions = new Set(this.queue.flatMap((one) => Object.keys(one.documents)));
    keep(this.sha, this.step, {
      ...this.snapshot([...dimensions]), confirmed: this.confirmed, revision: this.revision, newest: this.newest,
    });
  }

  async send() {
    if (this.sending || this.paused || !this.queue.length) return this.sending;
    this.sending = this.#sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  async #sendAll() {
    while (this.queue.length && !this.paused) {
      const next = this.queue[0];
      next.sent = true;
      try {
        const began = performance.now();
        const answer = await put(this.address, next.make ? await this.#painted(next) : this.#body(next));
        this.lastSave = performance.now() - began;
        this.queue.shift();
        this.confirm(next, answer);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.status === 409 && error.said?.theirs && next.make) this.#collidePaint(error.said.theirs);
        else if (error.status === 409 && error.said?.theirs) this.collide(error.said.theirs);
        else return this.#later(error);
      }
    }
    this.wait = 500;
    if (!this.queue.length) {
      forget(this.sha, this.step);
      this.say("saved");
      this.channel.postMessage({ sha: this.sha, revision: this.revision });
    }
  }

  // What it took is told once, also where a change is sent again.
  #body(next) {
    const { documents, rejected, reopened = [] } = next, ids = rejected[this.step] ?? [];
    next.spent ??= this.spent?.();
    return { revision: this.revision, documents, ...(ids.length ? { rejected: ids } : {}), ...(reopened.length ? { reopened } : {}), spent: next.spent };
  }

  // Kept until it is confirmed: a picture is too large for what is kept at once.
  async #painted(next) {
    next.body ??= await next.make();
    await keepPaint(this.sha, next.body);
    next.spent ??= this.spent?.();
    return { ...next.body, revision: this.revision, spent: next.spent };
  }

  #collidePaint(theirs) {
    this.revision = theirs.revision;
    const [was, now] = [this.confirmed.masks, theirs.documents?.masks ?? this.confirmed.masks];
    this.confirmed = { ...this.confirmed, ...theirs.documents };
    if (same(was, now)) return;
    this.collisions = [{ dimension: "masks", id: null, mine: "the paint of this page", theirs: now, replace: (documents) => ({ ...documents, masks: now }) }];
    this.say("conflict");
    this.dispatchEvent(new Event("changed"));
  }

  // What the set calls the new boxes; what was changed meanwhile stays as it is here.
  confirm(next, answer) {
    this.revision = answer.revision;
    const ids = new Map();
    for (const [dimension, said] of Object.entries(answer.documents)) {
      if (isBoxed(dimension) && said && next.documents[dimension]) {
        const mine = boxesOf(dimension, next.documents[dimension]);
        boxesOf(dimension, said).forEach((box, place) => {
          if (mine[place] && mine[place].id !== box.id) ids.set(mine[place].id, box.id);
        });
      }
      this.confirmed[dimension] = said;
    }
    // Paint may be confirmed before the photo is shown, and is then read as the set has it.
    if (next.make) Object.assign(this, { documents: { ...this.documents, masks: this.confirmed.masks }, unsentPaint: null });
    if (ids.size) {
      this.documents = renamed(this.documents, ids);
      for (const one of this.queue) {
        one.documents = renamed(one.documents, ids);
        if (one.before) one.before = renamed(one.before, ids);
      }
    }
    this.photo.undo = true;
    this.photo.redo = false;
    if (this.queue.length) this.keep();
    this.dispatchEvent(new CustomEvent("saved", { detail: { ids } }));
  }

  // The set changed in between: what does not collide is merged, the rest is asked.
  collide(theirs) {
    const confirmed = { ...this.confirmed, ...theirs.documents };
    const { documents, collisions } = merged(this.confirmed, this.documents, confirmed);
    const touched = new Set(this.queue.flatMap((one) => Object.keys(one.documents)));
    this.revision = theirs.revision;
    this.confirmed = structuredClone(confirmed);
    this.documents = documents;
    this.collisions = collisions;
    this.queue = [this.snapshot([...touched])];
    this.keep();
    this.say(collisions.length ? "conflict" : "saving");
    this.dispatchEvent(new Event("changed"));
  }

  // What a person said about one collision: `mine` stands already, `theirs` replaces it.
  settle(collision, choice) {
    this.collisions = this.collisions.filter((one) => one !== collision);
    if (choice === "theirs") this.documents = collision.replace(this.documents);
    if (collision.dimension === "masks") return this.#settlePaint(choice);
    const touched = this.queue.length ? Object.keys(this.queue[0].documents) : [];
    this.queue = [this.snapshot([...new Set([...touched, collision.dimension])])];
    this.keep();
    this.say(this.collisions.length ? "conflict" : "saving");
    this.dispatchEvent(new Event("changed"));
    if (!this.collisions.length) this.send();
  }

  #settlePaint(choice) {
    if (choice === "mine") {
      this.say("saving");
      return this.send();
    }
    this.queue = [];
    dropPaint(this.sha);
    this.say("saved");
    this.photo.labels = this.documents;
    this.dispatchEvent(new Event("opened"));
  }

  #later(error) {
    this.queue.forEach((one) => (one.sent = false));
    if (!error.away) return this.say("refused", error.message);
    this.say("away");
    this.soon(this.wait);
    this.wait = Math.min(this.wait * 1.6, LONGEST_WAIT);
  }

  // All is sent, or it is said why not.
  async flush() {
    clearTimeout(this.timer);
    this.timer = null;
    await this.send();
    if (this.queue.length && this.state === "away") throw new Failure(0);
  }

  // The tab may be gone in a moment: send what a browser sends for a tab that is gone.
  leave() {
    if (!this.queue.length || this.paused || this.sending) return;
    const all = { documents: Object.assign({}, ...this.queue.map((one) => one.documents)), rejected: this.rejected };
    const body = JSON.stringify(this.#body(all));
    if (body.length > KEEPALIVE_BYTES || this.queue.some((one) => one.make)) return;
    clearTimeout(this.timer);
    this.timer = null;
    const sent = this.queue;
    sent.forEach((one) => (one.sent = true));
    this.sending = put(this.address, body, { keepalive: true }).then((answer) => {
      this.queue = this.queue.filter((one) => !sent.includes(one));
      this.confirm(all, answer);
      if (!this.queue.length) {
        forget(this.sha, this.step);
        this.say("saved");
      }
    }, () => sent.forEach((one) => (one.sent = false))).finally(() => {
      this.sending = null;
      this.send();
    });
  }

  say(state, reason = "") {
    Object.assign(this, { state, reason });
    this.dispatchEvent(new Event("state"));
  }
}

// Documents in which new boxes have the ids that the set gave them.
function renamed(documents, ids) {
  const known = (id) => (ids.has(id) ? ids.get(id) : id);
  return Object.fromEntries(Object.entries(documents).map(([dimension, said]) => {
    if (!said) return [dimension, said];
    if (dimension === "links") return [dimension, { ...said, pairs: said.pairs.map(([bib, face]) => [known(bib), known(face)]) }];
    if (!isBoxed(dimension)) return [dimension, said];
    return [dimension, withBoxes(dimension, said, boxesOf(dimension, said).map((box) => (ids.has(box.id) ? { ...box, id: known(box.id) } : box)))];
  }));
}
