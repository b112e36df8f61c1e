"""The micro-benchmarks of Benchmarks/Pieces: what runs for every frame, a piece at a time."""

import re
import subprocess

from . import project
from .tables import table

ROW = re.compile(r"Time \(wall clock\) \((\S+)\)[^│]*│([^\n]*)")


def measure():
    """By piece: the unit, and times at p50 and p99."""
    done = subprocess.run(
        ["swift", "package", "--package-path", project.ROOT / "Benchmarks", "benchmark", "--no-progress",
         "--target", "Pieces"],
        stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"swift package benchmark ended with {done.returncode}")
    return parsed(done.stdout)


def parsed(output):
    figures, before = {}, []
    for line in output.splitlines():
        if found := ROW.search(line):
            cells = [cell.strip() for cell in found[2].split("│")]
            # p0, p25, p50, p75, p90, p99, p100, samples; the piece's name stands above the table's three lines.
            figures[before[-4]] = {"unit": found[1], "p50": int(cells[2]), "p99": int(cells[5])}
        before.append(line)
    return figures


def printed(figures):
    rows = [["piece", "p50", "p99", ""]]
    return table(rows + [[name, of["p50"], of["p99"], of["unit"]] for name, of in figures.items()])
