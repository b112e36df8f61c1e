// What was found, drawn over the picture in which it was found.

import { oneLine } from "./text.js";

const svg = "http://www.w3.org/2000/svg";
/** About how wide a letter of a label is, in points: asking the browser would cost a layout a code and frame. */
export const letter = 10.5;

/** Draws all objects of a record; nothing of an older one is left. */
export function drawOverlay(codes, faces, objects, held, transform, view, showsConfidence) {
  codes.setAttribute("viewBox", `0 0 ${view.width} ${view.height}`);
  const paths = [], frames = [];
  for (const object of objects) {
    const isHeld = held.includes(object.id);
    if (object.type === "face") frames.push(face(object, isHeld, transform, showsConfidence));
    else paths.push(code(object, isHeld, transform, view, showsConfidence));
  }
  codes.replaceChildren(...paths);
  faces.replaceChildren(...frames);
}

/** A face's frame, turned as the face is: roll in the picture's plane, yaw and pitch out of it. */
function face(object, isHeld, transform, showsConfidence) {
  const element = document.createElement("div");
  element.className = isHeld ? "face held" : "face";
  const roll = transform.roll(object.rollAngle) ?? 0, yaw = transform.yaw(object.yawAngle) ?? 0;
  const box = transform.layerRect(object.bounds), angle = roll * Math.PI / 180;
  // The box is the one around the face as it lies; the frame, which is turned about its middle, is as wide as that is high then.
  const lies = Math.abs(Math.sin(angle)) > Math.abs(Math.cos(angle));
  const [width, height] = lies ? [box.height, box.width] : [box.width, box.height];
  element.style.left = `${box.x + (box.width - width) / 2}px`;
  element.style.top = `${box.y + (box.height - height) / 2}px`;
  element.style.width = `${width}px`;
  element.style.height = `${height}px`;
  const pitch = object.pitchAngle ?? 0;
  element.style.transform = `rotateZ(${roll}deg) rotateY(${-yaw}deg) rotateX(${pitch}deg)`;
  const label = document.createElement("span");
  label.textContent = `face ${object.id}${confidence(object, showsConfidence)}`;
  if (box.y < 20) label.className = "inside"; // Above it there is no room.
  element.append(label);
  return element;
}

/** A code's outline, with a dot at its first corner. */
function code(object, isHeld, transform, view, showsConfidence) {
  const group = document.createElementNS(svg, "g");
  const corners = (object.corners ?? boxCorners(object.bounds)).map(corner => transform.layerPoint(corner));
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", "M" + corners.map(corner => `${corner.x},${corner.y}`).join("L") + "Z");
  if (isHeld) path.setAttribute("class", "held");
  const dot = document.createElementNS(svg, "circle");
  dot.setAttribute("cx", corners[0].x);
  dot.setAttribute("cy", corners[0].y);
  dot.setAttribute("r", 6);
  const label = document.createElementNS(svg, "text");
  label.setAttribute("y", Math.max(16, Math.min(...corners.map(corner => corner.y)) - 6));
  const text = object.text === undefined ? "" : ` ${oneLine(object.text, 24)}`;
  label.textContent = `${object.type}${text}${confidence(object, showsConfidence)}`;
  const rightmost = view.width - letter * label.textContent.length;
  label.setAttribute("x", Math.max(2, Math.min(rightmost, ...corners.map(corner => corner.x))));
  group.append(path, dot, label);
  return group;
}

function boxCorners({ x, y, width, height }) {
  return [{ x, y }, { x, y: y + height }, { x: x + width, y: y + height }, { x: x + width, y }];
}

function confidence(object, isShown) { return isShown ? ` ${Math.round(object.confidence * 100)} %` : ""; }
