"""Runs one program to its end and says what it printed and what it cost."""

import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

# Peers that would use several threads are held to one, so that processor time is comparable.
# Models that are installed count only where they are asked for, by this variable.
NO_MODELS = {} if "SCANWATCH_MODELS" in os.environ else {"SCANWATCH_MODELS": "/nonexistent"}
ONE_THREAD = {"OMP_NUM_THREADS": "1", "MAGICK_THREAD_LIMIT": "1", "OPENBLAS_NUM_THREADS": "1"}


@dataclass
class Run:
    output: bytes
    errors: bytes
    status: int  # exit status, or minus the signal that ended it
    seconds: float  # of processor, user and system, of the process and its waited-for children
    kilobytes: int  # largest resident set


def run(command, cwd=None):
    """Runs `command`; never raises for what the program does."""
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
            env=os.environ | ONE_THREAD | NO_MODELS)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Run(
            output.read(), errors.read(), process.returncode,
            usage.ru_utime + usage.ru_stime, usage.ru_maxrss)


def proportional_megabytes(root):
    """Proportional set sizes (PSS, shared pages divided among who shares them) of a process and all its descendants."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(entry.parent.name)] = int(entry.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
        except OSError:
            continue  # it has ended
    family, kilobytes = {root}, 0
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    for pid in family:
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        kilobytes += int(re.search(r"(?m)^Pss:\s+(\d+)", rollup)[1])
    return kilobytes * 1024 / 1e6
