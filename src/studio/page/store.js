// What was labelled on one photo: its documents as they stand here, and how they change.
import { get, post } from "./api.js";
import { boxesOf, emptyDocument } from "./dimensions.js";
import { merged } from "./merge.js";
import { forget, kept } from "./kept.js";
import { Sender } from "./sending.js";

const GATHERED = 300;

export class Store extends Sender {
  constructor(base = "/api/photos") {
    super(base);
    Object.assign(this, { undoing: null, newest: -1 });
    this.channel.onmessage = ({ data }) => this.#heard(data);
    window.addEventListener("focus", () => this.#look());
  }

  get readOnly() {
    return this.photo?.frozen === true;
  }

  // All of this photo is sent before another one takes its place; without a server it stays.
  async open(sha, step) {
    const wanted = this.wanted = {};
    let photo;
    do {
      await this.undoing;
      await this.flush();
      photo = await get(`${this.base}/${sha}/${step}`);
      if (this.wanted !== wanted) return false;
    } while ((this.queue.length && !this.stuck) || this.sending || this.undoing);
    Object.assign(this, { sha, step, queue: [], acts: [], collisions: [], newest: -1 });
    this.#take(photo);
    const unsent = this.readOnly ? null : await kept(sha, step);
    if (unsent) this.#resume(unsent);
    else this.say("saved");
    return true;
  }

  #take(photo) {
    this.photo = photo;
    this.revision = photo.revision;
    this.confirmed = structuredClone(photo.labels);
    this.documents = photo.labels;
    this.rejected = {};
    this.dispatchEvent(new Event("opened"));
  }

  // Changes that an earlier page could not send.
  #resume(unsent) {
    if (unsent.png) {
      this.unsentPaint = unsent;
      this.queue.push({ documents: {}, rejected: {}, make: async () => unsent, body: unsent });
      this.dispatchEvent(new Event("changed"));
      return void this.send();
    }
    const { documents, collisions } = merged(unsent.confirmed, { ...this.confirmed, ...unsent.documents }, this.confirmed);
    this.documents = { ...this.documents, ...documents };
    this.rejected = unsent.rejected ?? {};
    this.newest = Math.min(this.newest, unsent.newest ?? -1);
    this.collisions = collisions;
    this.queue.push(this.snapshot(Object.keys(unsent.documents)));
    this.dispatchEvent(new Event("changed"));
    if (collisions.length) this.say("conflict");
    else this.send();
  }

  document(dimension) {
    return this.documents[dimension] ?? emptyDocument(dimension);
  }

  boxes(dimension) {
    return boxesOf(dimension, this.documents[dimension]);
  }

  newId() {
    return this.newest--;
  }

  // One change of one or more documents; `gather` joins it with the one before, as nudges do.
  change(documents, { gather = "" } = {}) {
    if (this.readOnly) return;
    const before = this.documents;
    this.documents = { ...this.documents, ...documents };
    const last = this.queue.at(-1);
    if (gather && last?.gather === gather && !last.sent) this.queue.pop();
    // What was refused is not sent again: the whole of what stands now takes its place.
    const refused = this.state === "refused" ? this.queue.splice(0) : [];
    const dimensions = [...new Set([...Object.keys(documents), ...refused.flatMap((one) => Object.keys(one.documents))])];
    if (!(gather && last?.gather === gather)) this.acts.push({});
    this.queue.push({ ...this.snapshot(dimensions), gather, before: gather && last?.gather === gather ? last.before : before });
    this.keep();
    this.say("saving");
    this.soon(gather ? GATHERED : 0);
    this.dispatchEvent(new Event("changed"));
  }

  // Paint is made into a picture when it is its turn: `make` gives what is sent.
  paint(make) {
    if (this.readOnly) return;
    const last = this.queue.at(-1);
    if (last?.make && !last.sent) this.queue.pop();
    this.queue.push({ documents: {}, rejected: {}, make });
    this.say("saving");
    this.soon(0);
  }

  // A rejected suggestion is no change of a document: it is taken back by opening it again.
  reject(dimension, ids) {
    this.rejected = { ...this.rejected, [dimension]: [...new Set([...(this.rejected[dimension] ?? []), ...ids])] };
    this.change({ [dimension]: this.document(dimension) });
    this.acts.splice(-1, 1, { dimension, ids });
  }

  #reopen({ dimension, ids }) {
    this.rejected = { ...this.rejected, [dimension]: (this.rejected[dimension] ?? []).filter((id) => !ids.includes(id)) };
    for (const ghost of this.photo.ghosts[dimension]) if (ids.includes(ghost.id)) ghost.fate = "open";
    this.queue.push({ ...this.snapshot([dimension]), reopened: ids });
    this.soon(0);
    this.dispatchEvent(new Event("changed"));
    return "undone";
  }

  // What is changed while something is taken back is sent after it.
  get paused() {
    return super.paused || this.undoing !== null;
  }

  undo(way = "undo") {
    const asked = this.undoing ? this.undoing.then(() => this.#undo(way)) : this.#undo(way);
    const undoing = this.undoing = asked.finally(() => {
      if (this.undoing !== undoing) return;
      this.undoing = null;
      if (this.queue.length && !this.timer) this.soon(0);
    });
    return undoing;
  }

  // What is not sent yet is taken back here, the rest from the set's log.
  async #undo(way) {
    if (this.readOnly) return "nothing";
    const act = way === "undo" ? this.acts.pop() : null, last = this.queue.at(-1);
    if (act?.ids) return this.#reopen(act);
    if (way === "undo" && last && !last.sent) return this.#takeBack();
    await this.sending;
    if (way === "undo" && this.queue.includes(last)) return this.#takeBack();
    if (!this.photo[way]) return "nothing";
    try {
      this.#turn(await post(`${this.base}/${this.sha}/${way}`, { revision: this.revision, step: this.step }));
      this.channel.postMessage({ sha: this.sha, revision: this.revision });
      return "undone";
    } catch (error) {
      if (error.status === 409) await this.#look(true);
      return error.message;
    }
  }

  #takeBack() {
    const { before } = this.queue.pop();
    if (before) this.documents = before;
    if (this.queue.length) this.keep();
    else {
      forget(this.sha, this.step);
      this.say("saved");
    }
    this.dispatchEvent(new Event("changed"));
    return "undone";
  }

  // The photo as it was before, or again, with what was changed while the server was asked.
  #turn(photo) {
    if (!this.queue.length) return this.#take(photo);
    this.photo = photo;
    if (this.queue.some((one) => one.make)) return void Object.assign(this, { revision: photo.revision, confirmed: photo.labels }); // paint is sent whole
    this.collide({ revision: photo.revision, documents: photo.labels });
  }

  #heard({ sha, revision }) {
    if (sha === this.sha && revision > this.revision) this.#look(true);
  }

  // Another tab changed this photo: shown at once, unless something here is still on its way.
  async #look(known = false) {
    if (!this.sha || this.queue.length || this.sending || (!known && document.hidden)) return;
    const { sha, step } = this;
    const photo = await get(this.address).catch(() => null);
    if (!photo || this.sha !== sha || this.step !== step || this.queue.length) return;
    if (photo.revision > this.revision) {
      this.#take(photo);
      this.dispatchEvent(new Event("elsewhere"));
    }
  }
}
