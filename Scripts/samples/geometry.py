"""Homographies from a symbol's modules (origin at its top left, y down) to pixels of a picture."""

import math

import numpy


def scaling(x, y=None):
    return numpy.diag([x, x if y is None else y, 1.0])


def shift(x, y):
    return numpy.array([[1, 0, x], [0, 1, y], [0, 0, 1]], float)


def turn(degrees):
    """Clockwise as seen, about the origin; exact for right angles."""
    exact = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}
    angle = math.radians(degrees)
    cos, sin = exact.get(degrees % 360, (math.cos(angle), math.sin(angle)))
    return numpy.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], float)


def to_quad(box, quad):
    """Takes the corners of `box` (left, top, right, bottom) to `quad`: top left, bottom left, bottom right, top right."""
    rows, values = [], []
    for (x, y), (u, v) in zip(corners(box), quad):
        rows += [[x, y, 1, 0, 0, 0, -x * u, -y * u], [0, 0, 0, x, y, 1, -x * v, -y * v]]
        values += [u, v]
    return numpy.append(numpy.linalg.solve(numpy.array(rows, float), numpy.array(values, float)), 1).reshape(3, 3)


def corners(box):
    """Top left, bottom left, bottom right, top right: counter-clockwise as seen."""
    left, top, right, bottom = box
    return [(left, top), (left, bottom), (right, bottom), (right, top)]


def apply(transform, points):
    """Points, one a row, through a homography."""
    points = numpy.asarray(points, float)
    moved = numpy.column_stack([points, numpy.ones(len(points))]) @ transform.T
    return moved[:, :2] / moved[:, 2:]


def placed(symbol, centre, module, degrees=0, mirrored=False):
    """The symbol's middle at `centre`, `module` pixels a module, flipped left to right, then turned clockwise."""
    left, top, right, bottom = symbol.box
    transform = shift(-(left + right) / 2, -(top + bottom) / 2)
    if mirrored:
        transform = scaling(-1, 1) @ transform
    return shift(*centre) @ turn(degrees) @ scaling(module) @ transform


def inverse(transform):
    return numpy.linalg.inv(transform)


def distance(a, b):
    return math.hypot(b[0] - a[0], b[1] - a[1])


def angle(a, b):
    """Degrees clockwise from the x axis to the way from `a` to `b`."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
