"""Per clip: how much of the faces' way ids cover, how often they change, beside a plain IoU tracker.

Each clip is followed twice: as pictures in a sequence, each searched whole, and as a camera's frames, of which each gets
the part of the search that is due in it.
"""

import json
import statistics
import subprocess
import tempfile
from collections import OrderedDict
from pathlib import Path

from . import project
from .boxes import overlap
from .clips import clip_frames
from .processes import run
from .tables import table
from .trackscore import TrackScore

FRAMES_A_SECOND = 25


def measure(folder, binary, live, options, wanted=None, progress=lambda text: None):
    """Scores by clip and tracker, one run of ours with `options`, and processor milliseconds of the live frames; `live`
    watches clips, `wanted` picks them by a part of their name."""
    scores, milliseconds = OrderedDict(), []
    for clip, frames in clip_frames(folder).items():
        if wanted and not any(part in clip for part in wanted):
            continue
        progress(clip)
        with tempfile.TemporaryDirectory() as unpacked:
            files = _files(Path(folder), frames, unpacked)
            ours = _boxes(binary, ["--sequence", str(FRAMES_A_SECOND), *options], files)
            detections = _boxes(binary, options, files)
            watched, spent = _watched(live, options, files)
            milliseconds += spent
        plain = IoUTracker()
        peers = {"scanwatch": ours, "live": watched, "IoU tracker": [plain.follow(boxes.values()) for boxes in detections]}
        scores[clip] = {}
        for name, boxes in peers.items():
            score = TrackScore()
            for frame, reports in zip(frames, boxes, strict=True):
                score.add_frame((frame.width, frame.height), frame.faces, frame.ignored, reports)
            scores[clip][name] = score
    return scores, milliseconds


class IoUTracker:
    """The plain tracker: a box is who it overlaps most, if by 0.3 or more, within 9 frames of the last one.

    It gets what scanwatch detects in each frame by itself.
    """

    def __init__(self, least_overlap=0.3, memory=9):
        self.least_overlap = least_overlap
        self.memory = memory
        self.tracks = {}  # id: (box, frames since it was seen)
        self.last_id = 0

    def follow(self, boxes):
        """The boxes of a frame by id."""
        boxes = list(boxes)
        pairs = sorted(
            ((overlap(box, known), number, index) for index, box in enumerate(boxes)
             for number, (known, _) in self.tracks.items()), reverse=True)
        ids, taken = {}, set()
        for share, number, index in pairs:
            if share >= self.least_overlap and number not in taken and index not in ids:
                ids[index] = number
                taken.add(number)
        self.tracks = {
            number: (box, age + 1) for number, (box, age) in self.tracks.items()
            if number not in taken and age < self.memory}
        for index, box in enumerate(boxes):
            if index not in ids:
                self.last_id += 1
                ids[index] = self.last_id
            self.tracks[ids[index]] = (box, 0)
        return {ids[index]: box for index, box in enumerate(boxes)}


def _files(folder, frames, unpacked):
    """The frames' files in order; films are unpacked first."""
    first = folder / frames[0].file
    if first.suffix != ".mp4":
        return [str(folder / frame.file) for frame in frames]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", str(first), "-start_number", "0", f"{unpacked}/%05d.png"],
        check=True)
    return [f"{unpacked}/{frame.number:05d}.png" for frame in frames]


def _boxes(binary, options, files):
    """Boxes in pixels by id, frame by frame."""
    done = run([binary, "--format", "jsonl", "--types", "face", *options, *files])
    if done.status not in (0, 1):
        raise SystemExit(f"{binary} ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
    return [_boxes_by_id(json.loads(line)) for line in done.output.splitlines()]


def _watched(live, options, files):
    """Boxes in pixels by id, frame by frame, as a camera's; and processor milliseconds of each frame."""
    done = run([*project.AS_WORKERS, live, "--fps", str(FRAMES_A_SECOND), *options, *files])
    if done.status != 0:
        raise SystemExit(f"{live} ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
    *lines, figures = done.output.splitlines()
    return [_boxes_by_id(json.loads(line)) for line in lines], json.loads(figures)["milliseconds"]


def _boxes_by_id(record):
    width, height = record["width"], record["height"]
    return {
        thing["id"]: (box["x"] * width, box["y"] * height, box["width"] * width, box["height"] * height)
        for thing in record["objects"] for box in [thing["bounds"]]}


def printed(scores, milliseconds):
    """The table: a row a clip, and for each tracker coverage, switches, fragments and false boxes; then the times."""
    names = list(next(iter(scores.values())))
    rows = [["", "", ""] + [cell for name in names for cell in (name, "", "", "")]]
    rows.append(["clip", "frames", "faces"] + ["coverage", "switches", "fragments", "false"] * len(names))
    for clip, of_clip in scores.items():
        rows.append([clip, of_clip[names[0]].frames, of_clip[names[0]].boxes] + [
            cell for name in names for cell in _cells(of_clip[name])])
    total = {name: [of_clip[name] for of_clip in scores.values()] for name in names}
    rows.append(["all", sum(score.frames for score in total[names[0]]), sum(s.boxes for s in total[names[0]])] + [
        cell for name in names for cell in _cells(_sum(total[name]))])
    slow = statistics.quantiles(milliseconds, n=100)
    return table(rows) + (
        f"\na live frame takes {statistics.mean(milliseconds):.1f} ms of processor time on average, "
        f"{slow[94]:.1f} at 95 %, {slow[98]:.1f} at 99 %")


def _sum(scores):
    joined = TrackScore()
    for score in scores:
        for name in ("boxes", "covered", "switches", "fragments", "false"):
            setattr(joined, name, getattr(joined, name) + getattr(score, name))
    return joined


def _cells(score):
    return [f"{score.coverage:.3f}", score.switches, score.fragments, score.false]
