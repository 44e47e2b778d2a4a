// What labelling takes: seconds in front of a visible page, keys and clicks, since the last save.
const IDLE = 60_000;

export class Effort {
  constructor() {
    this.total = { keys: 0, clicks: 0 };
    this.restart();
    window.addEventListener("keydown", (event) => !event.repeat && !["Shift", "Control", "Alt", "Meta"].includes(event.key) && this.#add("keys"), true);
    window.addEventListener("pointerdown", () => this.#add("clicks"), true);
    window.addEventListener("pointermove", () => this.#tick(), { passive: true });
    document.addEventListener("visibilitychange", () => this.#tick(document.hidden));
  }

  restart() {
    Object.assign(this, { seconds: 0, keys: 0, clicks: 0, at: performance.now() });
  }

  #add(what) {
    this[what]++;
    this.total[what]++;
    this.#tick();
  }

  // Somebody who went for coffee is not labelling.
  #tick() {
    const now = performance.now();
    if (!document.hidden || now - this.at < IDLE) this.seconds += Math.min(now - this.at, IDLE) / 1000;
    this.at = now;
  }

  take(ghosts) {
    this.#tick();
    const { seconds, keys, clicks } = this;
    this.restart();
    return { seconds, keys, clicks, ghosts };
  }
}
