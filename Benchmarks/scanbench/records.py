"""Runs scanwatch over files and reads its records."""

import json

from .processes import run


def records(binary, options, files, cwd):
    """The records of `files`, and the run that printed them."""
    done = run([binary, "--format", "jsonl", "-j", "1", *options, *files], cwd)
    if done.status not in (0, 1, 2):
        raise SystemExit(
            f"{binary} ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
    found = [json.loads(line) for line in done.output.splitlines()]
    missing = set(files) - {record["source"] for record in found}
    if missing:
        raise SystemExit(f"{binary} printed no record of {len(missing)} files, the first {min(missing)}")
    return found, done
