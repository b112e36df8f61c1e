"""Judges what a reader reported of one picture against the codes that are there.

By text first and place second: a report takes a code of its kind and text, the nearest of several; what is left
takes codes that nobody has read before, at its place. A reader that tells no places gets the benefit of the doubt.
"""

from dataclasses import dataclass, field

from .forms import expected_forms, family, reported_forms


@dataclass
class Report:
    """A code as a reader reported it."""

    type: str
    text: str | None = None
    data: bytes | None = None
    corners: tuple | None = None  # pixels of the upright picture, None if the reader tells no places

    @property
    def is_decoded(self):
        return self.text is not None or self.data is not None


@dataclass
class Verdict:
    """What one picture adds to the sums."""

    read: list = field(default_factory=list)  # codes, by index
    missed: list = field(default_factory=list)  # codes, by index
    misread: list = field(default_factory=list)  # reports
    duplicates: int = 0


def judge(picture, reports, lenient=False):
    """The verdict on `reports` of a picture; codes that were located but not decoded count neither way."""
    verdict = Verdict()
    open_codes = list(range(len(picture.codes)))
    left = []
    for report in [each for each in reports if each.is_decoded]:
        matching = [i for i in open_codes if _says(report, picture.codes[i], lenient)]
        if matching:
            taken = min(matching, key=lambda i: _distance(report, picture.codes[i]))
            open_codes.remove(taken)
            verdict.read.append(taken)
        else:
            left.append(report)
    for report in left:
        unknown = [
            i for i in open_codes
            if picture.codes[i].is_unknown and _is_same_kind(report, picture.codes[i])
            and _is_at(report, picture.codes[i])
        ]
        if unknown:
            taken = min(unknown, key=lambda i: _distance(report, picture.codes[i]))
            open_codes.remove(taken)
            verdict.read.append(taken)
        elif any(_says(report, picture.codes[i], lenient) for i in verdict.read) or any(
                picture.codes[i].is_unknown and _is_same_kind(report, picture.codes[i])
                and report.corners and _is_at(report, picture.codes[i]) for i in verdict.read):
            verdict.duplicates += 1
        elif not _is_excused(report, picture, lenient):
            verdict.misread.append(report)
    verdict.read.sort()
    verdict.missed = open_codes
    return verdict


def _is_same_kind(report, code):
    return family(report.type) == family(code.type)


def _says(report, code, lenient):
    """Whether the report is of the code's kind and has its text or bytes."""
    if not _is_same_kind(report, code) or code.is_unknown:
        return False
    if code.data is not None and report.data == code.data:
        return True
    forms = reported_forms(report, lenient)
    if code.part_of is not None and any(form and form in code.part_of for form in forms):
        return True
    return not forms.isdisjoint(expected_forms(code, lenient))


def _is_excused(report, picture, lenient):
    """Whether a report that is no expected code is nevertheless no misreading."""
    if picture.negative:
        return False
    for code in picture.optional:
        if _says(report, code, lenient):
            return True
        if code.is_unknown and _is_same_kind(report, code) and _is_at(report, code):
            return True
    if any(code.addon and report.text == code.addon for code in picture.codes):
        return True
    # Others may be visible, but not where a known one is.
    on_known_code = any(
        report.corners and code.corners and _is_at(report, code) for code in picture.codes)
    return picture.incomplete and not on_known_code


def _centre(corners):
    return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))


def _distance(report, code):
    if not report.corners or not code.corners:
        return 0.0
    (ax, ay), (bx, by) = _centre(report.corners), _centre(code.corners)
    return ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5


def _is_at(report, code):
    """Whether the centre of either lies in the box around the other, or a place is not known."""
    if not report.corners or not code.corners:
        return True
    return _contains(code.corners, _centre(report.corners)) or _contains(
        report.corners, _centre(code.corners))


def _contains(corners, point):
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs) <= point[0] <= max(xs) and min(ys) <= point[1] <= max(ys)
