"""A symbol as its encoder drew it, before it is put into a picture."""

from dataclasses import dataclass, field

import numpy

# Quiet zones in modules: left, top, right, bottom. Linear symbols need none above and below; the paper there
# is what a label has.
QUIET = {
    "qr": (4, 4, 4, 4),
    "microQR": (2, 2, 2, 2),
    "rMQR": (2, 2, 2, 2),
    "maxiCode": (2, 2, 2, 2),
    "microPDF417": (3, 3, 3, 3),
    "dxFilmEdge": (6, 4, 6, 4),
    "aztec": (2, 2, 2, 2),
    "dataMatrix": (2, 2, 2, 2),
    "pdf417": (3, 3, 3, 3),
    "ean13": (11, 4, 8, 4),
    "ean8": (8, 4, 8, 4),
    "upce": (10, 4, 8, 4),
    "gs1DataBar": (4, 4, 4, 4),
    "gs1DataBarExpanded": (4, 4, 4, 4),
    "gs1DataBarLimited": (4, 4, 4, 4),
}
MATRIX = {"qr", "microQR", "rMQR", "aztec", "dataMatrix", "pdf417", "microPDF417", "maxiCode"}


@dataclass
class Symbol:
    """`dark` holds `per_module` × `per_module` samples a module, row by row, without quiet zone.

    `box` is left, top, right, bottom of the symbol in modules: all of a matrix symbol, first to last bar of a
    linear one. `facts` is what a reader must tell: text, bytes and what the encoder was told to do.
    """

    type: str
    dark: numpy.ndarray
    facts: dict
    per_module: int = 1
    box: tuple = ()
    flipped: bool = field(default=False)

    def __post_init__(self):
        if self.box:
            return
        height, width = self.dark.shape
        if self.type in MATRIX:
            self.box = (0, 0, width / self.per_module, height / self.per_module)
        else:
            columns = numpy.flatnonzero(self.dark.any(axis=0))
            rows = numpy.flatnonzero(self.dark.any(axis=1))
            pixels = (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
            self.box = tuple(float(p) / self.per_module for p in pixels)

    @property
    def size(self):
        """Width and height of everything drawn, in modules."""
        height, width = self.dark.shape
        return width / self.per_module, height / self.per_module

    @property
    def quiet(self):
        return QUIET.get(self.type, (10, 4, 10, 4))

    @property
    def paper(self):
        """Left, top, right, bottom of the light label the symbol is printed on, in modules."""
        left, top, right, bottom = self.quiet
        return -left, -top, self.size[0] + right, self.size[1] + bottom
