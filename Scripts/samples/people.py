"""Faces turned, mirrored and small, from photographs in the public domain."""

import pathlib

from PIL import Image

import geometry
from folder import Folder

SOURCES = pathlib.Path(__file__).resolve().parent / "photographs"

# Set by hand, in pixels of the photograph: the eyes at the picture's left and right, the middle of the mouth.
PEOPLE = {
    "astronaut.jpg": ((203, 101), (246, 103.5), (223.5, 144)),
    "obama.jpg": ((443, 214), (550, 212), (493, 328)),
    "biden.jpg": ((530, 324), (650, 347), (572, 468)),
}


def _tilt(left, right, mouth):
    """The head's own roll in degrees, clockwise: the mean of the eye line's and the face axis'."""
    eyes = geometry.angle(left, right)
    axis = geometry.angle(((left[0] + right[0]) / 2, (left[1] + right[1]) / 2), mouth) - 90
    return (eyes + axis) / 2


def _face(name, size, height, degrees=0, mirrored=False):
    """A square picture with the head levelled, flipped, then turned clockwise, and its truth.

    `height` is the distance from the eye line to the mouth in pixels.
    """
    photograph = Image.open(SOURCES / name).convert("RGB")
    left, right, mouth = points = PEOPLE[name]
    middle = [(left[i] + right[i]) / 4 + mouth[i] / 2 for i in (0, 1)]
    between = [(left[i] + right[i]) / 2 for i in (0, 1)]
    scale = height / geometry.distance(between, mouth)
    upright = geometry.scaling(scale) @ geometry.turn(-_tilt(*points)) @ geometry.shift(-middle[0], -middle[1])
    if mirrored:
        upright = geometry.scaling(-1, 1) @ upright
    transform = geometry.shift(size[0] / 2, size[1] / 2) @ geometry.turn(degrees) @ upright
    eyes = geometry.apply(transform, [left, right])
    truth = {"type": "face", "rollAngle": degrees % 360}
    if mirrored:
        truth["mirrored"] = True
    # The subject's right eye first: at the picture's left unless mirrored.
    truth["eyes"] = [[round(float(x), 1), round(float(y), 1)] for x, y in eyes]
    inverse = geometry.inverse(transform)
    # Shrunk before it is turned, for Pillow's bicubic takes no mean over what it shrinks.
    half = max(1, int(1 / scale))
    if half > 1:
        photograph = photograph.reduce(half)
        inverse = geometry.scaling(1 / half) @ inverse
    image = photograph.transform(
        size, Image.Transform.AFFINE, tuple(inverse[:2].ravel()), Image.Resampling.BICUBIC,
        fillcolor=(112, 112, 112))
    return image, truth


def faces():
    folder = Folder("face")

    def add(name, person, size, height, degrees=0, mirrored=False):
        image, truth = _face(person, size, height, degrees, mirrored)
        folder.add_image(name + ".jpg", image, *size, [truth], quality=82)

    for person in PEOPLE:
        stem = person.split(".")[0]
        for degrees in (0, 15, 30, 45, 60):
            add(f"{stem}-turned+{degrees:02}", person, (400, 400), 60, degrees)
            if degrees:
                add(f"{stem}-turned-{degrees:02}", person, (400, 400), 60, -degrees)
        add(f"{stem}-mirrored", person, (400, 400), 60, mirrored=True)
        add(f"{stem}-mirrored-turned+30", person, (400, 400), 60, 30, mirrored=True)
        for height in (18, 30):
            add(f"{stem}-small-{height}", person, (480, 270), height)
        add(f"{stem}-large", person, (640, 640), 150, 5)

    group, objects = Image.new("RGB", (900, 400), (112, 112, 112)), []
    for index, person in enumerate(PEOPLE):
        image, truth = _face(person, (300, 400), 52, (-10, 0, 10)[index])
        group.paste(image, (300 * index, 0))
        truth["eyes"] = [[x + 300 * index, y] for x, y in truth["eyes"]]
        objects.append(truth)
    folder.add_image("three-people.jpg", group, 900, 400, objects, quality=82)
    return folder.close()
