"""What it costs to start: time, memory, libraries, and the time to the record of one small picture."""

import statistics
import subprocess
import tempfile
import time

from . import project
from .processes import run
from .tables import table

STARTS = 20
SIZE = "320x240"
LIMITS = {"qr": 30.0, "qr,face": 60.0}


def measure(binary):
    """Median milliseconds of wall clock of 20 warm starts, to the end of `--version` and to the first record by types
    that are looked for; largest kilobytes, lines of ldd."""
    kilobytes = max(run([binary, "--version"]).kilobytes for _ in range(STARTS))
    libraries = subprocess.run(["ldd", binary], capture_output=True, text=True, check=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        pictures = {"qr": _picture("qr/content-numeric.png", "160x160", folder), "qr,face": _picture(
            "face/obama-turned+00.jpg", SIZE, folder)}
        first = {types: _first_line([binary, "--types", types, picture]) for types, picture in pictures.items()}
    return {
        "milliseconds": _first_line([binary, "--version"]), "firstRecord": first,
        "megabytes": kilobytes * 1024 / 1e6, "lddLines": len(libraries.splitlines()),
    }


def _picture(sample, size, folder):
    """A sample, scaled, in the middle of a grey picture."""
    made = f"{folder}/{sample.replace('/', '-')}.png"
    done = run([
        "/usr/bin/convert", "-size", SIZE, "xc:grey", "(", str(project.ROOT / "SampleImages" / sample), "-resize", size,
        ")", "-gravity", "center", "-composite", made])
    if done.status != 0:
        raise SystemExit(f"convert (Debian package imagemagick): {done.errors.decode(errors='replace')}")
    return made


def _first_line(command):
    """Milliseconds from start to the first line of output: the median of warm starts."""
    seconds = []
    for _ in range(STARTS + 1):
        begin = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            process.stdout.readline()
            seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds[1:]) * 1000


def printed(figures):
    rows = [["from start", "ms", "at most"], ["to --version", f"{figures['milliseconds']:.1f}", ""]]
    for types, milliseconds in figures["firstRecord"].items():
        rows.append([f"to the record of a picture of {SIZE}, {types}", f"{milliseconds:.1f}", f"{LIMITS[types]:.0f}"])
    return (
        f"{table(rows)}\nmedians of {STARTS} warm starts; {figures['megabytes']:.1f} MB; "
        f"ldd: {figures['lddLines']} lines")
