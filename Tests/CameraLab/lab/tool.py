"""The tool as a scenario runs it."""
import json
import os
import signal
import subprocess
import tempfile

from camera import wait_until


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

    def wait(self, seconds=60):
        """Its exit status."""
        return self.process.wait(seconds)

    def wait_for_records(self, count, seconds=60):
        return wait_until(f"{count} records ({self.messages})", lambda: len(self.records) >= count, seconds)

    def wait_for_status(self, status, seconds=20, after=0):
        """The first record of this status behind the first `after` ones of any."""
        found = lambda: next((one for one in self.statuses[after:] if one["status"] == status), None)
        return wait_until(f"status {status} ({self.statuses} {self.messages})", found, seconds)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def run(*arguments, before=()):
    """Runs the tool to its end: status, standard output, standard error."""
    done = subprocess.run(
        [*before, str(Tool.path), *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90)
    return done.returncode, done.stdout, done.stderr
