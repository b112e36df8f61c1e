"""Pictures in colour, from a webcam that shows four colours."""
import pathlib
import tempfile

from PIL import Image

from camera import Webcam
from colours import expect_colours, video_range
from program import Program

COLOURS = [(220, 40, 30), (30, 200, 60), (40, 60, 210), (200, 190, 180)]
PLACES = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]


def _quarters(folder):
    """Frames of the four colours as a webcam sends them: JPEG, and YUYV of the video range."""
    view = Image.new("RGB", (2, 2))
    view.putdata(COLOURS)
    (folder / "jpg").mkdir()
    view.resize((640, 480), Image.Resampling.NEAREST).save(folder / "jpg/0.jpg", quality=95)
    rows = []
    for left, right in (COLOURS[:2], COLOURS[2:]):
        samples = [[round(sample) for sample in video_range(colour)] for colour in (left, right)]
        rows.append(b"".join(bytes([y, cb, y, cr]) * 160 for y, cb, cr in samples) * 240)
    (folder / "view.yuyv").write_bytes(b"".join(rows))
    return folder


def a_program_sees_the_webcams_colours(scene):
    with tempfile.TemporaryDirectory() as folder, Webcam(_quarters(pathlib.Path(folder))), Program() as program:
        program.do("add", "start", "lock")
        for form in ("MJPG", "YUYV"):
            program.do(f"format {form}")
            expect_colours(program, COLOURS, PLACES, form)
