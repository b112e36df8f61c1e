"""A grey picture that symbols are painted on."""

import numpy

from geometry import apply, border, corners, flat_points
from symbol import MATRIX

FINE = 4  # samples a pixel in each direction


class Canvas:
    """Grey values 0…255 as numbers with fractions, and the truth about what was painted."""

    def __init__(self, width, height, background="paper", seed=1):
        self.random = numpy.random.default_rng(seed)
        self.objects = []
        y, x = numpy.mgrid[0:height, 0:width]
        if background == "paper":
            self.grey = numpy.full((height, width), 245.0)
        elif background == "grey":
            self.grey = numpy.full((height, width), 128.0)
        elif background == "gradient":
            self.grey = 60.0 + 150.0 * (x / width + y / height) / 2
        elif background == "noise":
            self.grey = self.random.integers(0, 8, (height, width)) * 20.0 + 50
        elif background == "wood":
            self.grey = 120 + 30 * numpy.sin(y / 7 + 2 * numpy.sin(x / 60)) + 10 * numpy.sin(y / 2.3)
        else:
            raise ValueError(background)

    def paint(self, symbol, transform, dark=25.0, light=240.0, paper=True, mirrored=False):
        """Paints a symbol by area sampling and notes its corners.

        `dark` over `light` is an inverted symbol. Without `paper` the modules stand on what is there already.
        """
        height, width = self.grey.shape
        around = apply(transform, border(symbol.paper))
        x0, y0 = numpy.maximum(numpy.floor(around.min(axis=0)), 0).astype(int)
        x1, y1 = numpy.minimum(numpy.ceil(around.max(axis=0)), (width, height)).astype(int)
        steps = (numpy.arange(FINE) + 0.5) / FINE
        xs = (numpy.arange(x0, x1)[:, None] + steps).ravel()
        ys = (numpy.arange(y0, y1)[:, None] + steps).ravel()
        grid = numpy.stack(numpy.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
        u, v = flat_points(transform, grid).T
        left, top, right, bottom = symbol.paper
        on_paper = (u >= left) & (u < right) & (v >= top) & (v < bottom)
        column = numpy.floor(u * symbol.per_module).astype(int)
        row = numpy.floor(v * symbol.per_module).astype(int)
        rows, columns = symbol.dark.shape
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        is_dark = numpy.zeros(len(grid), bool)
        is_dark[inside] = symbol.dark[row[inside], column[inside]]

        under = self.grey[y0:y1, x0:x1].repeat(FINE, axis=0).repeat(FINE, axis=1).ravel()
        value = numpy.where(is_dark, dark, numpy.where(on_paper & paper, light, under))
        value = value.reshape(y1 - y0, FINE, x1 - x0, FINE).mean(axis=(1, 3))
        self.grey[y0:y1, x0:x1] = value
        self.objects.append(self._truth(symbol, transform, dark > light, mirrored))

    def _truth(self, symbol, transform, inverted, mirrored):
        quad = apply(transform, corners(symbol.box))
        truth = {"type": symbol.type, **symbol.facts}
        truth["corners"] = [[round(float(x), 2), round(float(y), 2)] for x, y in quad]
        along = numpy.hypot(*(quad[3] - quad[0])) / (symbol.box[2] - symbol.box[0])
        truth["module"] = round(float(along), 3)
        if inverted:
            truth["inverted"] = True
        # A row of bars in a looking glass is one that is upside down.
        if mirrored and symbol.type in MATRIX:
            truth["mirrored"] = True
        return truth

    def blur(self, sigma):
        """Gaussian, `sigma` in pixels."""
        reach = int(numpy.ceil(3 * sigma))
        kernel = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / sigma) ** 2)
        kernel /= kernel.sum()
        for axis in (0, 1):
            padded = numpy.pad(
                self.grey, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
            self.grey = numpy.apply_along_axis(
                lambda line: numpy.convolve(line, kernel, "valid"), axis, padded)

    def blot(self, left, top, right, bottom, grey=240.0):
        """Covers a rectangle of pixels."""
        self.grey[round(top):round(bottom), round(left):round(right)] = grey

    def noise(self, most):
        """Adds even noise of up to ± `most`."""
        self.grey += self.random.integers(-most, most + 1, self.grey.shape)

    def shade(self, darkest):
        """Light that falls off from the top left to `darkest` (0…1) of itself at the bottom right."""
        height, width = self.grey.shape
        y, x = numpy.mgrid[0:height, 0:width]
        self.grey *= 1 - (1 - darkest) * (x / width + y / height) / 2

    def pixels(self):
        return numpy.clip(numpy.floor(self.grey + 0.5), 0, 255).astype(numpy.uint8)
