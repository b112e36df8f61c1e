"""What is in the pictures: the lines of expected.jsonl."""

import json
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Code:
    """A code that is there. No text, no bytes: whatever is read at its place counts."""

    type: str
    text: str | None = None
    data: bytes | None = None
    part_of: str | None = None
    alt: tuple = ()
    addon: str | None = None
    corners: tuple | None = None  # pixels of the upright picture

    @property
    def is_unknown(self):
        return self.text is None and self.data is None and self.part_of is None


@dataclass
class CodePicture:
    file: str
    width: int
    height: int
    codes: list
    optional: list = field(default_factory=list)
    negative: bool = False
    incomplete: bool = False

    @property
    def folder(self):
        return str(Path(self.file).parent)


@dataclass
class Face:
    """A face that is there: its brow-to-chin box in pixels, its angles in degrees where they are known."""

    box: tuple  # x, y, width, height
    roll: float | None = None
    yaw: float | None = None


@dataclass
class FacePicture:
    file: str
    dataset: str
    width: int
    height: int
    faces: list
    ignored: list  # boxes that count neither way
    negative: bool = False
    is_clip: bool = False


@dataclass
class ClipFrame:
    file: str  # the frame's own, or the film it is in
    number: int
    width: int
    height: int
    faces: dict  # boxes by id
    ignored: list


def code_pictures(folder):
    """The pictures of a folder of codes, in the order of its expected.jsonl."""
    return [_code_picture(line) for line in _lines(folder)]


def face_pictures(folder):
    """The pictures of a folder of faces, frames of clips left out."""
    pictures = [_face_picture(line) for line in _lines(folder)]
    return [picture for picture in pictures if not picture.is_clip]


def clip_frames(folder):
    """The frames of each clip, by its name."""
    clips = {}
    for line in _lines(folder):
        if "clip" in line:
            clips.setdefault(line["clip"], []).append(ClipFrame(
                line["file"], line["frame"], line["width"], line["height"],
                {face["id"]: _box(face) for face in line["faces"]},
                [_box(box) for box in line.get("ignore", [])]))
    return {clip: sorted(frames, key=lambda frame: frame.number) for clip, frames in clips.items()}


def _lines(folder):
    with open(Path(folder) / "expected.jsonl", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def _code_picture(line):
    return CodePicture(
        line["file"], line["width"], line["height"],
        [_code(each) for each in line["objects"]],
        [_code(each) for each in line.get("optional", [])],
        bool(line.get("negative")), bool(line.get("incomplete")))


def _code(line):
    corners = line.get("corners")
    return Code(
        line["type"], line.get("text"),
        bytes.fromhex(line["bytes_hex"]) if "bytes_hex" in line else None,
        line.get("part_of"), tuple(line.get("alt", ())), line.get("addon"),
        tuple((corner["x"], corner["y"]) for corner in corners) if corners else None)


def _face_picture(line):
    faces = [Face(_box(face), face.get("roll"), face.get("yaw")) for face in line["faces"]]
    return FacePicture(
        line["file"], line["dataset"], line["width"], line["height"], faces,
        [_box(box) for box in line.get("ignore", [])], bool(line.get("negative")), "clip" in line)


def _box(line):
    return (line["x"], line["y"], line["width"], line["height"])
