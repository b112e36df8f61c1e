"""A client of the link, as docs/link.md has it."""
import json
import socket
import struct

from camera import PATIENCE, wait_until


class Link:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        wait_until(f"the link {path}", lambda: self.socket.connect_ex(path) == 0)
        self.socket.settimeout(PATIENCE)
        self.stream = self.socket.makefile("rb")

    def say(self, **header):
        data = json.dumps(header).encode()
        self.socket.sendall(struct.pack("<II", 4 + len(data), len(data)) + data)

    def next(self, is_wanted):
        """The next header that is wanted, and what comes with it."""
        while lengths := self.stream.read(8):
            count, header_count = struct.unpack("<II", lengths)
            header, body = json.loads(self.stream.read(header_count)), self.stream.read(count - 4 - header_count)
            if is_wanted(header):
                return header, body
        raise AssertionError("the link has ended")

    def frame(self):
        """The next frame's header and JPEG."""
        self.say(kind="credit", camera=0, count=1)
        return self.next(lambda header: header["kind"] == "frame")

    def control(self, role="control", **control):
        """What is answered to a control."""
        self.say(kind="control", id=7, camera=0, role=role, **control)
        return self.next(lambda header: header["kind"] == "answer")[0]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
