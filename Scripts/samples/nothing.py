"""Pictures with neither code nor face."""

import numpy
from PIL import Image

from canvas import Canvas
from encoders import zint
from folder import Folder
from geometry import placed
from people import SOURCES


def _bars():
    """Stripes that are no code: all of one width."""
    canvas = Canvas(420, 260, "grey")
    canvas.grey[60:200, 60:360] = numpy.where(numpy.arange(300) // 5 % 2 == 0, 25.0, 235.0)
    return canvas


def _squares():
    """A chessboard."""
    canvas = Canvas(360, 360)
    y, x = numpy.mgrid[0:320, 0:320]
    canvas.grey[20:340, 20:340] = numpy.where((x // 40 + y // 40) % 2 == 0, 25.0, 235.0)
    return canvas


def _rings():
    """A target, which is all of Aztec but the data."""
    canvas = Canvas(320, 320)
    y, x = numpy.mgrid[0:320, 0:320]
    far = numpy.maximum(abs(x - 160), abs(y - 160))
    canvas.grey = numpy.where((far < 90) & (far // 10 % 2 == 0), 25.0, 240.0)
    return canvas


def _codablock():
    """A Codablock F, whose rows are like Code 128 and say nothing alone."""
    canvas = Canvas(620, 240)
    symbol = zint("codablockF", 74, "Codablock F is not read, and no row of it either: 1234567890")
    canvas.paint(symbol, placed(symbol, (310, 120), 1.8, 3))
    canvas.objects = []
    return canvas


def nothing():
    folder = Folder("none")
    for background in ("paper", "gradient", "noise", "wood"):
        folder.add(f"background-{background}", Canvas(320, 240, background))
    folder.add("stripes", _bars())
    folder.add("chessboard", _squares())
    folder.add("target", _rings())
    folder.add("codablock-f", _codablock())
    for file in ("chelsea.jpg", "coffee.jpg", "rocket.jpg"):
        image = Image.open(SOURCES / file)
        folder.add_image(file, image, *image.size, [], quality=82)
    return folder.close()
