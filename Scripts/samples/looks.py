"""One symbol in one picture, as a camera or a scanner might see it."""

import math

from canvas import Canvas
from geometry import Bent, placed, to_quad
from symbol import MATRIX

MARGIN = 24  # pixels of background around the paper


def _canvas(symbol, module, degrees, background):
    """A canvas that holds the paper turned by `degrees`, and its middle."""
    left, top, right, bottom = symbol.paper
    width, height = (right - left) * module, (bottom - top) * module
    angle = math.radians(degrees)
    cos, sin = abs(math.cos(angle)), abs(math.sin(angle))
    size = [math.ceil(s) + 2 * MARGIN for s in (width * cos + height * sin, width * sin + height * cos)]
    return Canvas(*size, background), (size[0] / 2, size[1] / 2)


def plain(symbol, module, background="paper", **paint):
    return turned(symbol, module, 0, background, **paint)


def turned(symbol, module, degrees, background="paper", **paint):
    """Turned clockwise as seen."""
    canvas, centre = _canvas(symbol, module, degrees, background)
    canvas.paint(symbol, placed(symbol, centre, module, degrees), **paint)
    return canvas


def mirrored(symbol, module, degrees=0, background="grey"):
    """Flipped left to right as in a looking glass, then turned clockwise."""
    canvas, centre = _canvas(symbol, module, degrees, background)
    canvas.paint(symbol, placed(symbol, centre, module, degrees, mirrored=True), mirrored=True)
    return canvas


def inverted(symbol, module, degrees=0):
    """Light modules on a dark ground."""
    return turned(symbol, module, degrees, "grey", dark=235, light=20)


def blurred(symbol, module, modules=0.45):
    """Out of focus by a Gaussian of `modules` modules."""
    canvas = plain(symbol, module, "grey")
    canvas.blur(modules * module)
    return canvas


def faint(symbol, module):
    """Low contrast: 40 of 255 grey levels, with a little noise."""
    canvas = plain(symbol, module, "grey", dark=118, light=158)
    canvas.noise(2)
    return canvas


def damaged(symbol, module, share=0.22):
    """A light sticker on the lower right part: `share` of the sides of a matrix symbol, of all bars of a linear one."""
    canvas, centre = _canvas(symbol, module, 0, "grey")
    canvas.paint(symbol, placed(symbol, centre, module, 0))
    (left, top), _, (right, bottom), _ = canvas.objects[-1]["corners"]
    width, height = right - left, bottom - top
    if symbol.type in MATRIX:
        x, y = left + 0.6 * width, top + 0.6 * height
        canvas.blot(x, y, x + share * width, y + share * height)
    else:
        canvas.blot(left, top + (1 - 2 * share) * height, right, bottom)
    return canvas


def noisy(symbol, module):
    """A high-gain exposure."""
    canvas = plain(symbol, module, "grey", dark=60, light=200)
    canvas.noise(25)
    return canvas


def shaded(symbol, module, degrees=12):
    """Uneven light, on a gradient."""
    canvas = turned(symbol, module, degrees, "gradient")
    canvas.shade(0.35)
    return canvas


def perspective(symbol, module, background="wood", near=1.0, far=0.8):
    """Seen from the left: the right edge `far` times as tall as the left one, and foreshortened."""
    left, top, right, bottom = symbol.paper
    width, height = (right - left) * module, (bottom - top) * module
    canvas = Canvas(math.ceil(width * 0.9) + 2 * MARGIN, math.ceil(height) + 2 * MARGIN, background)
    slack = height * (near - far) / 2
    x0, x1, y0, y1 = MARGIN, MARGIN + width * 0.9, MARGIN, MARGIN + height
    quad = [(x0, y0), (x0, y1), (x1, y1 - 1.4 * slack), (x1, y0 + 0.6 * slack)]
    canvas.paint(symbol, to_quad(symbol.paper, quad))
    return canvas


def bent(symbol, module, half_angle, axis=0, tilt=0.4, degrees=0, background="wood"):
    """On a bottle: the symbol reaches `half_angle` degrees around it to either side, and is seen from a little above."""
    left, _, right, _ = symbol.box
    canvas, centre = _canvas(symbol, module, 45, background)
    radius = (right - left) * module / 2 / math.radians(half_angle)
    canvas.paint(symbol, Bent(placed(symbol, centre, module, degrees), centre, radius, axis, tilt))
    canvas.blur(0.7)
    canvas.noise(3)
    return canvas


def standard(symbol, module, turns=(90, 180, 270, 37)):
    """What every type is shown as: plain is left to the caller, who has forms to show."""
    for degrees in turns:
        yield f"turned-{degrees:03}", turned(symbol, module, degrees, "grey" if degrees % 90 else "paper")
    yield "perspective", perspective(symbol, module)
    yield "blurred", blurred(symbol, module)
    yield "low-contrast", faint(symbol, module)
    yield "shaded", shaded(symbol, module)
