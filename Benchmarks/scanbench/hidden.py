"""Faces that something hides for a while: whether each has its own id again once it can be seen.

The clips are made by `clip-bench hidden` from portraits. Thresholds were chosen on the development half; the other half has
other people, directions, speeds and durations.
"""

import json
from collections import OrderedDict
from dataclasses import dataclass

from . import project
from .processes import run
from .tables import table
from .trackscore import TrackScore

PORTRAITS = project.ROOT / "SampleImages" / "face"
DEVELOPMENT = {
    "astronaut-turned+00.jpg": "145,118,118,153", "biden-turned+00.jpg": "145,120,108,140",
    "astronaut-mirrored.jpg": "145,118,118,153", "biden-turned-15.jpg": "136,117,114,148"}
HELD_OUT = {"obama-turned+00.jpg": "145,120,108,140", "obama-mirrored.jpg": "145,120,108,140"}
OTHERS = 4  # of the portraits of the development data, which join the held-out half

SEEN_FROM = 0.5  # the part of a face that is visible where its id is asked for
CLEAR_FROM = 0.9  # the part from which on it must have its own id again...
SOON = 0.3  # ...within so many seconds


@dataclass
class HiddenScore:
    """Sums over clips."""

    clips: int = 0
    returns: int = 0  # faces that were hidden and could be seen again
    switches: int = 0  # as TrackScore counts them
    late: int = 0  # its own id came back, but not within SOON
    lost: int = 0  # it never did
    false: int = 0
    slowest: float = 0  # seconds until its own id was back, the longest of all


def measure(live, data, model, progress=lambda text: None):
    """Scores by half and kind of clip; `data` is a folder with other people's portraits or None, `model` YuNet's file or None."""
    scores = OrderedDict()
    for half, people in halves(data).items():
        progress(f"{half} half")
        done = run([*project.AS_WORKERS, live, "hidden", "--half", half, *(["--face-model", model] if model else []), *people])
        if done.status != 0:
            raise SystemExit(f"{live} ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
        clips = OrderedDict()
        for frame in map(json.loads, done.output.splitlines()):
            clips.setdefault(frame["clip"], []).append(frame)
        for name, frames in clips.items():
            judge(frames, scores.setdefault(half, OrderedDict()).setdefault(name.split("-")[0], HiddenScore()))
    return scores


def halves(data):
    """The people of each half, as arguments of clip-bench."""
    people = {
        half: [f"{PORTRAITS / name}:{box}" for name, box in portraits.items()]
        for half, portraits in (("development", DEVELOPMENT), ("held-out", HELD_OUT))}
    if data:
        with open(data / "expected.jsonl", encoding="utf-8") as lines:
            alone = [
                line for line in map(json.loads, filter(str.strip, lines))
                if line.get("dataset") == "portraits" and len(line["faces"]) == 1 and not line.get("ignore")
                and line["faces"][0]["width"] > 200]
        for line in alone[:OTHERS]:
            box = ",".join(f"{line['faces'][0][side]:.0f}" for side in ("x", "y", "width", "height"))
            people["held-out"].append(f"{data / line['file']}:{box}")
    return people


def judge(frames, score):
    """Adds a clip's frames to a score."""
    track, ways = TrackScore(), {}
    for frame in frames:
        faces = {face["id"]: tuple(face["box"]) for face in frame["faces"] if face["visible"] >= SEEN_FROM}
        hidden = [tuple(face["box"]) for face in frame["faces"] if face["visible"] < SEEN_FROM]
        held = track.add_frame(
            tuple(frame["size"]), faces, hidden, {thing["id"]: tuple(thing["box"]) for thing in frame["objects"]})
        for face in frame["faces"]:
            ways.setdefault(face["id"], []).append((face["visible"], held.get(face["id"])))
    waits = [wait for way in ways.values() for wait in returns(way)]
    seconds = [wait / frames[0]["framesPerSecond"] for wait in waits if wait is not None]
    score.clips += 1
    score.returns += len(waits)
    score.switches += track.switches
    score.false += track.false
    score.late += sum(wait > SOON for wait in seconds)
    score.lost += waits.count(None)
    score.slowest = max([score.slowest, *seconds])


def returns(way):
    """Of a face's way, (visible, id) frame by frame: how many frames each return of its own id took; None for never."""
    own, was_hidden, waits = None, False, []
    for number, (visible, held) in enumerate(way):
        if own is None and visible >= CLEAR_FROM:
            own = held
        if own is not None and visible < SEEN_FROM:
            was_hidden = True
        if was_hidden and visible >= CLEAR_FROM:
            was_hidden = False
            waits.append(next((wait for wait, (_, later) in enumerate(way[number:]) if later == own), None))
    return waits


def printed(scores):
    """A row for each half and kind of clip."""
    rows = [["half", "what passes", "clips", "returns", "switches", "late", "lost", "false", "slowest s"]]
    rows += [
        [half, kind, score.clips, score.returns, score.switches, score.late, score.lost, score.false, f"{score.slowest:.2f}"]
        for half, kinds in scores.items() for kind, score in kinds.items()]
    return table(rows)
