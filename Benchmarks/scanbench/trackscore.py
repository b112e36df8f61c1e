"""Judges boxes with ids, frame by frame, against the faces that are there (CLEAR MOT's rules)."""

from dataclasses import dataclass, field

from .boxes import is_ignored, overlap

HELD_FROM = 0.3  # overlap (intersection over union) from which a box is on its face: smoothing may lag


@dataclass
class TrackScore:
    """Sums over the frames of a clip."""

    frames: int = 0
    boxes: int = 0  # of faces that are there
    covered: int = 0
    switches: int = 0  # a face is held by another id than the last one that held it
    fragments: int = 0  # a face that was held and then was not is held again
    false: int = 0
    _ids: dict = field(default_factory=dict, repr=False)  # by face: the id that held it last
    _held: set = field(default_factory=set, repr=False)  # faces held in the frame before
    _seen: set = field(default_factory=set, repr=False)  # faces there in the frame before
    _leaving: set = field(default_factory=set, repr=False)  # those of them at the edge of the picture

    @property
    def coverage(self):
        return self.covered / self.boxes if self.boxes else None

    def add_frame(self, size, faces, ignored, reports):
        """`faces` and `reports` are boxes (x, y, width, height in pixels) by id, `ignored` boxes alone. Returns who is held by
        whom."""
        held = {}
        free = dict(reports)
        for face, box in faces.items():  # who held a face goes on holding it
            report = self._ids.get(face)
            if report in free and overlap(box, free[report]) >= HELD_FROM:
                held[face] = report
                del free[report]
        pairs = sorted(
            ((overlap(box, other), face, report) for face, box in faces.items() if face not in held
             for report, other in free.items()), key=lambda pair: (-pair[0], pair[1], pair[2]))
        for share, face, report in pairs:
            if share >= HELD_FROM and face not in held and report in free:
                held[face] = report
                del free[report]
        for face, report in held.items():
            if face in self._ids:
                self.switches += self._ids[face] != report
                # A face that was out of the picture in between has not been lost.
                self.fragments += face not in self._held and face in self._seen
            self._ids[face] = report
        self.frames += 1
        self.boxes += len(faces)
        self.covered += len(held)
        self.false += sum(not is_ignored(box, ignored) for box in free.values())
        for face in self._seen - set(faces):
            if face in self._leaving:  # it comes back as somebody new
                self._ids.pop(face, None)
        self._held, self._seen = set(held), set(faces)
        self._leaving = {face for face, box in faces.items() if _reaches_over(box, size)}
        return held

    def summary(self):
        """Plain numbers for a file."""
        return {
            "frames": self.frames, "coverage": self.coverage, "switches": self.switches,
            "fragments": self.fragments, "false": self.false}


def _reaches_over(box, size):
    return box[0] < 0 or box[1] < 0 or box[0] + box[2] > size[0] or box[1] + box[3] > size[1]
