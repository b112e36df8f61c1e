// The page: cameras, the list of what was read, and what is said when something is missing.

import { Camera } from "./camera.js";
import { Connection, signIn, taken, unknown } from "./connection.js";
import { showText } from "./text.js";

const mostReads = 50;
const find = id => document.getElementById(id);
const settings = { showsConfidence: false, mayControl: false };
const cameras = new Map();
const drops = new Map();
/** Events that are listed: after a pause some come again. */
const listed = new Set();
/** What was read last and is not read out yet. */
let news = null;

const connection = new Connection({
  opened() {
    find("login").hidden = true;
    find("login").reset();
    tell("Connected");
    // What was read last is told anew.
    tellMissed("");
    for (const camera of cameras.values()) camera.start();
  },
  closed() {
    tell("Not connected; trying again", true);
    for (const camera of cameras.values()) camera.check();
  },
  refused() {
    tell("A token is needed", true);
    find("login").hidden = false;
    find("token").focus();
  },
  message(header, body) {
    switch (header.kind) {
      case "cameras":
        settings.mayControl = header.role === "control";
        return showCameras(header.cameras);
      case "frame": return cameras.get(header.camera)?.take(header, body);
      case "pulse":
        cameras.get(header.camera)?.notePace(header.interval);
        return drops.set(header.camera, header.drops);
      case "event": return noteEvent(header, cameras.get(header.camera));
      case "gap": return tellMissed("Some events were missed.");
    }
  },
});

/** Says how the connection is. It is read out, and therefore written only when it changes. */
function tell(text, isBad = false) {
  if (find("connection").textContent !== text) find("connection").textContent = text;
  find("connection").classList.toggle("bad", isBad);
}

/** Says that events are missing from the list, until somebody has read it. */
function tellMissed(text) {
  find("missed").querySelector("p").textContent = text;
  find("missed").querySelector("button").hidden = text === "";
}

function showCameras(told) {
  const descriptions = told.map(description => ({ ...description, title: title(description, told) }));
  for (const [id, camera] of cameras) {
    if (descriptions.some(description => description.id === id)) continue;
    camera.element.remove();
    cameras.delete(id);
  }
  for (const description of descriptions) {
    const known = cameras.get(description.id);
    if (known) { known.describe(description); continue; }
    const camera = new Camera(description, connection, settings);
    cameras.set(description.id, camera);
    find("cameras").append(camera.element);
    camera.large.addEventListener("click", () => enlarge(camera));
    camera.start();
  }
  for (const camera of cameras.values()) camera.large.hidden = cameras.size < 2;
  layOut();
}

/** A camera's name for people. Two of one make have the same: then with what records call it. */
function title({ title, name }, all) {
  return all.filter(other => other.title === title).length > 1 && title ? `${title} (${name})` : title ?? name;
}

/** One camera alone, or all again. */
function enlarge(chosen) {
  const isLarge = !chosen.element.classList.contains("is-large");
  for (const camera of cameras.values()) {
    const isChosen = isLarge && camera === chosen;
    camera.element.classList.toggle("is-large", isChosen);
    camera.large.setAttribute("aria-pressed", String(isChosen));
  }
  layOut();
}

/** Leaves only the large camera in view, if there is one; the others ask for no pictures then. */
function layOut() {
  const large = find("cameras").querySelector(".is-large");
  find("cameras").classList.toggle("one-large", large !== null);
  for (const camera of cameras.values()) {
    camera.isAside = large !== null && camera.element !== large;
    camera.ask();
  }
}

// MARK: What was read

function noteEvent({ record, boot, seq }, camera) {
  const object = record.object, number = `${boot}-${seq}`;
  if (record.event !== "appeared" || object.type === "face" || object.decoded === false || listed.has(number)) return;
  listed.add(number);
  find("none").hidden = true;
  const item = document.createElement("li"), head = document.createElement("p"), payload = document.createElement("p");
  head.className = "head";
  const time = document.createElement("time");
  time.dateTime = record.date;
  // With the day: what stands here may have been read long ago.
  time.textContent = new Date(record.date).toLocaleString([], { dateStyle: "short", timeStyle: "medium" });
  head.append(time, ` ${object.type}`, cameras.size > 1 ? ` ${camera?.description.title ?? record.source}` : "");
  payload.className = "payload";
  const text = object.text ?? hexadecimal(object.bytes ?? "");
  showText(payload, text);
  item.append(head, ...copyButton(object.type, text), payload);
  find("list").prepend(item);
  while (find("list").children.length > mostReads) find("list").lastElementChild.remove();
  if (listed.size > 4 * mostReads) listed.delete(listed.values().next().value);
  announce(`${object.type}: ${text.slice(0, 80)}`);
}

/** Has a text read out. Of many that come at once, as when the page is opened, the last. */
function announce(text) {
  if (news === null) setTimeout(() => {
    showText(find("announcer"), news);
    news = null;
  }, 250);
  news = text;
}

/** What copies a text; nothing where browsers have no clipboard for pages, as over plain HTTP in the network. */
function copyButton(type, text) {
  if (!navigator.clipboard) return [];
  const copy = document.createElement("button");
  copy.type = "button";
  copy.textContent = "Copy";
  copy.setAttribute("aria-label", `Copy what the ${type} says`);
  copy.addEventListener("click", () => navigator.clipboard.writeText(text).then(() => {
    copy.textContent = "Copied";
    copy.setAttribute("aria-label", `Copied what the ${type} says`);
  }, () => {}));
  return [copy];
}

/** What is no text, byte by byte. */
function hexadecimal(base64) {
  const bytes = [...atob(base64)].map(character => character.charCodeAt(0).toString(16).padStart(2, "0"));
  return `${bytes.length} bytes: ${bytes.join(" ")}`;
}

// MARK: Beginning

find("confidence").addEventListener("change", event => {
  settings.showsConfidence = event.target.checked;
  for (const camera of cameras.values()) camera.repaint();
});

find("missed").querySelector("button").addEventListener("click", () => {
  tellMissed("");
  find("reads").focus();
});

find("login").addEventListener("submit", async event => {
  event.preventDefault();
  const status = await signIn(find("token").value);
  find("login-problem").textContent =
    status === taken ? "" : status === unknown ? "This token is not known." : "Signing in failed; try again.";
  if (status === taken) connection.open();
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) for (const camera of cameras.values()) camera.ask();
});

setInterval(() => { for (const camera of cameras.values()) camera.check(); }, 250);
setInterval(() => { for (const [id, camera] of cameras) camera.tellNumbers(drops.get(id)); }, 1000);

/** A token may come in the address, behind #token=, which browsers do not send; from there it is taken away at once. */
async function begin() {
  const [, token] = location.hash.match(/^#token=(.+)/) ?? [];
  if (token) {
    history.replaceState(null, "", location.pathname);
    await signIn(decoded(token));
  }
  connection.open();
}

// A token that is entered after the address of the page that is open: browsers load nothing anew then.
addEventListener("hashchange", () => { if (location.hash.startsWith("#token=")) location.reload(); });

/** Without the % that browsers write into addresses for some letters; a token may have one of its own. */
function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

begin();
