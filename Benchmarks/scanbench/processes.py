"""Runs one program to its end and says what it printed and what it cost."""

import os
import subprocess
import tempfile
from dataclasses import dataclass

# Peers that would use several threads are held to one, so that processor time is comparable.
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
            env=os.environ | ONE_THREAD)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        return Run(
            output.read(), errors.read(), process.returncode,
            usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
