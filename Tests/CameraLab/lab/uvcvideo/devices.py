"""What is there, and what it says of itself."""
import json
import os
import pathlib

from camera import Webcam
from tool import run


def _devices():
    status, output, errors = run("devices", "--json")
    return status, [json.loads(line) for line in output.splitlines()], errors


def nothing_is_there(scene):
    status, devices, errors = _devices()
    assert (status, devices) == (69, []), (status, devices)
    assert errors == "scanwatch: no camera is connected\n", errors


def only_capture_nodes_are_cameras(scene):
    with Webcam(scene) as camera:
        nodes = sorted(pathlib.Path("/dev").glob("video*"))
        assert len(nodes) == 2, nodes  # uvcvideo makes a metadata node beside each camera
        status, devices, _ = _devices()
        assert status == 0 and [device["path"] for device in devices] == [camera.node], devices
        (device,) = devices
        assert device["name"] == "Door Camera" and device["authorized"] and device["modelID"] == "1d6b:0102", device


def the_id_stays_when_the_node_changes(scene):
    with Webcam(scene) as camera:
        (before,) = _devices()[1]
        # The dead node keeps its number as long as somebody has it open.
        held = os.open(camera.node, os.O_RDWR)
        camera.unplug()
        camera.plug()
        (after,) = _devices()[1]
        os.close(held)
        assert before["path"] != after["path"], after["path"]
        assert before["id"] == after["id"], (before["id"], after["id"])


def formats_rates_and_controls(scene):
    with Webcam(scene):
        ((device,)) = _devices()[1]
        assert device["formats"] == [
            {"pixelFormat": "MJPG", "width": 640, "height": 480, "rates": [[60, 60], [30, 30], [15, 15], [5, 5]]},
            {"pixelFormat": "YUYV", "width": 640, "height": 480, "rates": [[10, 10], [5, 5]]},
        ], device["formats"]
        controls = {control["name"]: control for control in device["controls"]}
        exposure = controls["exposure_time_absolute"]
        assert (exposure["minimum"], exposure["maximum"], exposure["value"]) == (3, 2047, 250), exposure
        assert exposure["inactive"] and exposure["property"] == "exposureDuration", exposure
        assert controls["focus_absolute"]["property"] == "lensPosition" and controls["focus_absolute"]["step"] == 5
        assert controls["power_line_frequency"]["menu"][1] == {"name": "50 Hz", "value": 1}
        text = run("devices")[1]
        assert "MJPG  640x480  60, 30, 15, 5 fps" in text and "lensPosition" in text, text
