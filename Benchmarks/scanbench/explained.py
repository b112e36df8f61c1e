"""What `scanwatch --explain` says of each reading of a code, as figures."""

import re
from dataclasses import dataclass, field

PICTURE = re.compile(r"(\S+): \d+ × \d+ pixels, \d+ found, \d+ read$")
CODE = re.compile(r'(?:object \d+|refused): (\w+) "(.*)"(?:, confidence ([\d.]+))?$')
READING = re.compile(r"  (\S.*?)  +(\w+) +([\w-]+) +at ")
FIGURES = {
    "lines": re.compile(r"\b(\d+) lines?\b"),
    "quality": re.compile(r"\bquality (\d+)"),
    "residue": re.compile(r"bars off by ([\d.]+)"),
    "worst": re.compile(r"at most ([\d.]+)"),
    "margin": re.compile(r"next best (-?[\d.]+) behind"),
    "seam": re.compile(r"(?<!edge )seam ([\d.]+)"),
    "edge seam": re.compile(r"edge seam ([\d.]+)"),
    "ink": re.compile(r"ink off by ([\d.]+)"),
    "quiet": re.compile(r"quiet zones (-?[\d.]+) dark"),
}


@dataclass
class Code:
    """One text of one type that was read in a picture, in all its readings."""

    picture: str
    type: str
    text: str
    confidence: float | None  # of those that were accepted
    readings: list[dict] = field(default_factory=list)

    @property
    def is_accepted(self):
        return self.confidence is not None

    @property
    def proof(self):
        """The clearest of its readings' proofs, as the arbiter takes it; None where there is none."""
        proofs = [each for each in self.readings if "residue" in each]
        return max(proofs, key=lambda each: each["margin"] - each["residue"], default=None)


def codes(explanation):
    """Every code of an explanation, accepted and refused."""
    found = []
    picture = None
    for line in explanation.splitlines():
        if begins := PICTURE.match(line):
            picture, code = begins[1], None
        elif is_code := CODE.match(line):
            code = Code(picture, is_code[1], is_code[2], is_code[3] and float(is_code[3]))
            found.append(code)
        elif line.startswith(("object", "refused", "engine")):
            code = None
        elif code and (reading := READING.match(line)):
            figures = {name: float(seen[1]) for name, look in FIGURES.items() if (seen := look.search(line, reading.end()))}
            code.readings.append({"decision": reading[1], "engine": reading[2], "step": reading[3], "line": line} | figures)
    return found
