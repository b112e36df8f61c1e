"""What it costs to decode and search in workers, beside the same in the tool's own process."""

import os
import statistics
import tempfile
import time
from pathlib import Path

from . import project
from .processes import run
from .tables import table

WAYS = ("process", "none")
FRAMES = 400
SIZE = (1280, 720)


def measure(binary, rounds, progress=lambda text: None):
    """By job and way: seconds of wall clock and of processors, medians of rounds in which the ways take turns."""
    with tempfile.TemporaryDirectory() as scratch:
        frames = Path(scratch)
        _blank_frames(frames)
        jobs = {
            "samples": ["--types", "codes", str(project.ROOT / "SampleImages")],
            "frames": ["--types", "qr", "--effort", "fast", "-j1", str(frames)],
        }
        seconds = {job: {way: [] for way in WAYS} for job in jobs}
        for number in range(rounds + 1):
            for job, arguments in jobs.items():
                for way in WAYS:
                    progress(f"{job}, {way}: round {number} of {rounds}")
                    begin = time.perf_counter()
                    done = run([binary, "--isolation", way, *arguments])
                    elapsed = time.perf_counter() - begin
                    # 1: nothing found, as in the frames. What fails is soon done.
                    if done.status not in (0, 1):
                        raise SystemExit(f"{job}, {way}: ended with {done.status}: {done.errors.decode(errors='replace')[-2000:]}")
                    # The first round warms the caches.
                    if number > 0:
                        seconds[job][way].append((elapsed, done.seconds))
    figures = {
        job: {
            way: {
                "wall": statistics.median(wall for wall, _ in runs),
                "processors": statistics.median(processors for _, processors in runs),
            } for way, runs in of.items()
        } for job, of in seconds.items()
    }
    of = seconds["frames"]
    extra = [inside[0] - outside[0] for inside, outside in zip(of["process"], of["none"])]
    figures["microsecondsPerFrame"] = statistics.median(extra) / FRAMES * 1e6
    return figures


def _blank_frames(folder):
    """Names of one grey picture, in which there is nothing to find, so that little hides what isolation costs."""
    width, height = SIZE
    first = folder / "0000.pgm"
    first.write_bytes(f"P5 {width} {height} 255\n".encode() + bytes([128]) * (width * height))
    for number in range(1, FRAMES):
        os.link(first, folder / f"{number:04}.pgm")


def printed(figures):
    rows = [["", "wall s, workers", "own process", "ratio", "processors s, workers", "own process", "ratio"]]
    for job in ("samples", "frames"):
        cells = []
        for kind in ("wall", "processors"):
            inside, outside = (figures[job][way][kind] for way in WAYS)
            cells += [f"{inside:.2f}", f"{outside:.2f}", f"{inside / outside:.3f}"]
        rows.append([job, *cells])
    return table(rows) + f"\na frame of {SIZE[0]} × {SIZE[1]}: {figures['microsecondsPerFrame']:.0f} µs more in a worker"
