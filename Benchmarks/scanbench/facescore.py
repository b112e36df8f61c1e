"""Judges boxes and angles of faces against the faces that are there."""

from dataclasses import dataclass, field

RECALLED_FROM = 0.5  # overlap (intersection over union) from which a box is the face


@dataclass
class FaceReport:
    """A face as a detector reported it: brow-to-chin box in pixels, angles in degrees or None."""

    box: tuple  # x, y, width, height
    roll: float | None = None
    yaw: float | None = None


@dataclass
class FaceVerdict:
    """What one picture adds to the sums."""

    found: int = 0
    false: int = 0
    roll_errors: list = field(default_factory=list)  # degrees, not negative
    yaw_errors: list = field(default_factory=list)


def judge(picture, reports):
    """Pairs boxes and faces, the best overlap first; what is left over and lies on no ignored box is false."""
    pairs = sorted(
        ((overlap(report.box, face.box), i, j)
         for i, report in enumerate(reports) for j, face in enumerate(picture.faces)), reverse=True)
    verdict, taken, found = FaceVerdict(), set(), set()
    for share, i, j in pairs:
        if share < RECALLED_FROM or i in taken or j in found:
            continue
        taken.add(i)
        found.add(j)
        report, face = reports[i], picture.faces[j]
        if report.roll is not None and face.roll is not None:
            verdict.roll_errors.append(angle_between(report.roll, face.roll))
        if report.yaw is not None and face.yaw is not None:
            verdict.yaw_errors.append(angle_between(report.yaw, face.yaw))
    verdict.found = len(found)
    verdict.false = sum(
        i not in taken and not is_ignored(report.box, picture.ignored) for i, report in enumerate(reports))
    return verdict


def overlap(a, b):
    """Intersection over union of two boxes."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    common = width * height
    return common / (a[2] * a[3] + b[2] * b[3] - common)


def angle_between(a, b):
    """The smaller angle between two directions in degrees, 0…180."""
    difference = abs(a - b) % 360
    return min(difference, 360 - difference)


def is_ignored(box, ignored):
    """Whether a box lies on one that counts neither way."""
    return any(overlap(box, each) >= 0.3 or _centre_is_in(box, each) for each in ignored)


def _centre_is_in(box, other):
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    return other[0] <= x <= other[0] + other[2] and other[1] <= y <= other[1] + other[3]
