// The WebSocket to scanwatch-web: messages are a header's length in four bytes, the header, the picture.

const pauses = [250, 500, 1000];
/** The token that was taken last: a service that was started anew knows no cookie of the one before. */
let token = null;
/** Without a word for so long, in milliseconds, a connection is taken for dead: who only listens is not told by the network. */
const silence = 10000;
/** The same at most, over a network so slow that a picture takes longer than that: it is heard of when it has come whole. */
const longestSilence = 80000;

export class Connection {
  /** `listener` has opened(), closed(), message(header, body) and refused(). */
  constructor(listener) {
    this.listener = listener;
    this.answers = new Map();
    this.nextControl = 1;
    this.failures = 0;
    /** How long a silence may be now. */
    this.patience = silence;
    /** Whether the token was shown again since there was a connection. */
    this.hasSignedInAgain = false;
    setInterval(() => this.check(), 1000);
  }

  open() {
    if (this.socket) return;
    const address = new URL("v1/live", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.lastHeard = performance.now();
    socket.onopen = () => {
      this.failures = 0;
      this.hasSignedInAgain = false;
      this.listener.opened();
    };
    socket.onmessage = event => this.take(event.data);
    socket.onclose = () => this.closed();
  }

  /** Leaves a connection over which nothing comes, without waiting for its other end. */
  check() {
    if (!this.socket) return;
    const isOpen = this.socket.readyState === WebSocket.OPEN;
    if (performance.now() - this.lastHeard <= (isOpen ? this.patience : silence)) return;
    // If there was a picture on its way, the next one will take as long.
    if (isOpen) this.patience = Math.min(2 * this.patience, longestSilence);
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.closed();
  }

  async closed() {
    this.socket = null;
    for (const answered of this.answers.values()) answered("the connection was lost");
    this.answers.clear();
    this.listener.closed();
    const pause = pauses[Math.min(this.failures++, pauses.length - 1)];
    await new Promise(done => setTimeout(done, pause));
    // Whether it is the token or the service that is missing, a WebSocket does not tell.
    const answer = await fetch("v1/cameras", { signal: AbortSignal.timeout(silence) }).catch(() => null);
    if (answer?.status === 401 && !await this.signInAgain()) this.listener.refused(); else this.open();
  }

  /** Shows a token that was taken before once more; whether a connection is worth another try. */
  async signInAgain() {
    if (token === null || this.hasSignedInAgain) return false;
    const status = await signIn(token);
    this.hasSignedInAgain = status === taken;
    return status !== unknown;
  }

  take(data) {
    const now = performance.now(), pause = now - this.lastHeard;
    this.lastHeard = now;
    const length = new DataView(data).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    if (header.kind === "frame" && pause < silence / 2) this.patience = silence;
    if (header.kind === "answer") {
      this.answers.get(header.id)?.(header.error);
      this.answers.delete(header.id);
    } else this.listener.message(header, new Uint8Array(data, 4 + length));
  }

  say(header) { if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(header)); }

  credit(camera, count) { this.say({ kind: "credit", camera, count }); }

  /** Has something done with a camera; `answered` gets what is wrong, or nothing. */
  control(camera, action, answered) {
    if (this.socket?.readyState !== WebSocket.OPEN) return answered("no connection");
    const id = this.nextControl++;
    this.answers.set(id, answered);
    this.say({ kind: "control", id, camera, role: "control", ...action });
  }
}

/** What is answered to a token. */
export const taken = 204, unknown = 401;

/** Shows a token for a cookie; the answer's status, or undefined if there is none. */
export async function signIn(shown) {
  const request = { method: "POST", body: shown, signal: AbortSignal.timeout(silence) };
  const answer = await fetch("session", request).catch(() => null);
  if (answer?.status === taken) token = shown;
  return answer?.status;
}
