"""The DX edge code of 35 mm films, for which no program in Debian has a maker."""

import numpy

from symbol import Symbol

HEIGHT = 3  # modules a track


def _bits(number, count):
    return [number >> place & 1 for place in reversed(range(count))]


def dx_film_edge(product, specifier, frame=None, half=False):
    """DX numbers 1 and 2, and of newer films the frame; the upper track is the data's, the lower one the clock's.

    Data: 10101, 0, product (7 bits), 0, specifier (4), with a frame number its 6 bits, 1 for a half frame and 0, then even
    parity, 0, 101. Clock: five dark modules, light and dark ones in turn, three dark ones.
    """
    text = f"{product}-{specifier}"
    data = [0, *_bits(product, 7), 0, *_bits(specifier, 4)]
    if frame is not None:
        data += [*_bits(frame, 6), int(half), 0]
        text += f"/{frame}" + ("A" if half else "")
    data += [sum(data) % 2, 0]
    track = [1, 0, 1, 0, 1, *data, 1, 0, 1]
    clock = [1] * 5 + [place % 2 for place in range(len(track) - 8)] + [1] * 3
    rows = [track] * HEIGHT + [clock] * HEIGHT
    return Symbol("dxFilmEdge", numpy.array(rows, bool), {"text": text})
