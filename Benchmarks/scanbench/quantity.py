"""What it costs to go through very many pictures: the time to the first record, and memory on the way."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from . import project
from .tables import table

# Samples that a file system lets one file have so many names of.
NAMES_OF_ONE_FILE = 20_000


def measure(binary, count, progress=lambda text: None):
    """By way in: seconds to the first and the last record, megabytes after a tenth of the pictures and after all."""
    project.BUILT_PEERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=project.BUILT_PEERS) as scratch:
        pictures = Path(scratch) / "pictures"
        names = list(linked(pictures, count))
        listed = Path(scratch) / "list"
        listed.write_bytes(b"".join(os.fsencode(name) + b"\n" for name in names))
        return {
            way: _run([binary, "--effort", "fast", "--types", "qr", *arguments], count, way, progress)
            for way, arguments in {
                "folder": [str(pictures)], "list": ["--files-from", str(listed)]}.items()
        }


def linked(folder, count):
    """Hard links to small samples in one flat folder; their names, in an order that is not sorted."""
    samples = sorted(
        (project.ROOT / "SampleImages" / "qr").glob("*.png"), key=lambda path: (path.stat().st_size, path))
    folder.mkdir()
    originals = []
    for number, sample in enumerate(samples[: count // NAMES_OF_ONE_FILE + 1]):
        originals.append(folder.parent / f"{number}.png")
        shutil.copyfile(sample, originals[-1])
    for number in range(count):
        name = folder / f"{number * 7919 % count:06}-{number}.png"
        os.link(originals[number % len(originals)], name)
        yield name


def _run(command, count, way, progress):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    figures, records = {}, 0
    for _ in process.stdout:
        records += 1
        if records == 1:
            figures["first"] = time.perf_counter() - begin
        if records in (count // 10, count):
            figures["early" if records < count else "late"] = _memory(process.pid)
        if records % 1000 == 0:
            progress(f"{way}: {records} of {count}")
    figures["all"] = time.perf_counter() - begin
    if process.wait() != 0 or records != count:
        raise SystemExit(f"{records} records of {count} pictures, exit status {process.returncode}")
    return figures


def _memory(process):
    """Megabytes: what is resident, and the most that ever was."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii", errors="replace")
    lines = dict(line.split(":", 1) for line in status.splitlines())
    return [int(lines[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "VmHWM")]


def printed(figures, count):
    rows = [["way", "first record s", "all s", f"MB after {count // 10}", "peak", f"MB after {count}", "peak"]]
    for way, of in figures.items():
        memory = [f"{megabytes:.1f}" for megabytes in of["early"] + of["late"]]
        rows.append([way, f"{of['first']:.2f}", f"{of['all']:.1f}", *memory])
    return table(rows)
