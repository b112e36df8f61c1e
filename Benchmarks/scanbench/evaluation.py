"""What was reported held against what is there, by `scanwatch eval`, where the rules stand."""

import json
import subprocess
import tempfile


def verdicts(binary, folder, records=(), lenient=False):
    """A verdict for every picture that something is known of, in order; a picture without a record has nothing."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
        file.flush()
        done = subprocess.run(
            [binary, "eval", folder, "--records", file.name, "--json", *["--lenient"] * lenient],
            capture_output=True, check=False)
    if done.returncode not in (0, 2):
        raise SystemExit(f"scanwatch eval failed: {done.stderr.decode(errors='replace')}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def files_by_folder(binary, folder, name=lambda folder: folder, wanted=None):
    """The pictures that something is known of, by folder or what `name` makes of it; `wanted` picks by a part."""
    folders = {}
    for verdict in verdicts(binary, folder):
        of = name(verdict["folder"])
        if not wanted or any(part in of for part in wanted):
            folders.setdefault(of, []).append(verdict["picture"])
    return folders
