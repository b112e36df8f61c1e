"""A software webcam as a scenario sees it: plugged in, commanded, unplugged."""
import pathlib
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parents[1]


# For what begins with a start of the tool: User-Mode Linux takes three seconds for one, in a busy moment fifteen.
PATIENCE = 90


def wait_until(what, condition, seconds=PATIENCE):
    """Waits for `condition` to be true and returns what it returned."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what} within {seconds} s")


def promise(what, holds):
    """A figure that is promised: said when it is missed, and no failure, because a busy machine is slow."""
    if not holds:
        print(f"NOT AS PROMISED: {what}")


class Webcam:
    """`with Webcam(scene, name=..., port=...) as camera:` plugs one in and unplugs it at the end."""

    cycles = 30  # how often the scenario of months unplugs one
    brackets = 1  # how many series of photos are taken with each delay

    def __init__(self, scene, name="Door Camera", serial="D1", port=0, yuyv=True, h264=False, light=None, base=0):
        self.name = name
        self.command = [
            sys.executable, str(HERE / "webcam"), "--port", str(port), "--name", name, "--serial", serial, "--jpeg",
            str(scene / "jpg")]
        self.command += ["--yuyv", str(scene / "view.yuyv")] if yuyv else []
        self.command += ["--h264", str(scene / "view.h264")] if h264 else []
        self.command += [] if light is None else ["--light", str(light), "--base", str(base)]
        self.process = None

    def plug(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = []
        self.reader = threading.Thread(target=self._listen, daemon=True)
        self.reader.start()
        self.node = wait_until(f"a node for {self.name}", self._find_node)
        return self

    def _listen(self):
        for line in self.process.stdout:
            self.said.append(line.strip())

    def _find_node(self):
        for folder in sorted(pathlib.Path("/sys/class/video4linux").glob("video*")):
            try:
                is_mine = (folder / "name").read_text().strip() == self.name and (folder / "index").read_text() == "0\n"
            except OSError:
                continue
            if is_mine and (node := pathlib.Path("/dev", folder.name)).exists():
                return str(node)
        return None

    def frames(self):
        """How many frames it has come to."""
        count = len(self.said)
        self.tell("number")
        answers = wait_until("its answer", lambda: [line for line in self.said[count:] if line.startswith("number ")])
        return int(answers[0].split()[1])

    def wait_for_frames(self, count):
        """Waits until it has come to so many more."""
        end = self.frames() + count
        wait_until(f"{count} frames", lambda: self.frames() >= end)

    def tell(self, command):
        """Changes how it behaves: freeze, thaw, truncate, error; number is answered."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def unplug(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        # Else it would be taken for that of the next one of this name.
        wait_until("its node to go", lambda: not self._find_node())

    def __enter__(self):
        return self.plug()

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.unplug()
