// The WebSocket to scanwatch-web: messages are a header's length in four bytes, the header, the picture.

const pauses = [250, 500, 1000];
/** Without a word for so long, in milliseconds, a connection is taken for dead: who only listens is not told by the network. */
const silence = 10000;

export class Connection {
  /** `listener` has opened(), closed(), message(header, body) and refused(). */
  constructor(listener) {
    this.listener = listener;
    this.answers = new Map();
    this.nextControl = 1;
    this.failures = 0;
    setInterval(() => this.check(), 1000);
  }

  open() {
    const address = new URL("v1/live", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.lastHeard = performance.now();
    socket.onopen = () => {
      this.failures = 0;
      this.listener.opened();
    };
    socket.onmessage = event => this.take(event.data);
    socket.onclose = () => this.closed();
  }

  /** Leaves a connection over which nothing comes, without waiting for its other end. */
  check() {
    if (!this.socket || performance.now() - this.lastHeard <= silence) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.closed();
  }

  async closed() {
    this.socket = null;
    this.answers.clear();
    this.listener.closed();
    const pause = pauses[Math.min(this.failures++, pauses.length - 1)];
    await new Promise(done => setTimeout(done, pause));
    // Whether it is the token or the service that is missing, a WebSocket does not tell.
    const answer = await fetch("v1/cameras", { signal: AbortSignal.timeout(silence) }).catch(() => null);
    if (answer?.status === 401) this.listener.refused(); else this.open();
  }

  take(data) {
    this.lastHeard = performance.now();
    const length = new DataView(data).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
    if (header.kind === "answer") {
      this.answers.get(header.id)?.(header.error);
      this.answers.delete(header.id);
    } else this.listener.message(header, new Uint8Array(data, 4 + length));
  }

  say(header) { if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(header)); }

  credit(camera, count) { this.say({ kind: "credit", camera, count }); }

  control(camera, action, answered) {
    const id = this.nextControl++;
    this.answers.set(id, answered);
    this.say({ kind: "control", id, camera, role: "control", ...action });
  }
}

/** Shows a token once for a cookie; whether it was taken. */
export async function signIn(token) {
  const answer = await fetch("session", { method: "POST", body: token }).catch(() => null);
  return answer?.ok ?? false;
}
