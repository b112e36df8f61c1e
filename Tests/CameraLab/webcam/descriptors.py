"""What the webcam tells the USB host of itself: one camera, MJPG and perhaps YUYV and H.264, at 640 x 480."""
import struct
from collections import namedtuple

WIDTH, HEIGHT = 640, 480
# By format: 1 is MJPG, 2 YUYV, 3 H.264. Fastest first, as the USB video class has it and uvcvideo relies on.
RATES = {1: [60, 30, 15, 5], 2: [10, 5], 3: [30, 15]}
DEFAULT_RATES = {1: 30, 2: 10, 3: 30}
TERMINAL, UNIT = 1, 2  # the camera terminal and the processing unit

Control = namedtuple("Control", "name bit size signed least most step default")

# By entity and selector of the USB video class.
CONTROLS = {
    (TERMINAL, 0x02): Control("exposure-mode", 1, 1, False, 1, 15, 0x09, 8),  # manual or aperture priority
    (TERMINAL, 0x03): Control("exposure-priority", 2, 1, False, 0, 1, 1, 0),
    (TERMINAL, 0x04): Control("exposure-time", 3, 4, False, 3, 2047, 1, 250),  # in 100 us
    (TERMINAL, 0x06): Control("focus", 5, 2, False, 0, 250, 5, 0),
    (TERMINAL, 0x08): Control("focus-auto", 17, 1, False, 0, 1, 1, 1),
    (TERMINAL, 0x0B): Control("zoom", 9, 2, False, 100, 400, 1, 100),
    (TERMINAL, 0x11): Control("privacy", 18, 1, False, 0, 1, 1, 0),
    (UNIT, 0x01): Control("backlight", 8, 2, False, 0, 4, 1, 1),
    (UNIT, 0x02): Control("brightness", 0, 2, True, -64, 64, 1, 0),
    (UNIT, 0x03): Control("contrast", 1, 2, False, 0, 95, 1, 32),
    (UNIT, 0x04): Control("gain", 9, 2, False, 0, 255, 1, 0),
    (UNIT, 0x05): Control("power-line", 10, 1, False, 0, 2, 1, 1),
    (UNIT, 0x0A): Control("white-balance", 6, 2, False, 2800, 6500, 1, 4600),
    (UNIT, 0x0B): Control("white-balance-auto", 12, 1, False, 0, 1, 1, 1),
}


def interval(rate):
    """The time between frames in units of 100 ns."""
    return 10_000_000 // rate


def _bits(entity):
    return sum(1 << control.bit for (of, _), control in CONTROLS.items() if of == entity)


def _frame(subtype, form):
    intervals = [interval(rate) for rate in RATES[form]]
    size = WIDTH * HEIGHT * 2
    head = struct.pack(
        "<BBBBBHHII", 26 + 4 * len(intervals), 0x24, subtype, 1, 0, WIDTH, HEIGHT, size * 8, size * 8 * 30)
    usual = interval(DEFAULT_RATES[form])
    if form == 3:
        # Frames have no fixed size, and no bytes a line.
        head += struct.pack("<IBI", usual, len(intervals), 0)
    else:
        head += struct.pack("<IIB", size, usual, len(intervals))
    return head + struct.pack(f"<{len(intervals)}I", *intervals)


def device(vendor, product):
    return struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x200, 0xEF, 2, 1, 64, vendor, product, 0x100, 1, 2, 3, 1)


def configuration(format_count):
    terminal = struct.pack("<BBBBHBBHHHB", 18, 0x24, 2, TERMINAL, 0x0201, 0, 0, 0, 0, 0, 3)
    terminal += _bits(TERMINAL).to_bytes(3, "little")
    unit = struct.pack("<BBBBBHB", 13, 0x24, 5, UNIT, TERMINAL, 0, 3) + _bits(UNIT).to_bytes(3, "little") + b"\0\0"
    out = struct.pack("<BBBBHBBB", 9, 0x24, 3, 3, 0x0101, 0, UNIT, 0)
    entities = terminal + unit + out
    control = struct.pack("<BBBHHIBB", 13, 0x24, 1, 0x110, 13 + len(entities), 48_000_000, 1, 1) + entities

    formats = [struct.pack("<BBBBBBBBBBB", 11, 0x24, 6, 1, 1, 0, 1, 0, 0, 0, 0) + _frame(7, 1)]
    if format_count > 1:
        guid = b"YUY2\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
        head = struct.pack("<BBBBB", 27, 0x24, 4, 2, 1) + guid + struct.pack("<BBBBBB", 16, 1, 0, 0, 0, 0)
        formats.append(head + _frame(5, 2))
    if format_count > 2:
        guid = b"H264\0\0\x10\0\x80\0\0\xaa\0\x38\x9b\x71"
        head = struct.pack("<BBBBB", 28, 0x24, 0x10, 3, 1) + guid + struct.pack("<BBBBBBB", 0, 1, 0, 0, 0, 0, 1)
        formats.append(head + _frame(0x11, 3))
    colour = struct.pack("<BBBBBB", 6, 0x24, 0x0D, 1, 1, 4)
    streams = b"".join(one + colour for one in formats)
    size = 13 + len(formats)
    stream = struct.pack(
        "<BBBBHBBBBBBB", size, 0x24, 1, len(formats), size + len(streams), 0x81, 0, 3, 0, 0, 0, 1)
    stream += bytes(len(formats)) + streams

    body = struct.pack("<8B", 8, 0x0B, 0, 2, 0x0E, 3, 0, 0)
    body += struct.pack("<9B", 9, 4, 0, 0, 0, 0x0E, 1, 0, 0) + control
    body += struct.pack("<9B", 9, 4, 1, 0, 1, 0x0E, 2, 0, 0) + stream
    body += struct.pack("<BBBBHB", 7, 5, 0x81, 2, 512, 0)
    return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 2, 1, 0, 0x80, 250) + body
