"""The kernel's own test driver: nodes of every kind, many pixel formats, and errors on request."""
import json
import pathlib
import re
import subprocess
import tempfile

from PIL import Image

from camera import wait_until
from colours import expect_colours
from program import Program
from tool import Tool, run

NODE = "/dev/video0"


def _inject(control):
    subprocess.run(["v4l2-ctl", "-d", NODE, "-c", f"{control}=1"], check=True, capture_output=True)


def _watch(*arguments):
    return Tool("--device", NODE, "--types", "qr", "--size", "640x360", "--status-interval", "0.2", *arguments)


def _captures(tool, count):
    """Waits for so many frames, before which nothing else was to be told."""
    wait_until(f"{count} frames", lambda: tool.statuses[-1].get("captured", 0) >= count)
    assert {status["status"] for status in tool.statuses} == {"started", "running"}, tool.statuses


def _started(tool):
    return tool.wait_for_status("started")["format"]


def only_the_capture_node_is_a_camera(scene):
    status, output, _ = run("devices", "--json")
    devices = [json.loads(line) for line in output.splitlines()]
    assert status == 0 and [device["path"] for device in devices] == [NODE], devices
    sizes = {(one["width"], one["height"]) for one in devices[0]["formats"]}
    assert (1280, 720) in sizes and (320, 180) in sizes, sizes


def every_pixel_format_is_read(scene):
    # The last two are libv4lconvert's.
    for code in ("YUYV", "UYVY", "NV12", "NV21", "YU12", "GREY", "Y10", "Y16", "RGB3", "GBRG"):
        with _watch("--pixel-format", code) as tool:
            form = _started(tool)
            assert form.startswith(f"{code} 640x360 at "), form
            _captures(tool, 3)


def errors_before_the_stream_are_said(scene):
    for control, words in [
        ("inject_vidioc_streamon_error", "failed: VIDIOC_STREAMON: "),
        ("inject_vidioc_reqbufs_error", "failed: VIDIOC_REQBUFS: "),
        ("inject_vidioc_qbuf_error", "failed: VIDIOC_QBUF: "),
    ]:
        _inject(control)
        status, _, errors = run("--device", NODE, "--types", "qr", "--size", "640x360")
        assert status == 69 and words in errors, (control, status, errors)
        with _watch() as tool:  # nothing is left behind that would be in the way
            _started(tool)


def a_damaged_buffer_does_not_end_the_stream(scene):
    with _watch() as tool:
        _started(tool)
        _inject("inject_v4l2_buf_flag_error")
        wait_until("a damaged buffer", lambda: tool.statuses[-1].get("drops", {}).get("corrupted", 0) >= 1)
        _captures(tool, tool.statuses[-1]["captured"] + 3)


def a_driver_that_fails_for_good_is_opened_again(scene):
    with _watch() as tool:
        _started(tool)
        _inject("inject_fatal_streaming_error")
        lost = tool.wait_for_status("lost", 15)
        assert lost["reason"] == "videoDeviceFailed", lost
        # Whichever call comes first after it.
        assert re.search("failed: VIDIOC_D?QBUF: Input/output error", lost["message"]), lost
        tool.wait_for_status("returned", 20)


def gone_while_its_node_stays(scene):
    with _watch() as tool:
        _started(tool)
        _inject("disconnect")
        lost = tool.wait_for_status("lost", 15)
        assert "was unplugged" in lost["message"], lost


def every_pixel_format_has_its_colours(scene):
    # The driver's colour bars at three quarters of the range, without text upon them; the last is black.
    subprocess.run(["v4l2-ctl", "-d", NODE, "-c", "osd_text_mode=2"], check=True)
    bars = [(red, green, blue) for green in (191, 0) for red in (191, 0) for blue in (191, 0)]
    places = [((bar + 0.5) / 8, 0.3) for bar in range(8)]
    with Program() as program:
        program.do("add", "start", "lock")
        # The last is libv4lconvert's.
        for code in ("YUYV", "YVYU", "UYVY", "VYUY", "NV12", "NV21", "NV16", "NV61", "YU12", "YV12", "422P", "RGB3"):
            program.do(f"format {code}")
            # The driver rounds luma and chroma down, one of which is two of blue.
            expect_colours(program, bars, places, code, within=4)


def photos_are_taken_and_series_refused(scene):
    """The driver has nothing that exposes."""
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name, "photo.jpg")
        size = ("--device", NODE, "--size", "640x360", "--delay", "0", "--output", str(file))
        for code in ("YUYV", "NV12"):
            status, output, errors = run("photo", *size, "--pixel-format", code)
            assert status == 0 and output == f"{file}\n", (status, output, errors)
            with Image.open(file) as picture:
                assert picture.size == (640, 360), picture.size
            file.unlink()
        status, output, errors = run("photo", *size, "--bracket", "-1,1")
        refusal = "a series of photos needs a camera whose exposure or lens can be set"
        assert status == 69 and refusal in errors and not file.exists(), (status, errors)
        status, output, errors = run("photo", *size, "--flash", "on")
        assert status == 69 and "there is no flash" in errors, (status, errors)


def raw_photos_are_the_sensors_samples(scene):
    with tempfile.TemporaryDirectory() as name, Program() as program:
        folder = pathlib.Path(name)
        for code in ("RG10", "GB12", "RG16"):
            assert program.ask(f"stills raw {folder} {code}") == "done"
            file, preview = folder / "raw.dng", folder / "raw.jpg"
            # dcraw takes the samples as they are: the driver's bars have a colour or have it not.
            samples = subprocess.run(["dcraw", "-c", "-D", "-4", "-t", "0", str(file)], capture_output=True, check=True).stdout
            assert samples.startswith(b"P5\n"), (code, samples[:20])
            assert len({samples[at : at + 2] for at in range(len(samples) - 20000, len(samples), 2)}) > 1, code
            with Image.open(preview) as picture:
                assert picture.size[0] >= 160, picture.size
            for path in (file, preview):
                path.unlink()
