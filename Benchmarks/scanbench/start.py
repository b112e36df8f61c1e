"""What it costs to start: time to the record of one small picture, beside zbarimg's whole run; libraries, memory."""

import os
import statistics
import subprocess
import tempfile
import time

from . import project
from .processes import NO_MODELS, proportional_megabytes, run
from .tables import table

STARTS = 20
SIZE = "320x240"
PEER = "zbarimg"
# By types that are looked for: times zbarimg's whole run, and megabytes of all processes with a camera.
MOST_TIMES = {"qr": 1.2, "qr,face": 2.5}
MOST_MEGABYTES = {"qr": 40, "qr,face": 55}


def measure(binary, other=None, starts=STARTS):
    """Milliseconds of wall clock and of processor, medians of warm starts, of `binary`, of another build of it and of
    zbarimg in turn; lines of ldd, and megabytes of all processes while a camera is watched."""
    builds = {"scanwatch": binary} | ({"other": other} if other else {})
    with tempfile.TemporaryDirectory() as folder:
        pictures = {
            "qr": _picture("qr/content-numeric.png", "160x160", folder),
            "qr,face": _picture("face/obama-turned+00.jpg", SIZE, folder)}
        commands = {PEER: [PEER, "-q", pictures["qr"]]}
        for name, path in builds.items():
            commands[f"{name} --version"] = [path, "--version"]
            for types, picture in pictures.items():
                commands[f"{name} {types}"] = [path, "--types", types, picture]
        times = {key: [] for key in commands}
        for _ in range(starts + 1):
            for key, command in commands.items():
                times[key].append(_start(command, to_the_end=key == PEER))
    return {
        "starts": starts,
        # The first start reads the files.
        "milliseconds": {key: [statistics.median(part) for part in zip(*all_of[1:])] for key, all_of in times.items()},
        "libraries": {
            name: len(subprocess.run(["ldd", path], capture_output=True, text=True, check=True).stdout.splitlines())
            for name, path in builds.items()},
        "megabytes": {
            f"{name} {types}": _megabytes(path, types) for name, path in builds.items() for types in pictures},
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


def _start(command, to_the_end):
    """Milliseconds to the first line of output or to the end, and of processor, with its processes'."""
    begin = time.perf_counter()
    with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=os.environ | NO_MODELS) as process:
        line = process.stdout.readline()
        first = time.perf_counter()
        process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    end = time.perf_counter() if to_the_end else first
    # What fails is soon done.
    if not line or process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}{'' if line else ' and printed nothing'}")
    return (end - begin) * 1000, (usage.ru_utime + usage.ru_stime) * 1000


def _megabytes(binary, types, seconds=4):
    """Proportional set sizes of all processes, the median of some moments."""
    with subprocess.Popen(
            [binary, "--device", "synthetic:code", "--types", types], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env=os.environ | NO_MODELS) as process:
        time.sleep(seconds)
        if process.poll() is not None:
            raise SystemExit(f"{binary} --types {types} ended with {process.returncode}")
        sizes = []
        for _ in range(5):
            sizes.append(proportional_megabytes(process.pid))
            time.sleep(0.5)
        process.terminate()
    return statistics.median(sizes)


def printed(figures):
    peer, _ = figures["milliseconds"][PEER]
    rows = [["from start", "ms", "processor ms", f"times {PEER}", "at most"]]
    for key, (wall, processor) in figures["milliseconds"].items():
        rows.append([
            key, f"{wall:.1f}", f"{processor:.1f}", f"{wall / peer:.2f}", MOST_TIMES.get(key.split()[-1], "")])
    memory = [["with a camera", "MB of all processes", "at most"]]
    memory += [
        [key, f"{size:.1f}", MOST_MEGABYTES[key.split()[-1]]] for key, size in figures["megabytes"].items()]
    libraries = ", ".join(f"{name} {count}" for name, count in figures["libraries"].items())
    return (
        f"{table(rows)}\nto the record of a picture of {SIZE}; medians of {figures['starts']} warm starts in turn; "
        f"lines of ldd: {libraries}\n\n{table(memory)}")
