"""What is in the clips: the lines of expected.jsonl that are frames."""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass
class ClipFrame:
    file: str  # the frame's own, or the film it is in
    number: int
    width: int
    height: int
    faces: dict  # boxes by id: x, y, width, height in pixels
    ignored: list  # boxes that count neither way


def clip_frames(folder):
    """The frames of each clip, by its name."""
    clips = {}
    with open(Path(folder) / "expected.jsonl", encoding="utf-8") as lines:
        for line in map(json.loads, filter(str.strip, lines)):
            if "clip" in line:
                clips.setdefault(line["clip"], []).append(ClipFrame(
                    line["file"], line["frame"], line["width"], line["height"],
                    {face["id"]: _box(face) for face in line["faces"]},
                    [_box(box) for box in line.get("ignore", [])]))
    return {clip: sorted(frames, key=lambda frame: frame.number) for clip, frames in clips.items()}


def _box(line):
    return (line["x"], line["y"], line["width"], line["height"])
