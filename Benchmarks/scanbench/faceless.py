"""False boxes in pictures without people's faces that are made (`hard/faceless.py`), by kind, the same at every run."""

import json
import random
import tempfile
from collections import Counter
from pathlib import Path

from .evaluation import verdicts
from .hard import faceless
from .tables import table

SEED = "scanwatch-faceless-2026"


def measure(binary, detectors, count, progress=lambda text: None):
    """By detector: false boxes by kind of picture, in `count` pictures."""
    with tempfile.TemporaryDirectory() as folder:
        files = write(Path(folder), count)
        false = {}
        for name, detector in detectors.items():
            progress(name)
            records, _ = detector.find(list(files), folder)
            false[name] = Counter()
            for verdict in verdicts(binary, folder, records):
                false[name][files[verdict["picture"]]] += verdict["falseFaces"]
    return false


def write(folder, count):
    """Writes the pictures and what is known of them; the kind of each by its file's name."""
    files = {}
    kinds = list(faceless.KINDS)
    with open(folder / "expected.jsonl", "w", encoding="utf-8") as expected:
        for number in range(count):
            kind = kinds[number % len(kinds)]
            pixels = faceless.KINDS[kind](random.Random(f"{SEED}-{kind}-{number}"))
            file = f"{kind}-{number:03}.pgm"
            height, width = pixels.shape
            (folder / file).write_bytes(b"P5\n%d %d\n255\n" % (width, height) + pixels.tobytes())
            known = {"file": file, "width": width, "height": height, "faces": [], "negative": True}
            expected.write(json.dumps(known) + "\n")
            files[file] = kind
    return files


def printed(false, count):
    """A row a detector, and its false boxes in a hundred pictures; toys, which are faces to people, are listed and not
    counted."""
    kinds = list(faceless.KINDS)
    counted = [kind for kind in kinds if kind not in faceless.FACES_TO_PEOPLE]
    pictures = sum(kinds[number % len(kinds)] in counted for number in range(count))
    rows = [["false boxes", *kinds, "all but toys", "in 100 pictures"]]
    for name, of in false.items():
        total = sum(of[kind] for kind in counted)
        rows.append([name, *(of[kind] for kind in kinds), total, f"{100 * total / max(1, pictures):.1f}"])
    return table(rows)
