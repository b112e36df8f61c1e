"""Per folder of pictures with codes: how much each reader reads, misreads and costs."""

from dataclasses import asdict, dataclass

from .evaluation import files_by_folder, verdicts
from .tables import table


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


def measure(binary, folder, readers, wanted=None, progress=lambda text: None):
    """Scores and details by folder and reader; `binary` judges, `wanted` picks folders by a part of their name."""
    folders = files_by_folder(binary, folder, wanted=wanted)
    scores, details = {name: {} for name in folders}, []
    for reader in readers:
        records = []
        for name, files in folders.items():
            progress(f"{name}: {reader.name}")
            of_folder, seconds = reader.read(files, folder)
            records += of_folder
            scores[name][reader.name] = Score(milliseconds=seconds * 1000)
        for verdict in verdicts(binary, folder, records, reader.is_lenient):
            if verdict["folder"] in folders:
                scores[verdict["folder"]][reader.name].add(_score(verdict))
                details.append(verdict | {"reader": reader.name})
    return scores, details


def _score(verdict):
    return Score(
        pictures=1, with_codes=verdict["codes"] > 0, fully_read=verdict["codes"] > 0 and not verdict["missed"],
        codes=verdict["codes"], read=verdict["read"], misread=len(verdict["misread"]),
        duplicates=verdict["duplicates"])


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
        wrong = [f"missed {code['type']} {code.get('text')!r:.60}" for code in detail["missed"]]
        wrong += [f"misread {code['type']} {code.get('text')!r:.60}" for code in detail["misread"]]
        wrong += [f"{detail['duplicates']} twice"] * bool(detail["duplicates"])
        if detail["reader"] == ours and wrong:
            lines.append(f"{detail['picture']}: {'; '.join(wrong)}")
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
