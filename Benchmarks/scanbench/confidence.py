"""What a detector's score says of how likely a box is a face: the curve of `FaceConfidence`, fitted anew."""

import json
import math
import re
from pathlib import Path

from .boxes import is_ignored, overlap
from .processes import run
from .tables import table

FACE_FROM = 0.5  # overlap (intersection over union) from which a box is on its face, as in `scanwatch eval`

# A reading in the words of --explain.
READING = re.compile(r"  \S.*  at (-?\d+),(-?\d+) (\d+)×(\d+)  .*score (-?[\d.]+)")


def measure(binary, folder, options, wanted=None, progress=lambda text: None):
    """Score, and whether it is a face, of every box in the folder's pictures, those not believed too."""
    samples = []
    for line in (Path(folder) / "expected.jsonl").read_text(encoding="utf-8").splitlines():
        picture = json.loads(line)
        if "clip" in picture or wanted and not any(part in picture["file"] for part in wanted):
            continue
        progress(picture["file"])
        done = run([binary, "--types", "face", "--pose", "off", "--explain", *options, str(Path(folder) / picture["file"])])
        if done.status not in (0, 1):
            raise SystemExit(f"{binary} ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
        samples += judged(readings(done.output.decode(errors="replace")), picture)
    return samples


def readings(explanation):
    """Box and score of each face in the words of --explain."""
    found = [READING.match(line) for line in explanation.splitlines()]
    return [(tuple(float(each[part]) for part in (1, 2, 3, 4)), float(each[5])) for each in found if each]


def judged(found, picture):
    """Score, and whether it is a face, of boxes with scores; without those that count neither way."""
    faces = [_box(face) for face in picture["faces"]]
    ignored = [_box(face) for face in picture.get("ignore", [])]
    samples = []
    for box, score in found:
        is_face = any(overlap(box, face) >= FACE_FROM for face in faces)
        if is_face or not is_ignored(box, ignored):
            samples.append((score, is_face))
    return samples


def _box(face):
    return tuple(face[key] for key in ("x", "y", "width", "height"))


def fit(samples, rounds=100):
    """Half and width of the logistic curve 1 / (1 + exp((half - score) / width)) under which the samples are
    likeliest (Newton's method, held back a little so that it ends where the two kinds do not mix)."""
    slope, offset, hold = 1.0, 0.0, 1e-3
    for _ in range(rounds):
        g0 = g1 = 0.0
        h00, h01, h11 = hold, 0.0, hold
        for score, is_face in samples:
            likely = _logistic(slope * score + offset)
            rest, weight = likely - is_face, likely * (1 - likely)
            g0 += rest * score
            g1 += rest
            h00 += weight * score * score
            h01 += weight * score
            h11 += weight
        determinant = h00 * h11 - h01 * h01
        steps = ((g0 * h11 - g1 * h01) / determinant, (g1 * h00 - g0 * h01) / determinant)
        largest = max(1.0, abs(steps[0]) / 2, abs(steps[1]) / 2)
        slope -= steps[0] / largest
        offset -= steps[1] / largest
    return -offset / slope, 1 / slope


def _logistic(x):
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def printed(name, samples):
    """Half and width, and per range of confidence how many boxes were faces."""
    half, width = fit(samples)
    confidences = [(_logistic((score - half) / width), is_face) for score, is_face in samples]
    rows = [["confidence", "boxes", "faces"]]
    edges = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1]
    for low, high in zip(edges, edges[1:]):
        within = [is_face for value, is_face in confidences if low <= value < high or value == high == 1]
        rows.append([f"{low}–{high}", len(within), sum(within)])
    return f"{name}: 0.5 at score {half:.3f}, width {width:.3f}\n" + table(rows)
