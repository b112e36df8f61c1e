"""Codes that are placed on photographs, read side by side: small labels at any angle, and small codes in large pictures.

The photographs are the development data's, without codes. What is placed, where and how blurred is chance, the same for the same
seed; nothing is chosen by who reads it.
"""

import io
import json
import math
import random
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import numpy
from PIL import Image, ImageFilter

from .evaluation import verdicts
from .hard.symbols import MAKERS
from .tables import table

UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
# zint's number of each matrix code.
MATRIX = {"qr": 58, "dataMatrix": 71, "aztec": 92}
# Samples a pixel, across and down, before it is shrunk to its place.
FINE = 4


class Labels:
    """Linear codes on white labels, modules of 1 to 2.2 pixels, in photographs of 1,280 pixels."""

    types = ["ean13", "code128", "code39", "itf14"]

    def module(self, chance, _):
        return chance.uniform(1.0, 2.2)

    def angle(self, chance):
        return chance.uniform(-180, 180)

    def photograph(self, picture, _):
        picture.thumbnail((1280, 1280))
        return picture


class Large:
    """Codes with modules of 1.6 to 6 pixels in photographs that are enlarged to 8, 12 and 24 megapixels."""

    types = ["qr", "dataMatrix", "ean13", "code128", "qr", "aztec"]

    def module(self, chance, type):
        return chance.uniform(2.2, 6) if type in MATRIX else chance.uniform(1.6, 3.2)

    def angle(self, chance):
        return chance.choice([0, 0, 90, 180, chance.uniform(-8, 8), chance.uniform(-180, 180)])

    def photograph(self, picture, chance):
        factor = math.sqrt(chance.choice([8, 12, 24]) * 1e6 / (picture.width * picture.height))
        return picture.resize((int(picture.width * factor), int(picture.height * factor)), Image.BICUBIC)


KINDS = {"labels": Labels(), "large": Large()}


def symbol(type, chance):
    """The modules of a code, rows of 0 (dark) and 1 with a quiet zone, and its text."""
    if type in MATRIX:
        number, text = MATRIX[type], "".join(chance.choice(UPPER) for _ in range(chance.randint(8, 40)))
        data = text
    else:
        number, maker = MAKERS[type]
        data, text = maker(chance)
    command = ["zint", "-b", str(number), "-d", data, "--notext", "--scale", "1", "--height", "40", "--direct", "--filetype", "PNG"]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode >= 5:
        raise SystemExit(f"zint makes no symbol of {data!r}: {done.stderr.decode().strip()}")
    # Two pixels a module, and what zint leaves white around.
    modules = (numpy.asarray(Image.open(io.BytesIO(done.stdout)).convert("L"))[::2, ::2] > 127).astype(numpy.uint8)
    rows, columns = numpy.where(modules == 0)
    modules = modules[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    return numpy.pad(modules, ((4, 4), (10, 10)), constant_values=1), text


def picture(kind, type, chance, photographs):
    """A photograph with a code on it, 8-bit grey, and the code's text."""
    modules, text = symbol(type, chance)
    module = kind.module(chance, type)
    label = Image.fromarray(modules * 255).resize(
        [max(1, int(side * module * FINE)) for side in modules.shape[::-1]], Image.NEAREST)
    angle = kind.angle(chance)
    ink, cover = (
        each.rotate(angle, expand=True, resample=Image.BICUBIC) for each in (label, Image.new("L", label.size, 255)))
    size = (max(1, ink.width // FINE), max(1, ink.height // FINE))
    ink, cover = ink.resize(size, Image.BOX), cover.resize(size, Image.BOX)
    dark, light = chance.uniform(10, 60), chance.uniform(140, 240)
    ink = ink.point(lambda value: int(dark + (light - dark) * value / 255))
    ground = kind.photograph(Image.open(chance.choice(photographs)).convert("L"), chance)
    left, top = (chance.randint(0, max(0, whole - part)) for whole, part in zip(ground.size, size))
    ground.paste(ink, (left, top), cover)
    box = (max(0, left - 60), max(0, top - 60), min(ground.width, left + size[0] + 60), min(ground.height, top + size[1] + 60))
    ground.paste(ground.crop(box).filter(ImageFilter.GaussianBlur(chance.uniform(0, 0.33) * module)), box)
    noise = numpy.random.default_rng(chance.randrange(2**32)).normal(0, chance.uniform(2, 9), ground.size[::-1])
    return numpy.clip(numpy.asarray(ground) + noise, 0, 255).astype(numpy.uint8), text


def write(folder, name, seed, count, photographs):
    """Writes the pictures of a kind as JPEG and what is known of them; their names."""
    kind, files = KINDS[name], []
    with open(folder / "expected.jsonl", "w", encoding="utf-8") as expected:
        for number in range(count):
            type = kind.types[number % len(kind.types)]
            pixels, text = picture(kind, type, random.Random(f"{seed}-{name}-{number}"), photographs)
            file = f"{name}-{number:04d}-{type}.jpg"
            Image.fromarray(pixels).save(folder / file, quality=92)
            height, width = pixels.shape
            known = {"type": type, "text": text}
            expected.write(json.dumps({"file": file, "width": width, "height": height, "objects": [known]}) + "\n")
            files.append(file)
    return files


def measure(binary, readers, faces, seed, count, progress=lambda text: None):
    """By kind and reader: pictures, codes read and wrong ones, processor time."""
    photographs = sorted(
        str(file) for folder in ("portraits", "groups") for file in (Path(faces) / "pictures" / folder).iterdir()
        if file.suffix in (".jpg", ".png"))
    figures = {}
    for name in KINDS:
        with tempfile.TemporaryDirectory() as folder:
            progress(f"{count} pictures with {name}")
            files = write(Path(folder), name, seed, count, photographs)
            for reader in readers:
                found, seconds = reader.read(files, folder)
                counts = figures.setdefault(name, {}).setdefault(reader.name, Counter(milliseconds=round(seconds * 1000)))
                for verdict in verdicts(binary, folder, found, reader.is_lenient):
                    counts["pictures"] += 1
                    counts["read"] += verdict["read"]
                    counts["wrong"] += len(verdict["misread"])
    return figures


def printed(figures):
    """A row a kind and reader."""
    rows = [["placed", "reader", "pictures", "read", "wrong", "ms"]]
    for name, readers in figures.items():
        for reader, of in readers.items():
            rows.append([name, reader, of["pictures"], of["read"], of["wrong"], of["milliseconds"]])
    return table(rows)
