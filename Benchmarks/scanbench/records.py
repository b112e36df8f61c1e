"""Runs scanwatch over files and reads its records."""

import base64
import json

from .processes import run


def records(binary, options, files, cwd):
    """The records of `files`, by file name as given, and the run that printed them."""
    done = run([binary, "--format", "jsonl", "-j", "1", *options, *files], cwd)
    if done.status not in (0, 1, 2):
        raise SystemExit(
            f"{binary} ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
    found = {}
    for line in done.output.splitlines():
        record = json.loads(line)
        found[record["source"]] = record
    missing = [file for file in files if file not in found]
    if missing:
        raise SystemExit(f"{binary} printed no record of {len(missing)} files, the first {missing[0]}")
    return found, done


def pixels(point, record):
    """A point of 0…1 in pixels of the upright picture."""
    return (point["x"] * record["width"], point["y"] * record["height"])


def payload(thing):
    """The bytes of a code's object, or None."""
    return base64.b64decode(thing["bytes"]) if thing.get("bytes") is not None else None
