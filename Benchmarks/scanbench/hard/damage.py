"""Pictures of linear symbols, damaged in known ways. Each maker says which symbols its picture still has whole; of the
others so much is gone that a reader need not report them.

Sizes are in pixels, blurs in modules unless said; all numbers are drawn from the generator that is handed in.
"""

import math

import numpy

from .pieces import piece
from .symbols import row

QUIET = 10  # modules on either side
PAPER, INK = 235.0, 20.0


def _profile(modules, size, shift=0.0, stretch=0.0):
    """A row of pixels: the mean light over each pixel. `stretch` makes modules wider to the right, by that share of
    their width at the right end and narrower at the left, as perspective does."""
    modules = numpy.concatenate([numpy.ones(QUIET), modules, numpy.ones(QUIET)])
    count = len(modules)
    width = int(math.ceil(count * size)) + 1
    sums = numpy.concatenate([[0.0], numpy.cumsum(modules)])
    edges = (numpy.arange(width + 1) - shift) / size
    place = numpy.clip(edges / count, 0, 1)
    edges = count * (place + stretch * place * (1 - place))
    whole = numpy.clip(edges, 0, count)
    light = numpy.interp(whole, numpy.arange(count + 1), sums)
    span = numpy.maximum(numpy.diff(whole), 1e-6)
    return numpy.where(numpy.diff(whole) > 1e-6, numpy.diff(light) / span, 1.0)


def _blurred(picture, sigma, axis):
    if sigma < 0.05:
        return picture
    reach = max(1, int(math.ceil(3 * sigma)))
    kernel = numpy.exp(-0.5 * (numpy.arange(-reach, reach + 1) / sigma) ** 2)
    kernel /= kernel.sum()
    padded = numpy.pad(picture, [(reach, reach) if each == axis else (0, 0) for each in range(2)], mode="edge")
    made = numpy.zeros_like(picture)
    length = picture.shape[axis]
    for offset, weight in enumerate(kernel):
        made += weight * (padded[:, offset:offset + length] if axis else padded[offset:offset + length, :])
    return made


def _finished(light, chance, sigma=0.0, noise=3.0, contrast=1.0, turn=0.0):
    """Light 0…1 as a picture of bytes: blurred by `sigma` pixels, turned, dimmed, with noise."""
    margin = 12
    light = numpy.pad(light, margin, constant_values=1.0)
    if turn:
        light = _turned(light, turn)
    light = _blurred(_blurred(light, sigma, 1), sigma, 0)
    middle = chance.uniform(0.4, 0.6)
    luma = INK + (PAPER - INK) * (middle + (light - middle) * contrast)
    # A gradient of light across the picture.
    slope = chance.uniform(-0.15, 0.15)
    luma = luma * (1 + slope * numpy.linspace(-1, 1, luma.shape[1]))
    luma = luma + numpy.random.default_rng(chance.getrandbits(64)).normal(0, noise, luma.shape)
    return numpy.clip(numpy.rint(luma), 0, 255).astype(numpy.uint8)


def _turned(light, degrees):
    """Turned about its middle, bilinear, light outside."""
    height, width = light.shape
    angle = math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    rows = int(abs(height * c) + abs(width * s)) + 2
    columns = int(abs(width * c) + abs(height * s)) + 2
    y, x = numpy.mgrid[0:rows, 0:columns].astype(numpy.float32)
    x, y = x - columns / 2, y - rows / 2
    u, v = c * x + s * y + width / 2, -s * x + c * y + height / 2
    inside = (u >= 0) & (u < width - 1) & (v >= 0) & (v < height - 1)
    u, v = numpy.clip(u, 0, width - 2), numpy.clip(v, 0, height - 2)
    left, top = u.astype(int), v.astype(int)
    a, b = u - left, v - top
    value = (light[top, left] * (1 - a) + light[top, left + 1] * a) * (1 - b) \
        + (light[top + 1, left] * (1 - a) + light[top + 1, left + 1] * a) * b
    return numpy.where(inside, value, 1.0)


def _bars(symbol, size, chance, rows=None, stretch=0.0, shift=None):
    profile = _profile(row(symbol), size, chance.random() if shift is None else shift, stretch)
    rows = rows or int(chance.uniform(24, 70))
    return numpy.repeat(profile[None, :], rows, axis=0)


def ordinary(symbol, _, chance):
    """What pictures of codes mostly are: modules of 1.5 to 4 pixels, a little soft, noisy, dim, turned and seen askew."""
    size = chance.uniform(1.5, 4)
    return _finished(
        _bars(symbol, size, chance, stretch=chance.uniform(-0.1, 0.1)), chance, sigma=size * chance.uniform(0.05, 0.4),
        noise=chance.uniform(1, 8), contrast=chance.uniform(0.5, 1), turn=chance.uniform(-12, 12)), [symbol]


def small(symbol, _, chance):
    """Modules of 0.8 to 1.6 pixels."""
    size = chance.uniform(0.8, 1.6)
    return _finished(
        _bars(symbol, size, chance), chance, sigma=chance.uniform(0, 0.45), noise=chance.uniform(1, 12),
        contrast=chance.uniform(0.35, 1)), [symbol]


def blurred(symbol, _, chance):
    """Out of focus by 0.4 to 1.1 modules."""
    size = chance.uniform(1.5, 3.5)
    return _finished(
        _bars(symbol, size, chance), chance, sigma=size * chance.uniform(0.4, 1.1), noise=chance.uniform(1, 8),
        contrast=chance.uniform(0.4, 1)), [symbol]


def noisy(symbol, _, chance):
    """Noise of 15 to 70 grey values."""
    size = chance.uniform(1.3, 3)
    return _finished(
        _bars(symbol, size, chance), chance, sigma=chance.uniform(0, 0.5), noise=chance.uniform(15, 70)), [symbol]


def turned(symbol, _, chance):
    """At any angle, modules of 1.2 to 2.5 pixels."""
    size = chance.uniform(1.2, 2.5)
    return _finished(
        _bars(symbol, size, chance, rows=int(chance.uniform(40, 80))), chance, sigma=chance.uniform(0.2, 0.7),
        noise=chance.uniform(1, 10), turn=chance.uniform(-180, 180)), [symbol]


def stretched(symbol, _, chance):
    """Modules up to a third wider at one end than at the other, and blurred."""
    size = chance.uniform(1.3, 3)
    return _finished(
        _bars(symbol, size, chance, stretch=chance.uniform(-0.3, 0.3)), chance, sigma=size * chance.uniform(0.1, 0.6),
        noise=chance.uniform(1, 10)), [symbol]


def smudged(symbol, _, chance):
    """Spots of ink and of glare over some of the bars."""
    size = chance.uniform(1.3, 3)
    light = _bars(symbol, size, chance).copy()
    for _ in range(chance.randint(2, 10)):
        y, x = chance.uniform(0, light.shape[0]), chance.uniform(0, light.shape[1])
        radius = chance.uniform(1, 0.35 * light.shape[0])
        v, u = numpy.ogrid[0:light.shape[0], 0:light.shape[1]]
        light[(v - y) ** 2 + (u - x) ** 2 < radius ** 2] = chance.choice([0.0, 1.0, 0.5])
    return _finished(light, chance, sigma=size * chance.uniform(0.1, 0.5), noise=chance.uniform(1, 10)), [symbol]


def cut(symbol, _, chance):
    """A part of the symbol is gone on one side or both; also says what the rest is, where that is a symbol on paper."""
    size = chance.uniform(1.2, 3)
    shift = chance.random()
    light = _bars(symbol, size, chance, shift=shift).copy()
    bars = len(symbol.modules) * size
    begin = QUIET * size
    left = chance.choice([True, False])
    both = chance.random() < 0.3
    ground = chance.choice([1.0, 0.0, 0.6])
    shown = [0, light.shape[1]]
    for side in ([True, False] if both else [left]):
        part = int(bars * chance.uniform(0.05, 0.5))
        if side:
            shown[0] = int(begin) + part
        else:
            shown[1] = int(begin + bars) - part
    light[:, : shown[0]] = ground
    light[:, shown[1] :] = ground
    left = [piece(symbol, *((place - shift) / size - QUIET for place in shown))] if ground == 1 else []
    return _finished(light, chance, sigma=size * chance.uniform(0.1, 0.6), noise=chance.uniform(1, 10)), [], \
        [each for each in left if each]


def overlaid(symbol, other, chance):
    """Another number's half, printed a little larger or smaller, lies over one end, over the whole height."""
    size = chance.uniform(1.2, 3)
    light = _bars(symbol, size, chance).copy()
    # Nobody puts a label down so that the modules of both fall together; where they do it is one symbol.
    over = _profile(row(other), size * chance.choice([chance.uniform(0.88, 0.97), chance.uniform(1.03, 1.12)]))
    shared = min(light.shape[1], len(over))
    part = int(shared * chance.uniform(0.4, 0.6))
    if chance.random() < 0.5:
        light[:, :part] = over[:part]
    else:
        light[:, -part:] = over[-part:]
    return _finished(light, chance, sigma=size * chance.uniform(0.1, 0.6), noise=chance.uniform(1, 10)), []


def doubled(symbol, other, chance):
    """The upper part is one number, the lower another: either may be read."""
    size = chance.uniform(1.2, 3)
    upper = _bars(symbol, size, chance, rows=int(chance.uniform(15, 40)))
    lower = _bars(other, size, chance, rows=int(chance.uniform(15, 40)))
    width = max(upper.shape[1], lower.shape[1])
    light = numpy.concatenate([
        numpy.pad(part, [(0, 0), (0, width - part.shape[1])], constant_values=1.0) for part in (upper, lower)])
    return _finished(
        light, chance, sigma=size * chance.uniform(0.1, 0.7), noise=chance.uniform(1, 12)), [symbol, other]


HARD = (small, blurred, noisy, turned, stretched, smudged, cut, overlaid, doubled)
# Every other picture is an ordinary one.
ORDER = [kind.__name__ for each in HARD for kind in (ordinary, each)]
KINDS = {maker.__name__: maker for maker in (ordinary, *HARD)}
