"""Pictures without people's faces, of things that detectors take for faces: wheels, cars' fronts, sockets, plates of food,
toy animals, lettering, leaves, textures, and photographs of a cat and of a cup."""

import math
import string
from pathlib import Path

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont, ImageOps

from .nothing import FONTS

SIZE = (640, 480)
PHOTOGRAPHS = Path(__file__).resolve().parents[3] / "SampleImages" / "none"


def _generator(chance):
    return numpy.random.default_rng(chance.getrandbits(64))


def clouds(chance, size=SIZE, slope=None):
    """Noise of all scales, coarse ones stronger, as an 8-bit picture: walls, skies, skin of fruit."""
    width, height = size
    noise = numpy.fft.rfft2(_generator(chance).normal(0, 1, (height, width)))
    away = numpy.hypot(numpy.fft.fftfreq(height)[:, None], numpy.fft.rfftfreq(width)[None, :])
    away[0, 0] = 1
    light = numpy.fft.irfft2(noise / away ** (slope or chance.uniform(0.8, 2.0)), s=(height, width))
    low, high = numpy.percentile(light, [1, 99])
    begin = chance.uniform(0, 150)
    light = begin + (light - low) / (high - low) * chance.uniform(20, 255 - begin)
    return Image.fromarray(numpy.clip(light, 0, 255).astype(numpy.uint8))


def finished(picture, chance, blur=1.2, noise=8):
    """A little out of focus, with a camera's noise."""
    picture = picture.filter(ImageFilter.GaussianBlur(chance.uniform(0.3, blur)))
    light = numpy.asarray(picture, dtype=float)
    return numpy.clip(light + _generator(chance).normal(0, chance.uniform(1, noise), light.shape), 0, 255).astype(numpy.uint8)


def placed(picture, thing, mask, chance):
    """Puts a thing, turned a little, somewhere onto a picture."""
    angle = chance.gauss(0, 8)
    thing, mask = thing.rotate(angle, Image.BICUBIC), mask.rotate(angle, Image.BICUBIC)
    place = tuple(chance.randint(0, max(0, whole - part)) for whole, part in zip(picture.size, thing.size))
    picture.paste(thing, place, mask)


def shaded(size, shape, light, chance):
    """An ellipse lit from above, and where it is; `shape` as (left, top, right, bottom) in shares of the size."""
    y, x = numpy.mgrid[0:size, 0:size] / size
    left, top, right, bottom = shape
    u, v = (2 * x - left - right) / (right - left), (2 * y - top - bottom) / (bottom - top)
    away = u * u + v * v
    turn = chance.gauss(0, 0.4)
    bright = light * (0.55 + 0.45 * numpy.sqrt(numpy.clip(1 - away, 0, 1))) * (1 - 0.25 * (v * math.cos(turn) + u * math.sin(turn)))
    return bright, numpy.clip((1 - away) * size / 6, 0, 1)


class Sketch:
    """Shaded ellipses one upon another."""

    def __init__(self, size, chance):
        self.size, self.chance = size, chance
        self.light = numpy.zeros((size, size))
        self.cover = numpy.zeros((size, size))

    def ellipse(self, x, y, width, height, light):
        """An ellipse around a place, in shares of the size."""
        bright, cover = shaded(
            self.size, (x - width / 2, y - height / 2, x + width / 2, y + height / 2), light, self.chance)
        self.light = self.light * (1 - cover) + bright * cover
        self.cover = numpy.maximum(self.cover, cover)

    def pair(self, away, y, width, height, light, middle=0.5):
        """The same twice, either side of the middle."""
        for side in (-1, 1):
            self.ellipse(middle + side * away, y, width, height, light)

    def put(self, picture, fur=0.0):
        """Puts the sketch onto a picture, with hairs of some strength."""
        if fur:
            hairs = _generator(self.chance).normal(0, 1, (self.size // 2 + 1, self.size // 2 + 1))
            hairs = numpy.asarray(Image.fromarray(hairs.astype(numpy.float32)).resize((self.size, self.size), Image.BICUBIC))
            self.light = self.light + fur * hairs
        placed(
            picture, Image.fromarray(numpy.clip(self.light, 0, 255).astype(numpy.uint8)),
            Image.fromarray((self.cover * 255).astype(numpy.uint8)), self.chance)


def toy(chance):
    """Heads of drawn or toy animals: ears, fur, two eyes, a snout with a nose, and a mouth. People call these faces."""
    picture = clouds(chance)
    for _ in range(chance.randint(1, 3)):
        sketch = Sketch(chance.randint(60, 320), chance)
        coat = chance.uniform(60, 220)
        ears = chance.uniform(0.16, 0.34)
        sketch.pair(chance.uniform(0.22, 0.36), chance.uniform(0.16, 0.45), ears * chance.uniform(0.6, 1), ears * chance.uniform(1, 1.8),
                    coat * chance.uniform(0.6, 1))
        sketch.ellipse(0.5, 0.52, chance.uniform(0.55, 0.8), chance.uniform(0.66, 0.9), coat)
        eye, away, level = chance.uniform(0.06, 0.13), chance.uniform(0.11, 0.2), chance.uniform(0.36, 0.48)
        if chance.random() < 0.5:
            sketch.pair(away, level, eye * 1.8, eye * 1.6, min(250, coat * chance.uniform(0.7, 1.5)))
        sketch.pair(away, level, eye, eye * chance.uniform(0.6, 1), chance.uniform(5, 50))
        sketch.pair(away - eye / 6, level - eye / 6, eye / 4, eye / 4, 250)
        low = chance.uniform(0.6, 0.74)
        sketch.ellipse(0.5, low + 0.04, chance.uniform(0.25, 0.42), chance.uniform(0.22, 0.36), min(250, coat * chance.uniform(0.9, 1.4)))
        sketch.ellipse(0.5, low - 0.04, chance.uniform(0.08, 0.17), chance.uniform(0.05, 0.12), chance.uniform(5, 60))
        sketch.ellipse(0.5, low + 0.1, chance.uniform(0.1, 0.24), chance.uniform(0.015, 0.05), coat * 0.35)
        sketch.put(picture, fur=chance.uniform(0, 14))
    return finished(picture, chance)


def food(chance):
    """Plates with fried eggs, slices, berries and sausages, as they fell."""
    picture = clouds(chance)
    for _ in range(chance.randint(1, 2)):
        sketch = Sketch(chance.randint(120, 400), chance)
        sketch.ellipse(0.5, 0.5, 0.95, chance.uniform(0.8, 0.95), chance.uniform(150, 240))
        sketch.ellipse(0.5, 0.5, 0.7, 0.65, chance.uniform(150, 240))
        for _ in range(chance.randint(0, 2)):
            x, y, size = chance.uniform(0.3, 0.7), chance.uniform(0.3, 0.7), chance.uniform(0.1, 0.22)
            sketch.ellipse(x, y, size * 1.5, size, 235)
            sketch.ellipse(x, y, size * 0.6, size * 0.6, chance.uniform(30, 160))
        for _ in range(chance.randint(2, 12)):
            size = chance.uniform(0.04, 0.2)
            sketch.ellipse(
                chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8), size, size * chance.uniform(0.3, 1.5),
                chance.uniform(20, 230))
        sketch.put(picture)
    return finished(picture, chance)


def wheel(chance):
    """Wheels with hubs, spokes, bolts; clocks."""
    picture = clouds(chance)
    for _ in range(chance.randint(1, 3)):
        size = chance.randint(60, 340)
        thing, mask = Image.new("L", (size, size), chance.randint(10, 80)), Image.new("L", (size, size))
        ImageDraw.Draw(mask).ellipse((1, 1, size - 2, size - 2), fill=255)
        draw, middle = ImageDraw.Draw(thing), size / 2
        rim = size * chance.uniform(0.28, 0.44)
        draw.ellipse((middle - rim, middle - rim, middle + rim, middle + rim), fill=chance.randint(60, 250))
        count, first = chance.choice([2, 3, 4, 5, 5, 6, 8, 12]), chance.uniform(0, 2 * math.pi)
        for number in range(count):
            angle = first + 2 * math.pi * number / count
            x, y = middle + math.cos(angle) * rim * 0.95, middle + math.sin(angle) * rim * 0.95
            if chance.random() < 0.3:
                hole = rim * chance.uniform(0.1, 0.3)
                x, y = (x + middle) / 2, (y + middle) / 2
                draw.ellipse((x - hole, y - hole, x + hole, y + hole), fill=chance.randint(0, 90))
            else:
                draw.line((middle, middle, x, y), fill=chance.randint(0, 255), width=max(1, int(size * chance.uniform(0.02, 0.12))))
        hub = rim * chance.uniform(0.1, 0.35)
        draw.ellipse((middle - hub, middle - hub, middle + hub, middle + hub), fill=chance.randint(0, 255))
        placed(picture, thing, mask, chance)
    return finished(picture, chance, blur=2)


def _car(draw, size, shade, chance):
    """Lights, and a grille of slats under a window."""
    level, light = size * chance.uniform(0.5, 0.62), size * chance.uniform(0.05, 0.1)
    draw.rectangle((size * 0.22, size * 0.16, size * 0.78, size * 0.36), fill=shade)
    for x in (0.18, 0.82):
        draw.ellipse((x * size - light, level - light, x * size + light, level + light), fill=255 - shade)
    for slat in range(chance.randint(2, 6)):
        y = level + light + slat * size * 0.04
        draw.line((size * 0.3, y, size * 0.7, y), fill=shade, width=max(1, size // 50))


def _socket(draw, size, shade, chance):
    """Two holes on the middle line of a round hollow, and clips above and below. Holes placed as eyes are would be a
    drawn face."""
    draw.ellipse((size * 0.12, size * 0.12, size * 0.88, size * 0.88), outline=shade, width=max(1, size // 40))
    hole = size * chance.uniform(0.03, 0.07)
    for x in (0.38, 0.62):
        draw.ellipse((x * size - hole, size / 2 - hole, x * size + hole, size / 2 + hole), fill=shade)
    for y in (0.12, 0.8):
        draw.rectangle((size * 0.46, y * size, size * 0.54, (y + 0.08) * size), fill=shade)


def _house(draw, size, shade, chance):
    """Rows of windows, and a door."""
    columns, rows = chance.randint(2, 4), chance.randint(1, 3)
    for row in range(rows):
        for column in range(columns):
            x, y = size * (column + 0.3) / columns, size * (0.12 + 0.6 * row / rows)
            draw.rectangle((x, y, x + size * 0.4 / columns, y + size * 0.35 / rows), fill=shade)
    draw.rectangle((size * 0.44, size * 0.72, size * 0.58, size), fill=shade)


def front(chance):
    """Cars' fronts, sockets, houses."""
    picture = clouds(chance)
    for _ in range(chance.randint(1, 4)):
        size = chance.randint(60, 300)
        body = chance.randint(30, 250)
        thing, mask = Image.new("L", (size, size), body), Image.new("L", (size, size))
        ImageDraw.Draw(mask).rounded_rectangle((2, 2, size - 2, size - 2), radius=size * chance.uniform(0.02, 0.3), fill=255)
        shade = chance.randint(0, 90) if body > 110 else chance.randint(160, 255)
        chance.choice([_car, _socket, _house])(ImageDraw.Draw(thing), size, shade, chance)
        placed(picture, thing.filter(ImageFilter.GaussianBlur(size * chance.uniform(0, 0.03))), mask, chance)
    return finished(picture, chance)


def lettering(chance):
    """Letters, large and small, also such as make faces."""
    picture = clouds(chance) if chance.random() < 0.5 else Image.new("L", SIZE, chance.randint(120, 255))
    layer = Image.new("L", SIZE)
    draw, y = ImageDraw.Draw(layer), 0
    while y < SIZE[1]:
        size = int(math.exp(chance.uniform(math.log(10), math.log(160))))
        font = ImageFont.truetype(chance.choice(FONTS), size)
        signs = chance.choice(["OoQ8B%&@0", string.ascii_letters, string.ascii_uppercase + string.digits])
        draw.text((chance.randint(-size, size), y), "".join(chance.choice(signs + "  ") for _ in range(60)), fill=255, font=font)
        y += int(size * chance.uniform(0.9, 1.3))
    layer = layer.rotate(chance.choice([0, 0, 0, 90, chance.uniform(-40, 40)]), Image.BILINEAR)
    picture.paste(Image.new("L", SIZE, chance.randint(0, 110)), (0, 0), layer)
    return finished(picture, chance)


def leaves(chance):
    """Leaves, pebbles, bubbles: hundreds of shaded ellipses."""
    picture = numpy.asarray(clouds(chance), dtype=float).copy()
    largest = math.exp(chance.uniform(math.log(14), math.log(110)))
    thin = chance.uniform(0.3, 1)
    for _ in range(int(min(700, 500_000 / largest ** 2)) + 30):
        size = max(6, int(largest * chance.uniform(0.4, 1)))
        bright, cover = shaded(size, (0.5 - thin / 2, 0, 0.5 + thin / 2, 1), chance.uniform(30, 250), chance)
        angle = chance.uniform(0, 360)
        bright = numpy.asarray(Image.fromarray(bright.astype(numpy.float32)).rotate(angle, Image.BILINEAR))
        cover = numpy.asarray(Image.fromarray(cover.astype(numpy.float32)).rotate(angle, Image.BILINEAR))
        x, y = chance.randint(0, SIZE[0] - size), chance.randint(0, SIZE[1] - size)
        part = picture[y:y + size, x:x + size]
        part[:] = part * (1 - cover) + bright * cover
    return finished(Image.fromarray(numpy.clip(picture, 0, 255).astype(numpy.uint8)), chance)


def texture(chance):
    """Noise of some scale, folded: marble, cloth, bark, fur."""
    light = numpy.asarray(clouds(chance, slope=chance.uniform(0.8, 2.4)), dtype=float)
    folds = chance.uniform(1, 8)
    light = 128 + 120 * numpy.sin(light / 255 * 2 * math.pi * folds)
    picture = Image.fromarray(light.astype(numpy.uint8))
    if chance.random() < 0.4:
        picture = ImageOps.mirror(picture) if chance.random() < 0.5 else Image.blend(picture, ImageOps.mirror(picture), 0.5)
    return finished(picture, chance, blur=3, noise=15)


def photograph(chance):
    """A cat, a cup, a rocket, from nearby and from afar, turned, mirrored, in any light."""
    name = chance.choice(["chelsea"] * 4 + ["coffee", "rocket"])
    picture = Image.open(PHOTOGRAPHS / f"{name}.jpg").convert("L")
    scale = math.exp(chance.uniform(math.log(0.15), math.log(1.4)))
    picture = picture.resize((max(40, int(picture.width * scale)), max(40, int(picture.height * scale * chance.uniform(0.85, 1.2)))), Image.BICUBIC)
    if chance.random() < 0.5:
        picture = ImageOps.mirror(picture)
    picture = picture.rotate(chance.gauss(0, 12), Image.BICUBIC, fillcolor=112)
    ground, light = clouds(chance), chance.uniform(0.5, 1.4)
    picture = picture.point(lambda value: min(255, int(value * light)))
    ground.paste(picture, tuple(chance.randint(min(0, w - p), max(0, w - p)) for w, p in zip(SIZE, picture.size)))
    return finished(ground, chance)


# What people call a face too is not counted with the others.
FACES_TO_PEOPLE = {toy.__name__}
KINDS = {maker.__name__: maker for maker in (toy, food, wheel, front, lettering, leaves, texture, photograph)}
