"""Routines of iOS applications, compiled with another import only, on real drivers."""
import math
import pathlib
import subprocess
import tempfile
import time

from camera import Webcam, wait_until
from colours import COLOURS, quarters
from program import Program

# Where layers of the scanner's size show a camera's picture that is turned upright and fills them.
LAYER, PICTURE = (375, 667), (640, 480)
SCALE = max(LAYER[0] / PICTURE[1], LAYER[1] / PICTURE[0])


def _said(camera, *lines):
    wait_until(f"{lines} among {camera.said}", lambda: all(line in camera.said for line in lines))


def _written(camera, control):
    """The values that were written to a control, in their order."""
    return [int(line.split()[2]) for line in camera.said if line.startswith(f"set {control} ")]


def a_session_is_set_up_and_changes_between_cameras(scene):
    with Webcam(scene) as door, Webcam(scene, name="Back Door", serial="B2", port=1) as back, Program() as program:
        cameras = {"Door Camera": door, "Back Door": back}
        state = lambda: program.ask("controller state").split(" ", 2)
        program.do("controller start")
        wait_until("a running session", lambda: state()[:2] == ["success", "true"])
        program.wait_for_event("isRunning true")
        program.wait_for_event("AVCaptureSessionDidStartRunningNotification")
        first = state()[2]
        cameras[first].wait_for_frames(3)
        second = program.ask("controller change")
        assert {first, second} == set(cameras), (first, second)
        cameras[second].wait_for_frames(3)
        idle = cameras[first].frames()
        cameras[second].wait_for_frames(5)
        assert cameras[first].frames() == idle, "the camera before streams still"

        # What observers and those who are notified hear when it is unplugged and plugged in again.
        cameras[second].unplug()
        for event in [
                "runtimeError deviceWasDisconnected", "isRunning false", "isConnected false",
                "AVCaptureSessionDidStopRunningNotification", f"AVCaptureDeviceWasDisconnectedNotification {second}"]:
            program.wait_for_event(event)
        cameras[second].plug()
        program.wait_for_event(f"AVCaptureDeviceWasConnectedNotification {second}")
        assert program.ask("controller change") == first
        program.do("controller resume")
        cameras[first].wait_for_frames(3)
        program.do("controller stop")


def focus_exposure_white_balance_and_torch_are_written(scene):
    with Webcam(scene) as camera, Program() as program, tempfile.TemporaryDirectory() as folder:
        program.do("controls run")
        program.do("controls continuous")
        _said(camera, "set focus-auto 1", "set exposure-mode 8", "set white-balance-auto 1", "set exposure-priority 1")

        asked = time.monotonic()
        assert asked <= float(program.ask("controls focus 0.2")) <= time.monotonic(), (asked, program.answers)
        _said(camera, "set focus-auto 0", "set focus 200")
        program.wait_for_event("lensPosition 0.2")

        # The fifth power of a half of what lies between the shortest and the longest exposure, and half of the gain.
        assert program.ask("controls exposure 0.5 0.5") != "refused"
        wanted = round(3 + (2047 - 3) * 0.5**5)
        _said(camera, "set exposure-mode 1", f"set exposure-time {wanted}", "set gain 128")
        program.wait_for_event(f"exposureDuration {wanted / 10000}")
        program.wait_for_event("iso 128.0")

        program.do("controls white 5000 0")
        wait_until("a white balance", lambda: _written(camera, "white-balance"))
        assert _written(camera, "white-balance-auto")[-1] == 0
        assert abs(_written(camera, "white-balance")[-1] - 5000) <= 200, camera.said
        assert program.ask("controls modes") == "locked custom locked off"

        # Somebody else's change is observed too.
        subprocess.run(["v4l2-ctl", "-d", camera.node, "-c", "exposure_time_absolute=500"], capture_output=True, check=True)
        program.wait_for_event("exposureDuration 0.05")

        lamp = pathlib.Path(folder, "lamp")
        lamp.write_text(f"#!/bin/sh\necho $1 >>{folder}/levels\n")
        lamp.chmod(0o755)
        program.do(f"controls lamp {lamp}", "controls torch 0.25", "controls torch 0")
        assert pathlib.Path(folder, "levels").read_text().split() == ["0.25", "0.0"]
        assert [one for one in program.events if one.startswith("isTorchActive")] == [
            "isTorchActive true", "isTorchActive false"], program.events

        assert program.ask("controls fastest") == f"640 {1 / 60}", program.answers[-1]


def a_tap_is_exposed_for_and_observed(scene):
    with Webcam(scene, light=-2) as camera, Program() as program:
        program.do("controls run", "controls tap 0.25 0.5")
        program.wait_for_event("isAdjustingExposure true")
        program.wait_for_event("isAdjustingExposure false")
        assert _written(camera, "exposure-mode")[-1] == 1
        # The scene is dark: exposure and gain went up, and observers saw the first of it.
        assert _written(camera, "exposure-time")[-1] > 250 or _written(camera, "gain")[-1] > 0, camera.said
        assert any(one.startswith(("exposureDuration", "iso")) for one in program.events), program.events


def a_delegate_is_told_where_codes_are_in_the_layer(scene):
    with Webcam(scene) as camera, Program() as program:
        program.do("scanner start")
        seen = []

        def codes():
            _, *overlays = program.ask("scanner overlays").split("|")
            for numbers, _, text in (overlay.partition(" ") for overlay in overlays):
                if text.startswith("SCANWATCH"):
                    seen.append((text, [float(number) for number in numbers.split(",")]))
            return len({tuple(numbers) for _, numbers in seen}) >= 5
        wait_until("five places of the code", codes)
        program.do("scanner stop")
        for text, (x, y, width, height, *corners) in seen:
            assert text == "SCANWATCH 1.0 $%*+-./:" and len(corners) == 8, (text, corners)
            # Layer points to the picture's pixels: what is up in the layer is left in the picture.
            across = (x + width / 2 - LAYER[0] / 2) / SCALE
            along = (y + height / 2 - LAYER[1] / 2) / SCALE
            column, row = PICTURE[0] / 2 + along, PICTURE[1] / 2 - across
            # The code goes round on an ellipse of 40 by 60 pixels.
            centre = _code_centre()
            around = math.hypot((column - centre[0]) / 40, (row - centre[1]) / 60)
            assert 0.8 <= around <= 1.2, (column, row, around)


def _code_centre():
    """The middle of the code's way, in pixels: the scene's picture of it is pasted at 410, 150."""
    from PIL import Image
    sample = pathlib.Path(__file__).resolve().parents[4] / "SampleImages/qr/content-alphanumeric.png"
    with Image.open(sample) as picture:
        return 410 + picture.width / 2, 150 + picture.height / 2


def two_cameras_are_drawn_each_in_its_layer(scene):
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        views = quarters(pathlib.Path(one)), quarters(pathlib.Path(other), COLOURS[::-1])
        with Webcam(views[0], name="Yard") as yard, Webcam(views[1], name="Desk", serial="B2", port=1), Program() as program:
            program.do("dual place Yard Desk", "dual start")
            # The buffers of both are turned upright.
            wait_until("both", lambda: program.ask("dual seen") == "Desk 480x640|Yard 480x640")
            back, front = ([int(luma) for luma in places.split(",")] for places in program.ask("dual draw").split("|"))
            lumas = [0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in COLOURS]
            # As in a mirror: left and right of the quarters change places.
            mirrored = [lumas[::-1][index] for index in (1, 0, 3, 2)]
            for drawn, wanted in ((back, lumas), (front, mirrored)):
                assert max(abs(a - b) for a, b in zip(drawn, wanted, strict=True)) <= 4, (drawn, wanted)
            hardware, pressure = (float(cost) for cost in program.ask("dual costs").split())
            assert 0 <= hardware and 0 < pressure, (hardware, pressure)
            yard.wait_for_frames(3)
            program.do("dual stop")


def zoom_is_ramped_and_observed(scene):
    with Webcam(scene) as camera, Program() as program:
        program.do("zoom ramp 3")
        program.wait_for_event("ramping true")
        program.wait_for_event("ramping false")
        written = _written(camera, "zoom")
        assert written[-1] == 300 and written == sorted(written) and len(written) > 5, written
        seen = [float(event.split()[1]) for event in program.events if event.startswith("zoom ")]
        assert seen[0] == 1 and seen[-1] == 3 and seen == sorted(seen), seen
        # A ramp that is stopped ends soon, gently, and before where it was to end.
        program.do("zoom to 1")
        program.do("zoom ramp 4")
        wait_until("half of the way", lambda: _written(camera, "zoom")[-1] >= 150)
        program.do("zoom stop")
        wait_until("its end", lambda: [one for one in program.events if one.startswith("ramping")][2:] == ["ramping true", "ramping false"])
        assert 150 <= _written(camera, "zoom")[-1] < 400, camera.said


def photos_series_movies_and_live_photos_are_taken(scene):
    scans = {path.read_bytes().split(b"\xff\xda", 1)[1] for path in (scene / "jpg").glob("*.jpg")}

    def is_own(path):
        # Before it there may be a thumbnail.
        return path.read_bytes().rsplit(b"\xff\xda", 1)[1] in scans
    with Webcam(scene, yuyv=False) as camera, Program() as program, tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        calls = program.ask(f"stills photo {folder}")
        assert calls == "willBegin 1, willCapture, didFinishProcessing 1, didFinish", calls
        assert is_own(folder / "photo.jpg")
        calls = program.ask(f"stills movie {folder} 1")
        assert calls == "didStart, didFinish, whole", calls
        assert _frame_count(folder / "movie.mov") > 3
        answer = program.ask(f"stills live {folder}")
        *calls, duration, moment = answer.split(", ")
        assert calls == [
            "willBegin", "didFinishProcessingPhoto", "didFinishRecordingLivePhotoMovie", "didFinishProcessingLivePhoto",
            "didFinishCapture"], answer
        assert 1.5 < float(duration) < 3.2 and 0 < float(moment) < 1.7, answer
        assert is_own(folder / "live.jpg") and _frame_count(folder / "live.mov") > 3
    with tempfile.TemporaryDirectory() as name:
        folder = quarters(pathlib.Path(name))
        # The pictures follow the exposure.
        with Webcam(folder, yuyv=False, light=0) as camera, Program() as program:
            assert program.ask(f"stills bracket {folder} -2 0 2") == "1, 2, 3"
            brightness = [_mean(folder / f"bracket-{number}.jpg") for number in (1, 2, 3)]
            assert brightness[0] + 20 < brightness[1] < brightness[2] - 5, brightness
            last = {line.split()[1]: line.split()[2] for line in list(camera.said) if line.startswith("set ")}
            assert last["exposure-mode"] == "8", last


def _frame_count(path):
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of",
         "csv=p=0", str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def _mean(path):
    from PIL import Image
    with Image.open(path) as picture:
        return picture.convert("L").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))
