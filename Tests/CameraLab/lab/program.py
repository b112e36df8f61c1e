"""A program of the library's as a scenario commands it."""
import subprocess
import threading
from collections import namedtuple

from camera import wait_until
from tool import Tool

State = namedtuple("State", "is_running preset captured format")


class Program:
    """`with Program() as program:` starts it; a camera must be plugged in."""

    def __init__(self):
        command = [str(Tool.path.with_name("CameraProgram"))]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.events, self.answers = [], []
        self.reader = threading.Thread(target=self._listen, daemon=True)
        self.reader.start()

    def _listen(self):
        for line in self.process.stdout:
            kind, _, rest = line.strip().partition(" ")
            (self.events if kind == "event" else self.answers).append(rest)

    def ask(self, command):
        """Gives a command and waits for the answer to it."""
        count = len(self.answers)
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        wait_until(f"an answer to {command}", lambda: len(self.answers) > count)
        return self.answers[count]

    def do(self, *commands):
        for command in commands:
            answer = self.ask(command)
            assert answer == "done", (command, answer)

    @property
    def state(self):
        running, preset, captured, form = self.ask("state").split(" ", 3)
        return State(running == "running", preset, int(captured), form)

    def wait_for_frames(self, count=3):
        """Waits until as many more have come."""
        before = self.state.captured
        wait_until(f"{count} frames", lambda: self.state.captured >= before + count)

    def wait_for_event(self, event):
        wait_until(f"the event {event}", lambda: event in self.events)

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        if failure:
            print(f"program: events {self.events}; last answers {self.answers[-5:]}; status {self.process.poll()}")
        self.process.kill()
        self.process.wait()
        self.reader.join()
