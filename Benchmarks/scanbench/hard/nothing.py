"""Pictures without codes, of things that readers take for codes: text, fences, keyboards, textures, random bars."""

import math
import string

import numpy
from PIL import Image, ImageDraw, ImageFont

FONTS = [
    f"/usr/share/fonts/truetype/dejavu/{name}.ttf"
    for name in ("DejaVuSans", "DejaVuSansMono", "DejaVuSerif", "DejaVuSans-Bold")]


def _generator(chance):
    return numpy.random.default_rng(chance.getrandbits(64))


def _noise(picture, chance, most=12):
    noise = _generator(chance).normal(0, chance.uniform(1, most), picture.shape)
    return numpy.clip(numpy.rint(picture + noise), 0, 255).astype(numpy.uint8)


def _letters(chance, count):
    return "".join(chance.choice(string.ascii_letters + string.digits + "    |Il1/\\#=") for _ in range(count))


def text(chance):
    """Lines of letters, at any size and angle."""
    picture = Image.new("L", (480, 320), 255)
    draw = ImageDraw.Draw(picture)
    size = chance.randint(7, 40)
    font = ImageFont.truetype(chance.choice(FONTS), size)
    for line in range(4, 320, max(8, int(size * chance.uniform(0.9, 1.4)))):
        draw.text((4, line), _letters(chance, 80), fill=chance.randint(0, 90), font=font)
    angle = chance.choice([0, 0, 90, chance.uniform(-30, 30)])
    return _noise(numpy.asarray(picture.rotate(angle, fillcolor=255, resample=Image.BILINEAR), dtype=float), chance)


def fence(chance):
    """Upright bars of regular width and distance, in perspective, some missing."""
    x = numpy.arange(480)
    period = chance.uniform(4, 30)
    phase = x / period * (1 + chance.uniform(-0.3, 0.3) * x / 480)
    duty = chance.uniform(0.2, 0.8)
    bars = ((phase + chance.random()) % 1 < duty).astype(float)
    for _ in range(chance.randint(0, 6)):
        start = chance.randint(0, 460)
        bars[start : start + chance.randint(2, 20)] = chance.choice([0, 1])
    picture = numpy.repeat(bars[None, :], 320, axis=0) * chance.uniform(80, 220) + 20
    picture[chance.randint(0, 300) :][:12] = 60
    angle = chance.choice([0, 90, chance.uniform(-45, 45)])
    turned = Image.fromarray(picture.astype(numpy.uint8)).rotate(angle, fillcolor=200, resample=Image.BILINEAR)
    return _noise(numpy.asarray(turned, dtype=float), chance)


def keyboard(chance):
    """Rows of keys with letters."""
    picture = Image.new("L", (480, 320), chance.randint(10, 120))
    draw = ImageDraw.Draw(picture)
    key, gap = chance.randint(18, 44), chance.randint(2, 6)
    font = ImageFont.truetype(chance.choice(FONTS), max(8, key // 2))
    face = chance.randint(130, 250)
    for number, y in enumerate(range(6, 300, key + gap)):
        for x in range(6 + number % 4 * key // 3, 470, key + gap):
            draw.rounded_rectangle((x, y, x + key, y + key), radius=4, fill=face)
            draw.text((x + key // 4, y + key // 5), _letters(chance, 1), fill=10, font=font)
    return _noise(numpy.asarray(picture.rotate(chance.uniform(-20, 20), resample=Image.BILINEAR), dtype=float), chance)


def texture(chance):
    """Noise of one scale, stretched in one direction as wood, cloth and brushed metal are."""
    rows, columns = chance.randint(4, 320), chance.randint(16, 480)
    small = Image.fromarray((_generator(chance).random((rows, columns)) * 255).astype(numpy.uint8))
    picture = numpy.asarray(small.resize((480, 320), chance.choice([Image.BILINEAR, Image.NEAREST, Image.BICUBIC])), dtype=float)
    if chance.random() < 0.5:
        picture = numpy.where(picture > chance.uniform(80, 170), 230.0, 25.0)
    return _noise(picture, chance)


def bars(chance):
    """Bars and gaps of one to four modules in random order: what a code looks like that no encoder made."""
    size = chance.uniform(1.0, 3.5)
    light = []
    while len(light) < 480:
        for value in (0, 1):
            light += [value] * max(1, round(size * chance.randint(1, 4)))
    first, last = chance.randint(20, 80), chance.randint(300, 460)
    profile = numpy.ones(480)
    profile[first:last] = light[: last - first]
    height = chance.randint(40, 200)
    picture = numpy.full((320, 480), 1.0)
    picture[60 : 60 + height] = profile
    angle = chance.choice([0, 90, chance.uniform(-40, 40)])
    turned = Image.fromarray((picture * 215 + 20).astype(numpy.uint8)).rotate(
        angle, fillcolor=235, resample=Image.BILINEAR)
    return _noise(numpy.asarray(turned, dtype=float), chance)


def waves(chance):
    """Gratings that cross: moiré."""
    y, x = numpy.mgrid[0:320, 0:480]
    picture = numpy.zeros((320, 480))
    for _ in range(chance.randint(1, 3)):
        angle, period = chance.uniform(0, math.pi), chance.uniform(3, 25)
        picture += numpy.sign(numpy.sin(2 * math.pi * (x * math.cos(angle) + y * math.sin(angle)) / period))
    return _noise(128 + 100 * numpy.clip(picture, -1, 1), chance)


KINDS = {maker.__name__: maker for maker in (text, fence, keyboard, texture, bars, waves)}
