"""What verbs print, and where it is written too."""

import json
import shutil
import sys

from . import document


def say(arguments, part, *lines):
    """Prints lines, which are of this part of docs/performance.md."""
    print(*lines, sep="\n", flush=True)
    arguments.said.setdefault(part, []).extend(lines)


def written(arguments, figures):
    if arguments.write:
        for part, lines in arguments.said.items():
            document.write(part, "\n".join(lines))
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, ensure_ascii=False, indent=1)
    return 0


def has(program, home):
    if shutil.which(program):
        return True
    print(f"without {program}, which comes with {home}")
    return False


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="\r", file=sys.stderr, flush=True)
