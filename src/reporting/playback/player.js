// Buttons, keys, and the clock.
class Player {
  static SPEEDS = [0.5, 1, 2, 4, 8, 16, 32, 64];

  constructor(scene, replay) {
    Object.assign(this, { scene, replay, duration: replay.duration, time: 0, speed: 1, playing: false });
    this.view = new View(element("view"), scene, replay);
    this.#describe();
    this.#offerSpeeds();
    this.#offerLayers();
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(element("stage"));
    this.#resize();
  }

  play() {
    if (this.playing) return;
    if (this.time >= this.duration) this.seek(0);
    this.playing = true;
    let before;
    const tick = (now) => {
      if (!this.playing) return;
      this.seek(this.time + (this.speed * (now - (before ?? now))) / 1000);
      before = now;
      if (this.time >= this.duration) this.pause();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    this.#show();
  }

  pause() {
    this.playing = false;
    this.#show();
  }

  toggle() {
    if (this.playing) this.pause(); else this.play();
  }

  seek(seconds) {
    this.time = Math.min(Math.max(seconds, 0), this.duration);
    this.replay.seek(this.time);
    this.view.draw(this.time);
    this.#show();
  }

  setSpeed(speed) {
    this.speed = speed;
    element("speed").value = speed;
  }

  annotationPixels() {
    this.view.paint.update();
    return this.view.paint.asAnnotation();
  }

  #show() {
    const total = this.duration.toFixed(1);
    element("clock").textContent = `${this.time.toFixed(1)} / ${total} s`;
    const scrub = element("scrub");
    scrub.value = this.time;
    scrub.setAttribute("aria-valuetext", `${this.time.toFixed(1)} of ${total} seconds`);
    element("play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.#showHand();
  }

  #showHand() {
    const { columns: { channel, brush_radius: radius }, done } = this.replay;
    const hand = element("hand");
    const say = (text, colour) => hand.replaceChildren(...(colour ? [swatch(colour)] : []), text);
    if (this.time >= this.duration) return say("finished");
    const kind = ["foreground", "background", "eraser"][channel[done]];
    if (!kind) return say("moving");
    const doing = kind === "eraser" ? "erasing" : `painting ${kind}`;
    say(`${doing}, brush of ${2 * radius[done] + 1} px`, this.scene.colours[kind]);
  }

  #describe() {
    const { title, phase, totals } = this.scene;
    element("title").textContent = title;
    element("phase").textContent = phase;
    for (const [name, value] of totals) {
      const row = document.createElement("div");
      row.append(text("dt", name), text("dd", value));
      element("totals").append(row);
    }
    element("scrub").max = this.duration;
  }

  #offerSpeeds() {
    for (const speed of Player.SPEEDS) element("speed").append(new Option(`${speed}×`, speed));
    this.setSpeed(1);
  }

  #offerLayers() {
    const { foreground, background, truth, prediction, missed, spurious } = this.scene.colours;
    const offers = [["picture", ["picture"]], ["outline", ["true outline", truth]]];
    if (this.scene.masks.prediction) {
      offers.push(["prediction", ["prediction", prediction]]);
      offers.push(["errors", ["missed", missed], ["spurious", spurious]]);
    }
    offers.push(["paint", ["foreground", foreground], ["background", background]], ["mouse", ["mouse"]]);
    for (const [layer, ...words] of offers) {
      const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: true });
      box.addEventListener("change", () => {
        this.view.layers[layer] = box.checked;
        this.#resize();
      });
      const label = document.createElement("label");
      label.append(box);
      for (const [word, colour] of words) label.append(...(colour ? [swatch(colour)] : []), word);
      element("layers").append(label);
    }
  }

  #listen() {
    element("play").addEventListener("click", () => this.toggle());
    element("stage").addEventListener("click", () => this.toggle());
    element("scrub").addEventListener("input", ({ target }) => this.seek(Number(target.value)));
    element("speed").addEventListener("change", ({ target }) => this.setSpeed(Number(target.value)));
    element("theme").addEventListener("click", () => switchTheme());
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  #press(event) {
    const { key, target, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("select")) return;
    const far = shiftKey ? 5 : 1;
    const faster = (steps) => this.setSpeed(Player.SPEEDS.at(Player.SPEEDS.indexOf(this.speed) + steps) ?? this.speed);
    const verbs = {
      " ": () => this.toggle(),
      ArrowLeft: () => this.seek(this.time - far),
      ArrowRight: () => this.seek(this.time + far),
      Home: () => this.seek(0),
      End: () => this.seek(this.duration),
      "<": () => this.speed > Player.SPEEDS[0] && faster(-1),
      ">": () => faster(1),
    };
    const native = key === " " && target.matches("button, input[type=checkbox]");
    if (!verbs[key] || native) return;
    event.preventDefault();
    verbs[key]();
  }

  #resize() {
    this.view.resize();
    drawStrip(element("strip"), this.replay, this.scene.colours);
    this.seek(this.time);
  }
}

// The whole session at a glance: when which class was painted.
function drawStrip(canvas, { columns: { channel }, ends, duration }, colours) {
  canvas.width = Math.max(Math.round(canvas.clientWidth * (window.devicePixelRatio || 1)), 1);
  canvas.height = 1;
  const context = canvas.getContext("2d");
  const looks = [css(colours.foreground), css(colours.background), css(colours.eraser)];
  for (let i = 0; i < channel.length; ) {
    const from = i;
    while (i < channel.length && channel[i] === channel[from]) i++;
    if (channel[from] < 0) continue;
    const begin = ((from ? ends[from - 1] : 0) / duration) * canvas.width;
    context.fillStyle = looks[channel[from]];
    context.fillRect(begin, 0, Math.max((ends[i - 1] / duration) * canvas.width - begin, 1), 1);
  }
}

function switchTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
}

function element(id) {
  return document.getElementById(id);
}

function text(tag, words) {
  return Object.assign(document.createElement(tag), { textContent: words });
}

function swatch(colour) {
  const dot = Object.assign(document.createElement("span"), { className: "swatch" });
  dot.style.setProperty("--colour", css(colour));
  return dot;
}

async function start() {
  const scene = JSON.parse(element("data").textContent);
  scene.picture = await loadPicture(scene.picture);
  scene.masks = await unpackAll(scene.masks);
  const columns = await unpackAll(scene.columns);
  const replay = new Replay(scene.shape, columns, scene.masks.finished);
  return new Player(scene, replay);
}

window.playerReady = start().then(
  (player) => (window.player = player),
  (error) => {
    element("hand").textContent = `This browser cannot play it: ${error.message}`;
    throw error;
  },
);
