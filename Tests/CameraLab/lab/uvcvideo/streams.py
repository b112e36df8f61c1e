"""Frames as they come, and what becomes of a camera that fails."""
import os
import time

from camera import Webcam
from tool import Tool, run


def a_code_is_read_in_jpegs_and_in_raw_frames(scene):
    with Webcam(scene) as camera:
        for code in ("MJPG", "YUYV"):
            with Tool("--device", "door camera", "--types", "qr", "--pixel-format", code) as tool:
                tool.wait_for_records(3)
                assert f"{code} 640x480 at " in tool.messages, tool.messages
                for record in tool.records:
                    assert (record["width"], record["height"]) == (640, 480), record
                    assert [one["text"] for one in record["objects"]] == ["SCANWATCH 1.0 $%*+-./:"], record


def an_unplugged_camera_is_said_to_be(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            camera.unplug()
            start = time.monotonic()
            assert tool.wait(10) == 69
            assert time.monotonic() - start < 3
            assert "(Door Camera) was unplugged" in tool.messages, tool.messages


def a_frozen_camera_is_said_to_be(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            camera.tell("freeze")
            assert tool.wait(15) == 69
            assert "has sent no frame for 2 s" in tool.messages, tool.messages


def damaged_frames_do_not_end_the_stream(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            for fault in ("truncate", "error", "truncate"):
                count = len(tool.records)
                tool.wait_for_records(count + 2)
                camera.tell(fault)
            tool.wait_for_records(len(tool.records) + 5)
            assert all("error" not in record for record in tool.records)


def a_camera_in_use_is_said_to_be(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr") as tool:
            tool.wait_for_records(1)
            status, output, errors = run("--device", camera.node, "--types", "qr")
            assert (status, output) == (69, ""), (status, output)
            assert "is in use by another program" in errors, errors
            tool.wait_for_records(len(tool.records) + 3)


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


def two_cameras_deliver_at_once(scene):
    with Webcam(scene) as first, Webcam(scene, name="Back Door", serial="B2", port=1) as second:
        arguments = ["--types", "qr", "--pixel-format", "YUYV"]
        with Tool("--device", first.node, *arguments) as one, Tool("--device", "Back Door", *arguments) as two:
            one.wait_for_records(2)
            two.wait_for_records(2)
            first.unplug()
            assert one.wait(10) == 69
            two.wait_for_records(len(two.records) + 5)
