// A camera's zones: shown over its picture, and drawn there by hand or by keys. What is drawn is saved as a whole, in place of
// what was seen when it was begun; who comes second is told.

import { letter } from "./overlay.js";

const svg = "http://www.w3.org/2000/svg";
const step = 0.01, leap = 0.05;
/** How far beside an edge it may be pressed on, in CSS pixels. */
const reach = 12;
/** For how long an answer is waited for, in milliseconds; scanwatch-web itself gives up sooner. */
const patience = 15000;
const clamp = value => Math.min(1, Math.max(0, value));

export class Zones {
  /** `camera` has stage, element, description, look and transform(). */
  constructor(camera) {
    this.camera = camera;
    const find = name => camera.element.querySelector("." + name);
    this.outlines = find("zones");
    this.handles = find("handles");
    this.toggle = find("edit-zones");
    this.panel = find("zone-panel");
    this.list = find("zone-list");
    this.name = find("zone-name");
    this.problem = find("zone-problem");
    this.lessCorners = find("corner-remove");
    /** What is being drawn: a copy of the camera's zones; null while nothing is. */
    this.draft = null;
    this.chosen = 0;
    /** The number of the corner that was at hand last; 0 for none. */
    this.corner = 0;
    /** The zone that each pointer drags a handle of. */
    this.dragged = new Map();
    this.isSending = false;
    this.toggle.addEventListener("click", () => this.draft ? this.end() : this.begin());
    this.list.addEventListener("change", () => this.choose(Number(this.list.value)));
    this.name.addEventListener("input", () => {
      if (!this.zone) return;
      this.zone.name = this.name.value;
      this.fillList();
      this.draw();
    });
    find("zone-add").addEventListener("click", () => this.add([0.3, 0.3, 0.7, 0.7]));
    find("zone-remove").addEventListener("click", () => this.remove());
    this.lessCorners.addEventListener("click", () => this.removeCorner(this.corner));
    find("zone-save").addEventListener("click", () => this.save());
    find("zone-reset").addEventListener("click", () => this.send("DELETE"));
    camera.stage.addEventListener("pointerdown", event => this.press(event));
  }

  get isDrawing() { return this.draft !== null; }
  get zone() { return this.draft?.[this.chosen]; }

  /** What is known of the camera has changed. */
  describe() {
    this.toggle.hidden = !this.camera.settings.mayControl;
    if (this.toggle.hidden && this.draft) return this.end();
    this.draw();
  }

  begin() {
    this.version = this.camera.description.zonesVersion;
    this.draft = structuredClone(this.camera.description.zones);
    this.chosen = this.corner = 0;
    this.dragged.clear();
    this.change("");
    this.camera.describe(this.camera.description);
  }

  end() {
    const hadFocus = [this.panel, this.handles].some(part => part.contains(document.activeElement));
    this.draft = null;
    this.change("");
    this.camera.describe(this.camera.description);
    if (hadFocus) this.toggle.focus();
  }

  /** Shows what is being drawn as it is now. */
  change(problem) {
    this.problem.textContent = problem;
    this.toggle.setAttribute("aria-pressed", String(this.isDrawing));
    this.camera.element.classList.toggle("drawing", this.isDrawing);
    this.panel.hidden = !this.isDrawing;
    this.fillList();
    this.choose(Math.max(0, Math.min(this.chosen, (this.draft ?? []).length - 1)));
  }

  choose(number) {
    if (number !== this.chosen) this.corner = 0;
    this.chosen = number;
    this.list.value = String(number);
    this.name.value = this.zone?.name ?? "";
    this.panel.classList.toggle("empty", !this.zone);
    this.draw();
  }

  fillList() {
    this.list.replaceChildren(...(this.draft ?? []).map((zone, number) => {
      const option = document.createElement("option");
      option.value = String(number);
      option.textContent = zone.name || "(no name)";
      option.selected = number === this.chosen;
      return option;
    }));
  }

  add([left, top, right, bottom]) {
    const names = this.draft.map(zone => zone.name);
    let number = this.draft.length + 1;
    while (names.includes(`zone ${number}`)) number += 1;
    const corners = [[left, top], [left, bottom], [right, bottom], [right, top]].map(([x, y]) => ({ x, y }));
    this.draft.push({ name: `zone ${number}`, corners });
    this.chosen = this.draft.length - 1;
    this.change("");
    this.handles.querySelector("button")?.focus();
  }

  remove() {
    this.draft.splice(this.chosen, 1);
    this.change("");
  }

  // MARK: What is seen

  /** Draws what is seen anew if the picture lies otherwise than before. */
  follow(transform) {
    const lie = Object.values(transform.matrix).join();
    if (lie !== this.lie) this.draw();
    this.lie = lie;
  }

  /** Draws the outlines, and of the zone that is chosen a handle a corner and one for all of it. */
  draw() {
    const view = { width: this.camera.stage.clientWidth, height: this.camera.stage.clientHeight };
    this.outlines.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
    const frame = this.camera.shown;
    const zones = frame ? this.draft ?? this.camera.description.zones : [];
    const transform = frame && this.camera.transform(frame);
    this.outlines.replaceChildren(...zones.map((zone, number) => {
      const points = zone.corners.map(corner => transform.layerPoint(corner));
      const group = document.createElementNS(svg, "g"), path = document.createElementNS(svg, "path");
      path.setAttribute("d", "M" + points.map(point => `${point.x},${point.y}`).join("L") + "Z");
      if (this.isDrawing && number === this.chosen) group.setAttribute("class", "chosen");
      const label = document.createElementNS(svg, "text");
      const left = Math.min(view.width - letter * zone.name.length, ...points.map(point => point.x + 4));
      label.setAttribute("x", Math.max(4, left));
      label.setAttribute("y", Math.min(view.height - 4, Math.max(...points.map(point => point.y)) - 6));
      label.textContent = zone.name;
      group.append(path, label);
      return group;
    }));
    this.placeHandles(transform);
  }

  placeHandles(transform) {
    this.lessCorners.disabled = !(this.corner > 0 && this.zone?.corners.length > 3);
    const wanted = transform && this.zone ? this.zone.corners.length + 1 : 0;
    while (this.handles.children.length > wanted) this.handles.lastElementChild.remove();
    while (this.handles.children.length < wanted) this.handles.append(this.handle(this.handles.children.length));
    for (const [number, handle] of [...this.handles.children].entries()) {
      const { corners, name } = this.zone, corner = corners[number - 1] ?? middle(corners);
      const point = transform.layerPoint(corner);
      handle.style.left = `${point.x}px`;
      handle.style.top = `${point.y}px`;
      handle.classList.toggle("whole", number === 0);
      const place = `${Math.round(corner.x * 100)} %, ${Math.round(corner.y * 100)} %`;
      handle.setAttribute("aria-label", number === 0 ? `${name}, at ${place}` : `Corner ${number} of ${name}, at ${place}`);
    }
  }

  /** Number 0 moves the whole zone, the others a corner each. */
  handle(number) {
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", event => event.stopPropagation());
    button.addEventListener("keydown", event => this.key(event, number));
    button.addEventListener("focus", () => {
      this.corner = number;
      this.draw();
    });
    button.addEventListener("pointerdown", event => {
      event.stopPropagation();
      this.hold(number, event);
    });
    button.addEventListener("pointermove", event => {
      // Meanwhile the zone may have been removed, by keys or because the page may not control any more.
      if (!button.hasPointerCapture(event.pointerId) || this.zone !== this.dragged.get(event.pointerId)) return;
      const place = this.place(event), from = this.zone.corners[number - 1] ?? middle(this.zone.corners);
      this.move(number, place.x - from.x, place.y - from.y);
    });
    return button;
  }

  /** Has a pointer drag a handle until it is let go. */
  hold(number, event) {
    event.preventDefault();
    this.handles.children[number].focus();
    this.dragged.set(event.pointerId, this.zone);
    this.handles.children[number].setPointerCapture(event.pointerId);
  }

  // MARK: Hand and keys

  /** Where an event of the pointer is upon the stage. */
  point(event) {
    const box = this.camera.stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Where that is in the unrotated picture, 0…1. */
  place(event) {
    const { x, y } = this.camera.transform(this.camera.shown).devicePoint(this.point(event));
    return { x: clamp(x), y: clamp(y) };
  }

  /** Puts a corner upon an edge of the zone that is chosen, to be dragged on, or draws another zone. */
  press(event) {
    if (!this.isDrawing || !this.camera.shown || event.button !== 0) return;
    const edge = this.edge(event);
    if (!edge) return this.beginRectangle(event);
    this.split(edge.number, edge.place);
    this.hold(edge.number + 1, event);
  }

  /** The edge that a pointer is upon: the number of the corner before it, and where; nothing if there is none. */
  edge(event) {
    const transform = this.camera.transform(this.camera.shown), point = this.point(event);
    const points = (this.zone?.corners ?? []).map(corner => transform.layerPoint(corner));
    const edges = points.map((from, place) => {
      const foot = nearest(point, from, points[(place + 1) % points.length]);
      return { number: place + 1, foot, distance: Math.hypot(foot.x - point.x, foot.y - point.y) };
    });
    const [first] = edges.filter(({ distance }) => distance <= reach).sort((one, other) => one.distance - other.distance);
    return first && { number: first.number, place: transform.devicePoint(first.foot) };
  }

  /** Draws a zone from one corner to the opposite one. */
  beginRectangle(event) {
    const { stage } = this.camera, start = this.place(event);
    const end = last => {
      if (last.pointerId !== event.pointerId) return;
      stage.removeEventListener("pointerup", end);
      stage.removeEventListener("pointercancel", end);
      if (last.type === "pointercancel" || !this.isDrawing) return;
      const other = this.place(last);
      const [left, right] = [Math.min(start.x, other.x), Math.max(start.x, other.x)];
      const [top, bottom] = [Math.min(start.y, other.y), Math.max(start.y, other.y)];
      if (right - left > step && bottom - top > step) this.add([left, top, right, bottom]);
    };
    stage.setPointerCapture(event.pointerId);
    stage.addEventListener("pointerup", end);
    stage.addEventListener("pointercancel", end);
  }

  key(event, number) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way) {
      // As it is seen, however the picture is turned.
      const transform = this.camera.transform(this.camera.shown);
      const [zero, one] = [{ x: 0, y: 0 }, { x: way[0], y: way[1] }].map(point => transform.devicePoint(point));
      const [x, y] = [one.x - zero.x, one.y - zero.y], length = event.shiftKey ? leap : step;
      this.move(number, Math.sign(round(x)) * length, Math.sign(round(y)) * length);
    } else if (number > 0 && (event.key === "Insert" || event.key === "+")) {
      const { corners } = this.zone;
      this.split(number, middle([corners[number - 1], corners[number % corners.length]]));
    } else if (number > 0 && (event.key === "Delete" || event.key === "-")) {
      this.removeCorner(number);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Puts a corner between this one and the next. */
  split(number, { x, y }) {
    this.zone.corners.splice(number, 0, { x: round(clamp(x)), y: round(clamp(y)) });
    this.draw();
    this.handles.children[number + 1].focus();
  }

  /** Takes a corner away, unless there would be too few. */
  removeCorner(number) {
    if (this.zone.corners.length > 3) this.zone.corners.splice(number - 1, 1);
    this.draw();
    this.handles.children[Math.min(number, this.zone.corners.length)].focus();
  }

  /** Moves a corner, or all of the zone as far as the picture goes. */
  move(number, x, y) {
    const moved = number === 0 ? this.zone.corners : [this.zone.corners[number - 1]];
    const within = (way, values) => Math.max(-Math.min(...values), Math.min(1 - Math.max(...values), way));
    const [right, down] = [within(x, moved.map(corner => corner.x)), within(y, moved.map(corner => corner.y))];
    for (const corner of moved) {
      corner.x = round(clamp(corner.x + right));
      corner.y = round(clamp(corner.y + down));
    }
    this.draw();
  }

  // MARK: Saving

  async save() {
    const names = this.draft.map(zone => zone.name);
    if (names.some(name => name === "")) return this.change("Each zone needs a name.");
    if (new Set(names).size < names.length) return this.change("Two zones have the same name.");
    await this.send("PUT", JSON.stringify({ zones: this.draft }));
  }

  /** Saves, or has those of the configuration again; once, however often a button is pressed meanwhile. */
  async send(method, body) {
    if (this.isSending) return;
    this.isSending = true;
    const answer = await fetch(`v1/cameras/${this.camera.id}/zones`, {
      method, body, headers: { "Content-Type": "application/json", "If-Match": `"${this.version}"` },
      signal: AbortSignal.timeout(patience),
    }).catch(() => null);
    this.isSending = false;
    if (answer?.ok) return this.end();
    if (answer?.status === 412) {
      this.begin();
      return this.change("Somebody else has changed the zones; these are theirs.");
    }
    const text = answer ? await answer.text().catch(() => "") : "no connection";
    this.change(`Not saved: ${text.trim() || answer.status}`);
  }
}

function middle(corners) {
  const sum = corners.reduce((sum, corner) => ({ x: sum.x + corner.x, y: sum.y + corner.y }), { x: 0, y: 0 });
  return { x: sum.x / corners.length, y: sum.y / corners.length };
}

/** The place between two points that is nearest to another one. */
function nearest(point, from, to) {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const share = clamp(((point.x - from.x) * x + (point.y - from.y) * y) / (x * x + y * y || 1));
  return { x: from.x + share * x, y: from.y + share * y };
}

/** Without the last digits, which are of calculating only. */
function round(value) { return Math.round(value * 1e6) / 1e6; }
