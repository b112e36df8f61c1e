"""The tool as a scenario runs it."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile

from camera import PATIENCE, wait_until


class Tool:
    """A run of scanwatch in the background; its two outputs go to files, so that it is never held up."""

    path = None

    # User-Mode Linux is slow at page faults: a frame takes seconds while memory is still new.
    environment = os.environ | {"SCANWATCH_DEADLINE": "60"}

    def __init__(self, *arguments, before=()):
        self.output, self.errors = tempfile.TemporaryFile("w+"), tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            [*before, str(self.path), *arguments], stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.errors,
            env=self.environment)

    @property
    def lines(self):
        # The last line may not be whole yet.
        return [json.loads(line) for line in self._text(self.output).split("\n")[:-1]]

    @property
    def records(self):
        """Those of frames with something in view."""
        return [line for line in self.lines if line.get("objects")]

    @property
    def statuses(self):
        return [line for line in self.lines if "status" in line]

    @property
    def messages(self):
        return self._text(self.errors)

    @staticmethod
    def _text(file):
        # Reading by position leaves alone where the tool writes.
        size = os.fstat(file.fileno()).st_size
        return os.pread(file.fileno(), size, 0).decode()

    def wait(self):
        """Its exit status."""
        return self.process.wait(PATIENCE)

    def wait_for_records(self, count):
        return wait_until(f"{count} records", lambda: len(self.records) >= count)

    def wait_for_status(self, status, seconds=PATIENCE):
        """Its first record of this status."""
        found = lambda: next((one for one in self.statuses if one["status"] == status), None)
        return wait_until(f"status {status}", found, seconds)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            self._describe()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _describe(self):
        """Prints what it said, and what every thread is about: of the tool, of its workers, of the camera."""
        lines = self.lines
        print(f"{len(lines)} lines: {[*lines[:3], *lines[3:][-5:]]}; {self.messages}; status {self.process.poll()}")
        for task in sorted(pathlib.Path("/proc").glob("[0-9]*/task/*")):
            try:
                if not (task.parents[1] / "cmdline").read_text():
                    continue  # the kernel's own
                name, waits_in = ((task / file).read_text().strip() for file in ("comm", "wchan"))
                fields = (task / "stat").read_text().rpartition(")")[2].split()
                print(f"{task} {name}: {fields[0]} in {waits_in}, {fields[11]} + {fields[12]} ticks")
            except OSError as error:
                print(f"{task}: {error}")


def run(*arguments, before=()):
    """Runs the tool to its end: status, standard output, standard error."""
    done = subprocess.run(
        [*before, str(Tool.path), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr
