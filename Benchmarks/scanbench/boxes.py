"""Boxes of faces in pixels: x, y, width, height."""


def overlap(a, b):
    """Intersection over union of two boxes."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    common = width * height
    return common / (a[2] * a[3] + b[2] * b[3] - common)


def is_ignored(box, ignored):
    """Whether a box lies on one that counts neither way."""
    return any(overlap(box, each) >= 0.3 or _centre_is_in(box, each) for each in ignored)


def _centre_is_in(box, other):
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return other[0] <= x <= other[0] + other[2] and other[1] <= y <= other[1] + other[3]
