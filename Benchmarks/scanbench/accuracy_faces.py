"""Per set of pictures with faces: what is found, what is false, and how far the angles are off."""

import statistics
from dataclasses import dataclass, field

from .evaluation import files_by_folder, verdicts
from .tables import table

WITHOUT_FACES = "without faces"

# Sets that are reported together.
JOINED = {
    "sizes_front": "sizes", "sizes_yawed": "sizes", "neg_inet": WITHOUT_FACES,
    "neg_animals": WITHOUT_FACES, "neg_misc": WITHOUT_FACES, "neg_video": WITHOUT_FACES,
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


def set_name(folder):
    """The set of a folder of pictures."""
    dataset = folder.rpartition("/")[2]
    return JOINED.get(dataset, dataset)


def measure(binary, folder, detectors, wanted=None, progress=lambda text: None):
    """Scores by set and detector; `binary` judges, `wanted` picks sets by a part of their name."""
    sets = files_by_folder(binary, folder, set_name, wanted)
    scores, details = {name: {} for name in sets}, []
    for detector in detectors:
        records = []
        for name, files in sets.items():
            progress(f"{name}: {detector.name}")
            of_set, seconds = detector.find(files, folder)
            records += of_set
            scores[name][detector.name] = FaceScore(milliseconds=seconds * 1000)
        for verdict in verdicts(binary, folder, records):
            name = set_name(verdict["folder"])
            if name in sets:
                _add(scores[name][detector.name], verdict, name == WITHOUT_FACES)
                details.append(verdict | {"detector": detector.name})
    return scores, details


def _add(score, verdict, is_without_faces):
    score.pictures += 1
    score.faces += verdict["faces"]
    score.found += verdict["found"]
    score.false += verdict["falseFaces"]
    if is_without_faces:
        score.without_faces += 1
        score.false_without_faces += verdict["falseFaces"]
    score.roll_errors += verdict["rollErrors"]
    score.yaw_errors += verdict["yawErrors"]


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
