"""The webcam itself: answers the kernel's USB/IP host over a socket pair, and sends frames."""
import os
import selectors
import socket
import struct
import sys
import time

from descriptors import CONTROLS, DEFAULT_RATES, HEIGHT, RATES, WIDTH, configuration, device, interval

CHUNK = 16384  # dwMaxPayloadTransferSize; uvcvideo's bulk requests are 32 * 512 bytes
UNLINK, DONE, UNLINKED = 2, 3, 4  # of USB/IP: a request is taken back; answers
STALL, RESET = -32, -104
SET_CUR, GET_CUR, GET_MIN, GET_MAX, GET_RES, GET_LEN, GET_INFO, GET_DEF = 1, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87


class Camera:
    def __init__(self, name, serial, jpegs, raws, units, sensor=None, vendor=0x1D6B, product=0x0102):
        # Those of each format; what has no frames is not there.
        self.frames = [frames for frames in (jpegs, raws, units) if frames]
        self.device, self.configuration = device(vendor, product), configuration(len(self.frames))
        # Without a serial number the descriptor names no string for it, as cheap cameras do.
        self.device = self.device if serial else self.device[:16] + b"\0" + self.device[17:]
        self.strings = [b"\x09\x04"] + [text.encode("utf-16-le") for text in ("Camera Lab", name, serial)]
        self.sensor = sensor
        self.values = {key: control.default for key, control in CONTROLS.items()}
        self.rate = DEFAULT_RATES[1]
        self.probe = [1, 1, interval(self.rate)]
        self.pending, self.queue = {}, []  # requests waiting for data; data waiting for requests
        self.number, self.toggle, self.next = 0, 0, None
        self.frozen, self.fault = False, None

    def plug(self, port):
        """Attaches the camera to a port of the kernel's virtual USB host."""
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with open("/sys/devices/platform/vhci_hcd.0/attach", "w") as attach:
            # port, socket, device id (bus 1, device 2 + port), speed 3 = high
            attach.write(f"{port} {theirs.fileno()} {0x10002 + port} 3")
        theirs.close()

    def run(self):
        poll = selectors.DefaultSelector()
        poll.register(self.socket, selectors.EVENT_READ, self.request)
        poll.register(sys.stdin, selectors.EVENT_READ)
        while True:
            self.send_frames()
            wait = None if self.next is None or self.frozen else max(0, self.next - time.monotonic())
            for key, _ in poll.select(wait):
                if key.data:
                    key.data()
                elif said := os.read(sys.stdin.fileno(), 4096):
                    # All of it: lines that a buffer held back would be no reason to wake up.
                    for line in said.decode().splitlines():
                        self.command(line)
                else:
                    poll.unregister(sys.stdin)

    def command(self, line):
        word, *rest = line.split() or [""]
        if word == "freeze":
            self.frozen = True
        elif word == "thaw":
            self.frozen, self.next = False, time.monotonic()
        elif word in ("truncate", "error"):
            self.fault = word
        elif word == "light":
            self.sensor.light = float(rest[0])
        elif word == "late":
            self.sensor.late = int(rest[0])
        elif word == "number":
            print("number", self.number, flush=True)

    # Frames

    def send_frames(self):
        now = time.monotonic()
        if self.next is not None and self.pending and now >= self.next and not self.frozen:
            # What is queued still is a frame that the host was too slow for; the new one is lost.
            if self.queue:
                self.number += 1
            else:
                self.queue_frame()
            self.next = max(self.next + 1 / self.rate, now - 1 / self.rate)
        while self.queue and self.pending:
            sequence = next(iter(self.pending))
            del self.pending[sequence]
            self.reply(sequence, 0, self.queue.pop(0))

    def queue_frame(self):
        """Queues one frame: payloads of a two-byte header and data, of which the last says so."""
        frames = self.frames[self.probe[0] - 1]
        data = frames[self.number % len(frames)]
        if self.sensor:
            data = self.sensor.expose(data, self.values, is_jpeg=self.probe[0] == 1)
        if self.fault == "truncate":
            data = data[: len(data) // 2]
        flags = 0x80 | self.toggle | (0x40 if self.fault == "error" else 0)
        room = CHUNK - 2
        for at in range(0, len(data), room):
            last = 2 if at + room >= len(data) else 0
            self.queue.append(bytes([2, flags | last]) + data[at : at + room])
        self.number, self.toggle, self.fault = self.number + 1, self.toggle ^ 1, None

    def stop(self):
        self.queue, self.next = [], None

    # Requests

    def read(self, size):
        data = b""
        while len(data) < size:
            more = self.socket.recv(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def reply(self, sequence, status, data=b"", length=None):
        length = len(data) if length is None else length
        self.socket.sendall(struct.pack(">5IiiiiI8x", DONE, sequence, 0, 0, 0, status, length, 0, 0, 0) + data)

    def request(self):
        head = self.read(48)
        command, sequence, _, inward, endpoint = struct.unpack(">5I", head[:20])
        if command == UNLINK:
            (victim,) = struct.unpack(">I", head[20:24])
            status = RESET if self.pending.pop(victim, None) else 0
            self.socket.sendall(struct.pack(">5Ii24x", UNLINKED, sequence, 0, 0, 0, status))
            return
        (length,) = struct.unpack(">i", head[24:28])
        data = b"" if inward else self.read(length)
        if endpoint:
            self.pending[sequence] = length
            self.next = self.next or time.monotonic()
            return
        answer = self.control(*struct.unpack("<BBHHH", head[40:48]), data)
        if answer is None:
            self.reply(sequence, STALL)
        elif inward:
            self.reply(sequence, 0, answer[:length])
        else:
            self.reply(sequence, 0, length=length)

    def control(self, kind, request, value, index, length, data):
        if kind & 0x60 == 0:
            return self.standard(kind, request, value)
        if kind & 0x7F != 0x21:
            return None
        entity, interface, selector = index >> 8, index & 255, value >> 8
        if interface == 1 and selector in (1, 2):
            return self.negotiate(request, selector, data)
        control = CONTROLS.get((entity, selector))
        if not control:
            return None
        if request == SET_CUR:
            self.values[entity, selector] = int.from_bytes(data, "little", signed=control.signed)
            print("set", control.name, self.values[entity, selector], flush=True)
            return b""
        if request == GET_INFO:
            return b"\3"
        if request == GET_LEN:
            return struct.pack("<H", control.size)
        numbers = {
            GET_CUR: self.values[entity, selector], GET_MIN: control.least, GET_MAX: control.most,
            GET_RES: control.step, GET_DEF: control.default,
        }
        number = numbers.get(request)
        return None if number is None else number.to_bytes(control.size, "little", signed=control.signed)

    def standard(self, kind, request, value):
        if request == 6:  # GET_DESCRIPTOR
            which, number = value >> 8, value & 255
            if which == 1:
                return self.device
            if which == 2:
                return self.configuration
            if which == 3 and number < len(self.strings):
                return bytes([len(self.strings[number]) + 2, 3]) + self.strings[number]
            return None
        if request == 1 and kind == 2:  # CLEAR_FEATURE(halt) is how bulk streams end
            self.stop()
        return {0: b"\0\0", 8: b"\1", 10: b"\0"}.get(request, b"")

    def negotiate(self, request, selector, data):
        if request == SET_CUR:
            _, form, _, wanted = struct.unpack("<HBBI", data[:8])
            form = min(max(form, 1), len(self.frames))
            self.probe = [form, 1, min(map(interval, RATES[form]), key=lambda one: abs(one - wanted))]
            if selector == 2:
                self.rate = 10_000_000 / self.probe[2]
                self.stop()
            return b""
        if request == GET_LEN:
            return struct.pack("<H", 34)
        if request == GET_INFO:
            return b"\3"
        form, frame, time_between = self.probe
        return struct.pack(
            "<HBBIHHHHHIIIBBBB", 1, form, frame, time_between, 0, 0, 0, 0, 0, WIDTH * HEIGHT * 2, CHUNK, 48_000_000, 3,
            1, 1, 1)
