"""Exposure by what frames show, of a webcam whose pictures follow its exposure time and gain."""
import math
import pathlib
import tempfile
from contextlib import contextmanager

from PIL import Image

from camera import Webcam
from program import Program

TARGET, GAMMA = 118, 2.2  # what the loop aims at, and its idea of how pictures encode light
MOVING, AT_REST = 0.15, 0.3  # what it takes for no difference, in EV: on its way, and when it has come to rest
# A point and the window around it, in the wall's darker half and in its brighter one.
LEFT, RIGHT = "0.2,0.5 0.075,0.375,0.25,0.25", "0.8,0.5 0.675,0.375,0.25,0.25"


def _wall():
    """Well exposed at the left, half an EV too bright at the right, with some grain."""
    wall = Image.effect_noise((640, 480), 20).point(lambda sample: sample - 10)
    wall.paste(wall.crop((320, 0, 640, 480)).point(lambda sample: min(255, sample * 6 // 5)), (320, 0))
    return wall


def _face_before_a_window():
    face = pathlib.Path(__file__).resolve().parents[4] / "SampleImages/face/obama-turned+00.jpg"
    view = Image.new("L", (640, 480), 225)
    with Image.open(face) as picture:
        view.paste(picture.convert("L").resize((240, 240), Image.Resampling.LANCZOS), (200, 120))
    return view


@contextmanager
def _exposing(view):
    """A webcam that sees a grey picture, and a program that shows it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "jpg").mkdir()
        view.convert("RGB").save(folder / "jpg/0.jpg", quality=85)
        data = bytearray(b"\x80") * (2 * view.width * view.height)
        data[0::2] = view.tobytes()
        (folder / "view.yuyv").write_bytes(bytes(data))
        with Webcam(folder, light=0) as camera, Program() as program:
            program.do("add", "lock", "format YUYV", "start")
            program.wait_for_frames()
            yield camera, program


def _offsets(program, command, note):
    """How bright frames are against what they should be, in EV, and the mode that exposure has then."""
    mode, *lumas = program.ask(f"meter {command}").split()
    offsets = [GAMMA * math.log2(max(int(luma), 1) / TARGET) for luma in lumas]
    print(f"{note}: {' '.join(f'{offset:.2f}' for offset in offsets)} EV")
    return mode, offsets


def _expect_settled(offsets, frames=10):
    """So many frames after the first one all are right, and meanwhile it did not swing."""
    assert len(offsets) > frames + 5, offsets
    assert all(abs(offset) <= AT_REST for offset in offsets[frames + 1 :]), offsets
    sides = [offset > 0 for offset in offsets if abs(offset) > MOVING]
    assert sum(one != other for one, other in zip(sides, sides[1:])) <= 1, offsets


def dark_and_bright_scenes_are_exposed_well_within_ten_frames(scene):
    with _exposing(_wall()) as (camera, program):
        for late in (0, 2):
            camera.tell(f"late {late}")
            for light in (-3, 2):
                camera.tell(f"light {light}")
                camera.wait_for_frames(4)
                mode, offsets = _offsets(program, f"24 once {LEFT}", f"light {light}, {late} frames late, once")
                _expect_settled(offsets[1:])
                assert mode == "custom", mode


def exposure_follows_the_light_at_a_point(scene):
    with _exposing(_wall()) as (camera, program):
        for late in (0, 2):
            camera.tell(f"late {late}")
            mode, _ = _offsets(program, f"24 always {RIGHT}", "a point is chosen")
            assert mode == "continuousAutoExposure", mode
            for light in (-2, 1):
                camera.tell(f"light {light}")
                mode, offsets = _offsets(program, f"30 watch {RIGHT}", f"light {light}, {late} frames late, always")
                changed = next(index for index, offset in enumerate(offsets) if abs(offset) > AT_REST)
                _expect_settled(offsets[changed:])


def faces_are_exposed_well_before_what_is_around_them(scene):
    with _exposing(_face_before_a_window()) as (camera, program):
        for light in (-1.5, 1.5):
            camera.tell(f"light {light}")
            mode, offsets = _offsets(program, "60 always face face", f"light {light}, a face")
            # As long as a face is not found, all of the picture counts.
            _expect_settled(offsets, frames=40)
