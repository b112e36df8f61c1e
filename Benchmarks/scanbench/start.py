"""What it costs to start: time, memory, libraries."""

import statistics
import subprocess
import time

from .processes import run

STARTS = 20


def measure(binary):
    """Median milliseconds of wall clock of 20 warm `--version`s, largest kilobytes, lines of ldd."""
    run([binary, "--version"])
    seconds, kilobytes = [], 0
    for _ in range(STARTS):
        begin = time.perf_counter()
        subprocess.run([binary, "--version"], stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - begin)
        kilobytes = max(kilobytes, run([binary, "--version"]).kilobytes)
    libraries = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
    return {
        "milliseconds": statistics.median(seconds) * 1000, "megabytes": kilobytes * 1024 / 1e6,
        "lddLines": len(libraries.splitlines()),
    }


def printed(figures):
    return (
        f"--version: {figures['milliseconds']:.1f} ms (median of {STARTS} warm starts), "
        f"{figures['megabytes']:.1f} MB; ldd: {figures['lddLines']} lines")
