"""Per folder of pictures with codes: how much each reader reads, misreads and costs."""

from collections import OrderedDict
from dataclasses import asdict, dataclass

from .codescore import judge
from .tables import table
from .truth import code_pictures


@dataclass
class Score:
    """Sums over the pictures of a folder for one reader."""

    pictures: int = 0
    with_codes: int = 0
    fully_read: int = 0
    codes: int = 0
    read: int = 0
    misread: int = 0
    duplicates: int = 0
    milliseconds: float = 0.0

    def add(self, other):
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)


def measure(folder, readers, wanted=None, progress=lambda text: None):
    """Scores and details by folder and reader; `wanted` picks folders by a part of their name."""
    folders = OrderedDict()
    for picture in code_pictures(folder):
        if not wanted or any(part in picture.folder for part in wanted):
            folders.setdefault(picture.folder, []).append(picture)
    scores, details = {}, []
    for name, pictures in folders.items():
        for reader in readers:
            progress(f"{name}: {reader.name}")
            reports, seconds = reader.read([picture.file for picture in pictures], folder)
            score = Score(milliseconds=seconds * 1000)
            for picture in pictures:
                verdict = judge(picture, reports[picture.file], reader.is_lenient)
                score.add(_score(picture, verdict))
                details.append(_detail(reader, picture, verdict, reports[picture.file]))
            scores.setdefault(name, {})[reader.name] = score
    return scores, details


def _score(picture, verdict):
    return Score(
        pictures=1, with_codes=bool(picture.codes),
        fully_read=bool(picture.codes) and not verdict.missed,
        codes=len(picture.codes), read=len(verdict.read), misread=len(verdict.misread),
        duplicates=verdict.duplicates)


def _detail(reader, picture, verdict, reports):
    return {
        "reader": reader.name, "file": picture.file,
        "missed": [{"type": picture.codes[i].type, "text": picture.codes[i].text} for i in verdict.missed],
        "misread": [{"type": report.type, "text": report.text} for report in verdict.misread],
        "duplicates": verdict.duplicates, "reported": len(reports),
    }


def sums(scores):
    """One score a reader over all folders."""
    total = {}
    for of_folder in scores.values():
        for reader, score in of_folder.items():
            total.setdefault(reader, Score()).add(score)
    return total


def printed(scores):
    """The table: a row a folder, and for each reader pictures in full, codes, misreads, processor milliseconds."""
    total = sums(scores)
    names = list(total)
    rows = [["", "", ""] + [cell for name in names for cell in (name, "", "", "")]]
    rows.append(["folder", "pictures", "codes"] + ["full", "read", "misread", "ms"] * len(names))
    for folder, of_folder in [*scores.items(), ("all", total)]:
        first = of_folder[names[0]]
        row = [folder, first.pictures, first.codes]
        for name in names:
            score = of_folder[name]
            row += [score.fully_read, score.read, score.misread, round(score.milliseconds)]
        rows.append(row)
    shares = ["share", "", ""]
    for name in names:
        score = total[name]
        shares += [
            f"{100 * score.fully_read / max(1, score.with_codes):.1f}%",
            f"{100 * score.read / max(1, score.codes):.1f}%", "", ""]
    rows.append(shares)
    lines = [table(rows)]
    twice = {name: score.duplicates for name, score in total.items() if score.duplicates}
    if twice:
        lines.append("the same code twice: " + ", ".join(f"{name} {n}" for name, n in twice.items()))
    return "\n".join(lines)


def listed(details, ours="scanwatch"):
    """A line for each of our pictures that is not as it should be."""
    lines = []
    for detail in details:
        wrong = [f"missed {code['type']} {code['text']!r:.60}" for code in detail["missed"]]
        wrong += [f"misread {code['type']} {code['text']!r:.60}" for code in detail["misread"]]
        wrong += [f"{detail['duplicates']} twice"] * bool(detail["duplicates"])
        if detail["reader"] == ours and wrong:
            lines.append(f"{detail['file']}: {'; '.join(wrong)}")
    return lines


def shortfalls(scores, ours="scanwatch"):
    """Folders in which a peer reads more than three pictures in full that we do not."""
    lines = []
    for folder, of_folder in scores.items():
        for name, score in of_folder.items():
            if ours in of_folder and score.fully_read > of_folder[ours].fully_read + 3:
                lines.append(
                    f"{folder}: {score.fully_read - of_folder[ours].fully_read} pictures behind {name}")
    return lines
