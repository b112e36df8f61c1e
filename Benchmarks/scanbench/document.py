"""docs/performance.md: what the verbs printed when they were last run with --write, each between its marks."""

import datetime
import os
import re
import sys
from pathlib import Path

from . import project

PATH = project.ROOT / "docs" / "performance.md"


def write(part, text):
    """Puts `text` between `<!-- part -->` and `<!-- /part -->`, with the date, the machine and the command."""
    document = PATH.read_text(encoding="utf-8")
    marks = re.compile(rf"(?s)(<!-- {part} -->\n).*?(<!-- /{part} -->)")
    if not marks.search(document):
        raise SystemExit(f"{PATH} has no marks of {part}")
    command = " ".join(["Scripts/bench", *_shown(sys.argv[1:])])
    block = f"{datetime.date.today()}, {_machine()}: `{command}`\n\n```text\n{text.strip()}\n```\n"
    PATH.write_text(marks.sub(lambda found: found[1] + block + found[2], document), encoding="utf-8")


def _shown(arguments):
    """The command as anybody would give it: without the paths of this machine."""
    shown, skips = [], False
    for argument in arguments:
        if not skips and argument not in ("--scanwatch", "--json", "--write"):
            shown.append(re.sub("(?<=--face-model=).*", "FILE", argument))
        skips = argument in ("--scanwatch", "--json")
    return shown


def _machine():
    processor = re.search(r"(?m)^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(encoding="ascii"))
    return f"{processor[1] if processor else os.uname().machine}, {os.cpu_count()} processors"
