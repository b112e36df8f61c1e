// One camera on the page. Picture and overlay are changed in the same turn before the same paint: what is seen of one frame
// never lies over another.

import { PreviewTransform } from "./geometry.js";
import { drawOverlay } from "./overlay.js";
import { Zones } from "./zones.js";

/** For how long no picture may come of a camera that gives several a second, in milliseconds; of a slower one, until one is missing. */
const leastPatience = 1500;
const ahead = 2;
/** How long it is told what was wrong with a control, in milliseconds: then the picture is seen again. */
const telling = 10000;
/** For how long a code is outlined that is not found any more, in milliseconds, if at least so many frames have missed it. */
const grace = 150, misses = 2;

/** Reasons why nothing can be read, and for how long one must be gone before another is told. */
const hintTexts = {
  tooDark: "too dark", backlit: "light from behind", motionBlur: "blurred by motion", outOfFocus: "out of focus",
  tooFar: "too far away", cutOff: "partly outside of the picture", glare: "a reflection on it",
};
const hintPause = 700;

export class Camera {
  constructor(description, connection, settings) {
    this.id = description.id;
    this.connection = connection;
    this.settings = settings;
    const element = document.getElementById("camera").content.firstElementChild.cloneNode(true);
    this.element = element;
    for (const name of ["stage", "codes", "faces", "notice", "hints", "numbers", "turn", "mirror", "gravity", "large", "zoom", "torch"])
      this[name] = element.querySelector("." + name);
    this.canvas = element.querySelector("canvas");
    this.look = { rotation: description.rotation, mirrored: description.mirrored, gravity: description.gravity };
    this.pending = null;
    this.shown = null;
    /** When what is shown came. In a page in the background it may have waited for long until it was painted. */
    this.lastCame = -Infinity;
    this.patience = leastPatience;
    /** Frames that were asked for and have not come, and those that have come and are not painted yet. */
    this.asked = this.inHand = 0;
    /** Whether another one is large, and this one is not in view. */
    this.isAside = false;
    /** What was wrong with the last control. */
    this.problem = "";
    this.counts = { painted: 0, since: performance.now(), delays: [] };
    this.sightings = new Map();
    this.hint = { text: "", since: -Infinity };
    this.zones = new Zones(this);
    this.listen();
    this.describe(description);
    new ResizeObserver(() => this.repaint()).observe(this.stage);
  }

  describe(description) {
    this.description = description;
    const name = description.title ?? description.name;
    this.element.querySelector("h2").textContent = name;
    this.element.setAttribute("aria-label", name);
    const points = this.canPoint, { mayControl } = this.settings;
    this.stage.setAttribute("role", points ? "button" : "group");
    this.stage.setAttribute("aria-label", points ? `Focus and expose for the middle of ${name}` : name);
    this.stage.tabIndex = points ? 0 : -1;
    this.canvas.setAttribute("aria-label", `Picture of ${name}`);
    this.zoom.hidden = !description.zoom || !mayControl;
    if (description.zoom) {
      const slider = this.zoom.querySelector("input");
      slider.max = description.zoom.most;
      if (!this.isSliding && document.activeElement !== slider) slider.value = description.zoom.factor;
    }
    this.torch.hidden = description.torch === undefined || !mayControl;
    this.torch.setAttribute("aria-pressed", String(description.torch === true));
    this.zones.describe();
    this.check();
  }

  /** Whether a point of the picture can be chosen by who looks on. */
  get canPoint() {
    return this.settings.mayControl && !this.zones.isDrawing && (this.description.focusesOnPoint || this.description.exposesForPoint);
  }

  // MARK: What the hand does

  listen() {
    this.turn.addEventListener("click", () => this.change({ rotation: (this.look.rotation + 90) % 360 }));
    this.mirror.addEventListener("click", () => this.change({ mirrored: !this.look.mirrored }));
    this.gravity.addEventListener("change", () => this.change({ gravity: this.gravity.value }));
    this.zoom.querySelector("input").addEventListener("input", event => this.slide(event.target));
    this.torch.addEventListener("click", () => this.control({ set: "torch", value: this.description.torch ? 0 : 1 }));
    this.stage.addEventListener("click", event => {
      const box = this.stage.getBoundingClientRect();
      this.pointAt({ x: event.clientX - box.left, y: event.clientY - box.top });
    });
    this.stage.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.pointAt({ x: this.stage.clientWidth / 2, y: this.stage.clientHeight / 2 });
    });
    this.change({});
  }

  change(look) {
    Object.assign(this.look, look);
    this.mirror.setAttribute("aria-pressed", String(this.look.mirrored));
    this.gravity.value = this.look.gravity;
    this.repaint();
  }

  control(action, answered) {
    this.connection.control(this.id, action, problem => {
      this.problem = problem ?? "";
      this.tellNotice();
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.problem = "";
        this.tellNotice();
      }, telling);
      answered?.(problem);
    });
  }

  /** Zooms to where the slider is. While one value is under way others wait, and of these only the newest counts. */
  slide(slider) {
    this.slidTo = Number(slider.value);
    if (this.isSliding) return;
    const value = this.slidTo;
    this.isSliding = true;
    this.control({ set: "zoom", value }, problem => {
      this.isSliding = false;
      if (this.slidTo !== value) this.slide(slider);
      else if (problem && this.description.zoom) slider.value = this.description.zoom.factor;
    });
  }

  /** Focuses and exposes for a point of the stage, where the camera can. */
  pointAt(point) {
    if (!this.canPoint || !this.shown) return;
    const { x, y } = this.transform(this.shown).devicePoint(point);
    if (x >= 0 && x <= 1 && y >= 0 && y <= 1) this.control({ set: "point", x, y });
  }

  // MARK: Frames

  /** Asks for frames anew, over a connection that knows of none. */
  start() {
    this.asked = 0;
    this.ask();
  }

  /** Asks for as many frames as may be ahead, unless nobody sees them. */
  ask() {
    const count = ahead - this.asked - this.inHand;
    if (document.hidden || this.isAside || count <= 0) return;
    this.asked += count;
    this.connection.credit(this.id, count);
  }

  async take(header, jpeg) {
    this.asked = Math.max(0, this.asked - 1);
    this.inHand += 1;
    const number = this.newest = (this.newest ?? 0) + 1, came = performance.now();
    let bitmap = null;
    if (jpeg.byteLength > 0) {
      try {
        bitmap = await createImageBitmap(new Blob([jpeg], { type: header.picture.mediaType }));
      } catch { /* A picture that was cut short on its way out of the camera: the next one comes. */ }
    }
    if (!bitmap || number < (this.decoded ?? 0)) {
      bitmap?.close();
      return this.done();
    }
    this.decoded = number;
    if (this.pending) { // Newest wins.
      this.pending.bitmap.close();
      this.done();
    } else requestAnimationFrame(() => this.paintPending());
    this.pending = { header, bitmap, came };
  }

  /** One frame is through: another one may come. */
  done() {
    this.inHand -= 1;
    this.ask();
  }

  paintPending() {
    this.shown?.bitmap.close();
    this.shown = this.pending;
    this.pending = null;
    this.objects = this.inView(this.shown.header);
    this.lastCame = this.shown.came;
    this.check();
    this.paint();
    this.counts.painted += 1;
    this.counts.delays.push(Date.now() - this.shown.header.captured);
    this.done();
  }

  transform(frame) {
    return new PreviewTransform({
      video: frame.bitmap, view: { width: this.stage.clientWidth, height: this.stage.clientHeight }, ...this.look,
    });
  }

  repaint() { if (this.shown) this.paint(); }

  /** A picture that is to be seen whole has no bars: the stage takes its shape. */
  shape() {
    const { width, height } = this.shown.bitmap, lies = this.look.rotation % 180 !== 0;
    const ratio = this.look.gravity !== "resizeAspect" ? "4 / 3" : lies ? `${height} / ${width}` : `${width} / ${height}`;
    if (this.stage.style.aspectRatio !== ratio) this.stage.style.aspectRatio = ratio;
  }

  paint() {
    this.shape();
    const view = { width: this.stage.clientWidth, height: this.stage.clientHeight };
    const { bitmap, header } = this.shown, transform = this.transform(this.shown), m = transform.matrix;
    const sharpness = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(view.width * sharpness), Math.round(view.height * sharpness)];
    if (this.canvas.width !== width) this.canvas.width = width;
    if (this.canvas.height !== height) this.canvas.height = height;
    const context = this.canvas.getContext("2d", { willReadFrequently: false });
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.setTransform(
      m.a * sharpness / bitmap.width, m.b * sharpness / bitmap.width, m.c * sharpness / bitmap.height,
      m.d * sharpness / bitmap.height, m.e * sharpness, m.f * sharpness);
    context.drawImage(bitmap, 0, 0);
    const objects = this.isStale ? [] : this.objects;
    drawOverlay(this.codes, this.faces, objects, header.held ?? [], transform, view, this.settings.showsConfidence);
    this.zones.follow(transform);
    this.tellHints(this.isStale ? [] : header.record?.hints ?? []);
    this.element.dataset.frame = header.record?.frame ?? "";
    this.element.dataset.captured = header.captured;
  }

  /** Why something cannot be read. Words change no faster than they can be read, or heard, where a reason comes and goes with
      each frame too; what is no longer live says nothing. */
  tellHints(hints) {
    const text = hints.map(hint => hintTexts[hint]).filter(Boolean).join(", "), now = performance.now();
    if (text === this.hint.text) { this.hint.since = now; return; }
    if (this.hint.text && now - this.hint.since < hintPause && !this.isStale) return;
    this.hint = { text, since: now };
    this.hints.textContent = text && `Cannot read: ${text}`;
  }

  /** What is outlined in a frame. scanwatch holds what it misses for a while, as it may come back; a code that was taken away
      is not outlined for so long. Faces are not looked for in every frame. */
  inView({ record, held = [], captured }) {
    const sightings = new Map();
    const objects = (record?.objects ?? []).filter(object => {
      const isHeld = held.includes(object.id), last = this.sightings.get(object.id);
      const sighting = isHeld && last ? { captured: last.captured, missed: last.missed + 1 } : { captured, missed: 0 };
      sightings.set(object.id, sighting);
      return object.type === "face" || sighting.missed < misses || captured - sighting.captured <= grace;
    });
    this.sightings = sightings;
    return objects;
  }

  // MARK: Whether it is live

  /** Notes how many milliseconds pass from one picture to the next, as far as that is known. */
  notePace(interval) { this.patience = Math.max(leastPatience, 2 * (interval ?? 0)); }

  /** Notices when no picture comes any more: no boxes over one that nobody should believe in. */
  check() {
    const isStale = this.description.state !== "live" || performance.now() - this.lastCame > this.patience;
    if (isStale !== this.isStale) {
      this.isStale = isStale;
      this.problem = "";
      this.element.classList.toggle("stale", isStale);
      this.repaint();
    }
    this.tellNotice();
  }

  /** Says why it is not live, or what was wrong with a control. It is read out, and therefore written only when it changes. */
  tellNotice() {
    const text = this.isStale ? this.reason : this.problem;
    if (this.notice.textContent !== text) this.notice.textContent = text;
  }

  get reason() {
    switch (this.description.state) {
      case "lost": return `The camera is lost${this.description.detail ? ": " + this.description.detail : ""}.`;
      case "waiting": return "Waiting for the camera.";
      default: return document.hidden || this.isAside ? "Paused." : "No picture comes.";
    }
  }

  /** Frames a second and how old they were when they were painted, since the last call. */
  tellNumbers(drops) {
    const now = performance.now(), { painted, since, delays } = this.counts;
    // Of a slow camera the next one is not due yet.
    if (!painted && !this.isStale) return;
    const middle = delays.sort((one, other) => one - other)[delays.length >> 1];
    this.counts = { painted: 0, since: now, delays: [] };
    const rate = (painted * 1000 / (now - since)).toFixed(1);
    this.numbers.textContent = painted
      ? `${rate} frames/s · ${Math.max(0, middle)} ms · ${drops ?? 0} lost` : "no frames";
  }
}
