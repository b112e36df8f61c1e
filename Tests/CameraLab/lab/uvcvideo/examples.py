"""Examples that need a camera."""
import os
import subprocess
import tempfile

from camera import Webcam, wait_until
from tool import Tool


def ten_lines_print_the_code_once(scene):
    program = ["stdbuf", "-oL", str(Tool.path.with_name("example-camera"))]  # what it prints to a file would wait
    with Webcam(scene) as camera, tempfile.NamedTemporaryFile("r") as printed, tempfile.NamedTemporaryFile("r") as errors:
        text = lambda file: open(file.name, encoding="utf-8").read()
        with open(printed.name, "w") as out, open(errors.name, "w") as err, subprocess.Popen(
                program, stdout=out, stderr=err, env=os.environ | {"SWIFT_BACKTRACE": "enable=no"}) as process:
            try:
                wait_until("the code", lambda: text(printed))
                camera.wait_for_frames(60)
                camera.unplug()
                wait_until("its end", lambda: process.poll() is not None)
            finally:
                process.kill()
        assert text(printed) == "SCANWATCH 1.0 $%*+-./:\n", text(printed)
        assert "was unplugged" in text(errors), text(errors)
