"""A folder of photographs, one process over the whole list: pictures a second, and what memory all processes take."""

import os
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from . import project
from .copies import readable
from .processes import ONE_THREAD, proportional_megabytes
from .quantity import linked
from .readers import ZXingReader, Zbarimg
from .tables import table

# Pictures of which memory is measured: many small ones, so that what stays is seen and not what is in flight.
MANY = 10_000
EARLY = 1_000


def measure(binary, folder, files, rounds, progress=lambda text: None):
    """By contender: pictures a second, the median of rounds in which the contenders take turns."""
    with tempfile.TemporaryDirectory() as copies:
        known_to_all = [readable(file, folder, copies) for file in files]
        contenders = {
            f"scanwatch {effort} -j{jobs}": lambda effort=effort, jobs=jobs: _ours(binary, folder, files, effort, jobs)
            for effort, jobs in (("fast", 1), ("normal", 1), ("normal", 2))}
        contenders["zbarimg"] = lambda: _peer([*Zbarimg.quiet, "--xml"], r"<source href='([^']*)'", folder, files)
        contenders["ZXingReader"] = lambda: _peer([ZXingReader.name, "-1"], r"(?m)^(\S+) ", folder, known_to_all)
        seconds = {name: [] for name in contenders}
        for number in range(rounds):
            for name, run in contenders.items():
                progress(f"{name}: round {number + 1} of {rounds}")
                begin = time.perf_counter()
                run()
                seconds[name].append(time.perf_counter() - begin)
    return {name: len(files) / statistics.median(of) for name, of in seconds.items()}


def _ours(binary, folder, files, effort, jobs):
    command = [binary, "--types", "codes", "--effort", effort, f"-j{jobs}", *files]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    if len(done.stdout.splitlines()) != len(files):
        raise SystemExit(f"{binary}: not a record a picture")


def _peer(command, source, folder, files):
    """One process over the list, and another from behind the picture that one died of. Line by line, so that what it
    was at is known."""
    left = list(files)
    while left:
        done = subprocess.run(
            ["stdbuf", "-oL", *command, *left], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
            env=os.environ | ONE_THREAD)
        seen = set(re.findall(source, done.stdout.decode(errors="replace")))
        if done.returncode >= 0 and command[0] != "zbarimg":
            # Whoever does less is sooner done.
            if unseen := sorted(set(left) - seen):
                raise SystemExit(f"{command[0]} printed nothing of {len(unseen)} pictures, the first {unseen[0]}")
            return
        last = max((place for place, file in enumerate(left) if file in seen), default=-1)
        left = left[last + 2 :]


def memory(binary, progress=lambda text: None):
    """By what is looked for: megabytes (PSS) of all processes together after 1,000 and 10,000 pictures, and the most."""
    project.BUILT_PEERS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=project.BUILT_PEERS) as scratch:
        pictures = Path(scratch) / "pictures"
        for _ in linked(pictures, MANY):
            pass
        return {types: _memory([binary, "--types", types, str(pictures)], types, progress) for types in ("codes", "codes,face")}


def _memory(command, types, progress):
    figures, records, most = {}, 0, 0.0
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        for _ in process.stdout:
            records += 1
            if records % 100 == 0:
                now = proportional_megabytes(process.pid)
                most = max(most, now)
                progress(f"{types}: {records} of {MANY}, {now:.0f} MB")
                if records in (EARLY, MANY - 100):
                    figures["early" if records == EARLY else "late"] = now
    return figures | {"most": most}


def printed(speeds, megabytes):
    rows = [["one process over the list", "pictures a second", "of ZXingReader's", "of zbarimg's"]]
    for name, speed in speeds.items():
        rows.append([name, f"{speed:.1f}", *(f"{speed / speeds[peer]:.2f}" for peer in ("ZXingReader", "zbarimg"))])
    lines = [table(rows), f"-j2 beside -j1: {speeds['scanwatch normal -j2'] / speeds['scanwatch normal -j1']:.2f}", ""]
    rows = [["PSS of all processes, MB", f"after {EARLY}", f"after {MANY}", "most"]]
    rows += [[types, *(f"{of[part]:.1f}" for part in ("early", "late", "most"))] for types, of in megabytes.items()]
    return "\n".join([*lines, table(rows)])
