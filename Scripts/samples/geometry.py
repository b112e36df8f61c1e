"""Homographies, and a bent surface, from a symbol's modules (origin at its top left, y down) to pixels of a picture."""

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


def border(box):
    """Points around the box, its corners among them."""
    around = corners(box)
    steps = numpy.arange(32)[:, None] / 32
    return numpy.concatenate([
        a + steps * (numpy.array(b) - a) for a, b in zip(map(numpy.array, around), around[1:] + around[:1])])


def apply(transform, points):
    """Points, one a row, through a homography, or onto a bent surface."""
    points = numpy.asarray(points, float)
    if isinstance(transform, Bent):
        return transform.bend(apply(transform.flat, points))
    moved = numpy.column_stack([points, numpy.ones(len(points))]) @ transform.T
    return moved[:, :2] / moved[:, 2:]


class Bent:
    """A homography onto a flat picture, which is then bent about a cylinder and seen from afar.

    The cylinder goes through `centre`; along its axis, which lies `degrees` clockwise of upright, nothing is bent. `tilt` is
    how far (its tangent) one looks down on it, so that lines around it become arcs.
    """

    def __init__(self, flat, centre, radius, degrees=0, tilt=0.0):
        self.flat, self.radius, self.tilt = flat, radius, tilt
        self.to_axis = turn(-degrees) @ shift(-centre[0], -centre[1])

    def bend(self, points):
        x, y = apply(self.to_axis, points).T
        angle = x / self.radius
        return self._back(self.radius * numpy.sin(angle), y + self.tilt * self.radius * (1 - numpy.cos(angle)))

    def unbend(self, points):
        """The flat picture's point of each; one that the cylinder is not before lies far away."""
        x, y = apply(self.to_axis, points).T
        is_on = abs(x) < self.radius
        angle = numpy.arcsin(numpy.where(is_on, x, 0) / self.radius)
        flat = self._back(self.radius * angle, y - self.tilt * self.radius * (1 - numpy.cos(angle)))
        return numpy.where(is_on[:, None], flat, 1e6)

    def _back(self, x, y):
        return apply(inverse(self.to_axis), numpy.stack([x, y], axis=1))


def flat_points(transform, points):
    """The points of a symbol that are seen at points of the picture."""
    if isinstance(transform, Bent):
        return apply(inverse(transform.flat), transform.unbend(points))
    return apply(inverse(transform), points)


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
