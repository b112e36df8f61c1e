"""Frames as they come, and what becomes of a camera that fails."""
import os
import signal
import time

from camera import Webcam, wait_until
from tool import Tool, run


def a_code_is_read_in_jpegs_and_in_raw_frames(scene):
    with Webcam(scene) as camera:
        for code in ("MJPG", "YUYV"):
            with Tool("--device", "door camera", "--types", "qr", "--pixel-format", code) as tool:
                tool.wait_for_records(3)
                started = tool.statuses[0]
                assert started["format"].startswith(f"{code} 640x480 at "), started
                assert (started["status"], started["camera"]) == ("started", "Door Camera"), started
                for record in tool.records:
                    assert (record["width"], record["height"]) == (640, 480), record
                    assert [one["text"] for one in record["objects"]] == ["SCANWATCH 1.0 $%*+-./:"], record


def an_unplugged_camera_is_said_to_be(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            camera.unplug()
            lost = tool.wait_for_status("lost")
            assert lost["reason"] == "videoDeviceDisconnected", lost
            assert "(Door Camera) was unplugged" in lost["message"], lost


def a_frozen_camera_is_said_to_be(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            camera.tell("freeze")
            lost = tool.wait_for_status("lost", 15)
            assert lost["reason"] == "videoDeviceStalled", lost
            assert "has sent no frame for 2 s" in lost["message"], lost
            camera.tell("thaw")
            tool.wait_for_status("returned", 30)


def damaged_frames_do_not_end_the_stream(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            for fault in ("truncate", "error", "truncate"):
                count = len(tool.records)
                tool.wait_for_records(count + 2)
                camera.tell(fault)
            tool.wait_for_records(len(tool.records) + 5)
            assert not any("error" in line for line in tool.lines), tool.lines


def frames_without_a_buffer_are_counted_as_such(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            # While nobody takes pictures, the driver's buffers fill up, and it has none for those that come.
            tool.process.send_signal(signal.SIGSTOP)
            time.sleep(2)
            tool.process.send_signal(signal.SIGCONT)
            tool.wait_for_records(len(tool.records) + 2)
            tool.stop()
            assert tool.statuses[-1]["drops"]["outOfBuffers"] >= 1, tool.statuses


def a_camera_in_use_is_said_to_be(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            status, output, errors = run("--device", camera.node, "--types", "qr")
            assert (status, output) == (69, ""), (status, output)
            assert "is in use by another program" in errors, errors
            assert "in use   by another program" in run("devices")[1]
            tool.wait_for_records(len(tool.records) + 3)
        assert "in use" not in run("devices")[1]


def who_may_not_open_a_camera_is_told_what_to_do(scene):
    with Webcam(scene) as camera:
        nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        os.chown(camera.node, 0, 44)
        os.chmod(camera.node, 0o660)
        status, _, errors = run("--device", camera.node, "--types", "qr", before=nobody)
        assert status == 69, (status, errors)
        assert "may not be opened by user nobody, who is not in its group video" in errors, errors
        assert "'sudo usermod -aG video nobody'" in errors and errors.count("\n") == 1, errors
        listed = run("devices", before=nobody)[1]
        assert "refused" in listed, listed
        video = ["setpriv", "--reuid", "65534", "--regid", "65534", "--groups", "44"]
        with Tool("--device", camera.node, "--types", "qr", before=video) as tool:
            tool.wait_for_records(1)
