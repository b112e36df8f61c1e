"""Per set of pictures with faces: what is found, what is false, and how far the angles are off."""

import statistics
from collections import OrderedDict
from dataclasses import dataclass, field

from .facescore import judge
from .tables import table
from .truth import face_pictures

# Sets that are reported together.
JOINED = {
    "sizes_front": "sizes", "sizes_yawed": "sizes", "neg_inet": "without faces",
    "neg_animals": "without faces", "neg_misc": "without faces", "neg_video": "without faces",
}


@dataclass
class FaceScore:
    """Sums over the pictures of a set for one detector."""

    pictures: int = 0
    faces: int = 0
    found: int = 0
    false: int = 0
    without_faces: int = 0
    false_without_faces: int = 0
    roll_errors: list = field(default_factory=list)
    yaw_errors: list = field(default_factory=list)
    milliseconds: float = 0.0

    @property
    def recall(self):
        return self.found / self.faces if self.faces else None

    @property
    def false_in_hundred(self):
        """False boxes per 100 pictures without faces."""
        return 100 * self.false_without_faces / self.without_faces if self.without_faces else None

    def summary(self):
        """Plain numbers for a file."""
        return {
            "pictures": self.pictures, "faces": self.faces, "found": self.found, "recall": self.recall,
            "false": self.false, "falseIn100WithoutFaces": self.false_in_hundred,
            "rollErrorMedian": _median(self.roll_errors), "yawErrorMedian": _median(self.yaw_errors),
            "milliseconds": self.milliseconds,
        }


def measure(folder, detectors, wanted=None, progress=lambda text: None):
    """Scores by set and detector; `wanted` picks sets by a part of their name."""
    sets = OrderedDict()
    for picture in face_pictures(folder):
        name = JOINED.get(picture.dataset, picture.dataset)
        if not wanted or any(part in name for part in wanted):
            sets.setdefault(name, []).append(picture)
    scores, details = {}, []
    for name, pictures in sets.items():
        for detector in detectors:
            progress(f"{name}: {detector.name}")
            reports, seconds = detector.find([picture.file for picture in pictures], folder)
            score = FaceScore(milliseconds=seconds * 1000)
            for picture in pictures:
                verdict = judge(picture, reports[picture.file])
                _add(score, picture, verdict)
                details.append({
                    "detector": detector.name, "file": picture.file, "found": verdict.found,
                    "missed": len(picture.faces) - verdict.found, "false": verdict.false,
                    "rollErrors": verdict.roll_errors, "yawErrors": verdict.yaw_errors})
            scores.setdefault(name, {})[detector.name] = score
    return scores, details


def _add(score, picture, verdict):
    score.pictures += 1
    score.faces += len(picture.faces)
    score.found += verdict.found
    score.false += verdict.false
    if picture.negative:
        score.without_faces += 1
        score.false_without_faces += verdict.false
    score.roll_errors += verdict.roll_errors
    score.yaw_errors += verdict.yaw_errors


def printed(scores):
    """The table: a row a set, and for each detector recall, false boxes, median errors and milliseconds."""
    names = list(next(iter(scores.values())))
    rows = [["", "", ""] + [cell for name in names for cell in (name, "", "", "", "")]]
    rows.append(["set", "pictures", "faces"] + ["recall", "false", "roll°", "yaw°", "ms"] * len(names))
    for name, of_set in scores.items():
        first = of_set[names[0]]
        row = [name, first.pictures, first.faces]
        for detector in names:
            score = of_set[detector]
            row += [
                _number(score.recall, 2), score.false, _number(_median(score.roll_errors), 1),
                _number(_median(score.yaw_errors), 1), round(score.milliseconds)]
        rows.append(row)
    lines = [table(rows)]
    for detector in names:
        total = FaceScore()
        for of_set in scores.values():
            score = of_set[detector]
            total.roll_errors += score.roll_errors
            total.yaw_errors += score.yaw_errors
            total.without_faces += score.without_faces
            total.false_without_faces += score.false_without_faces
        lines.append(
            f"{detector}: {_number(total.false_in_hundred, 1)} false boxes per 100 pictures without faces, "
            f"median error of roll {_number(_median(total.roll_errors), 2)}°, "
            f"of yaw {_number(_median(total.yaw_errors), 2)}°")
    return "\n".join(lines)


def _median(numbers):
    return statistics.median(numbers) if numbers else None


def _number(value, digits):
    return "–" if value is None else f"{value:.{digits}f}"
