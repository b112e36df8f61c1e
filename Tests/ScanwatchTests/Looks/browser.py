"""A headless Chromium, spoken to through chromedriver's own protocol (W3C WebDriver); no other package needed."""

import base64
import json
import re
import struct
import subprocess
import urllib.request
import zlib


class Browser:
    def __init__(self, scratch):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0", f"--log-path={scratch}/chromedriver.log"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            port = re.search(r"started successfully on port (\d+)", line)
            if port:
                break
        else:
            raise RuntimeError("chromedriver does not start")
        self.address = f"http://127.0.0.1:{port[1]}/session"
        arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--force-device-scale-factor=1", f"--user-data-dir={scratch}/profile"]
        session = self.ask("POST", "", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        self.address += "/" + session["sessionId"]
        self.ask("POST", "/window/rect", {"width": 900, "height": 900})

    def ask(self, method, path, body=None):
        request = urllib.request.Request(
            self.address + path, method=method, headers={"Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def open(self, path):
        self.ask("POST", "/url", {"url": path.resolve().as_uri()})

    def visit(self, address):
        self.ask("POST", "/url", {"url": address})

    def await_(self, script, *arguments):
        """What a script returns that awaits."""
        body = "const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);" \
            "(async (...given) => {" + script + "})(...given).then(done, error => done({error: String(error)}));"
        return self.ask("POST", "/execute/async", {"script": body, "args": list(arguments)})

    def run(self, script, *arguments):
        """What a script returns."""
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def command(self, name, **parameters):
        """A command of Chromium's DevTools protocol."""
        return self.ask("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def keys(self, keys, until=None):
        """Presses keys one after the other; those between U+E008 and U+E00A stay pressed for the next. With `until`, no
        more as soon as it holds."""
        held = []
        for key in keys:
            if until and until():
                return
            if "\ue008" <= key <= "\ue00a":
                held.append(key)
                continue
            presses = [{"type": "keyDown", "value": value} for value in [*held, key]]
            releases = [{"type": "keyUp", "value": value} for value in [key, *reversed(held)]]
            held = []
            self.ask("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": presses + releases}]})

    def drag(self, start, end):
        """Presses the pointer at one place of the window, and lets it go at another."""
        def to(point):
            return {"type": "pointerMove", "duration": 0, "origin": "viewport", "x": round(point[0]), "y": round(point[1])}

        self.ask("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": [
            to(start), {"type": "pointerDown", "button": 0}, to(end), {"type": "pointerUp", "button": 0}]}]})

    def messages(self):
        """Errors and warnings since the last call."""
        log = self.ask("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in log if entry["level"] in ("SEVERE", "WARNING")]

    def requests(self):
        """Addresses asked for since the last call, data in them left out."""
        log = self.ask("POST", "/se/log", {"type": "performance"})
        messages = [json.loads(entry["message"])["message"] for entry in log]
        return [
            message["params"]["request"]["url"].split(",")[0] for message in messages
            if message["method"] == "Network.requestWillBeSent"]

    def pixels(self):
        """The window as it is seen: rows of grey values."""
        return grey(base64.b64decode(self.ask("GET", "/screenshot")))

    def close(self):
        try:
            self.ask("DELETE", "")
        finally:
            # Whoever runs the tests may have made SIGTERM one that is passed over.
            self.driver.kill()
            self.driver.wait()


def grey(png):
    """Rows of a PNG of 8 bits a sample, RGB or RGBA, as Chromium writes it; the green is taken for grey."""
    width, height, depth, colour = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and colour in (2, 6)
    channels = 3 if colour == 2 else 4
    packed, at = b"", 8
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IDAT":
            packed += png[at + 8:at + 8 + length]
        at += 12 + length
    data, stride = zlib.decompress(packed), width * channels
    rows, before = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        before = unfiltered(data[start], bytearray(data[start + 1:start + 1 + stride]), before, channels)
        rows.append(before[1::channels])
    return rows


def unfiltered(kind, row, above, channels):
    """A row without PNG's filter."""
    for x in range(len(row)) if kind else ():
        left = row[x - channels] if x >= channels else 0
        corner = above[x - channels] if x >= channels else 0
        if kind == 1:
            guess = left
        elif kind == 2:
            guess = above[x]
        elif kind == 3:
            guess = (left + above[x]) // 2
        else:
            guess = min((left, above[x], corner), key=lambda value: abs(left + above[x] - corner - value))
        row[x] = (row[x] + guess) & 255
    return bytes(row)
