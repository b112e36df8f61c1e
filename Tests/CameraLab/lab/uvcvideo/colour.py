"""Pictures in colour, from a webcam that shows four colours."""
import pathlib
import tempfile

from camera import Webcam
from colours import COLOURS, PLACES, expect_colours, quarters
from program import Program


def a_program_sees_the_webcams_colours(scene):
    with tempfile.TemporaryDirectory() as folder, Webcam(quarters(pathlib.Path(folder))), Program() as program:
        program.do("add", "start", "lock")
        for form in ("MJPG", "YUYV"):
            program.do(f"format {form}")
            expect_colours(program, COLOURS, PLACES, form)
