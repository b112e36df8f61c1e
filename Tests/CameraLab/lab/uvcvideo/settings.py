"""What is set arrives at the camera: the webcam prints every value that is written to it."""
import json
import pathlib
import tempfile

from camera import Webcam, wait_until
from tool import Tool, run


def controls_arrive_at_the_camera(scene):
    with Webcam(scene) as camera:
        settings = {
            "auto_exposure": "manual mode", "exposure_time_absolute": "123", "focus_automatic_continuous": "off",
            "focus_absolute": "40", "power_line_frequency": "2", "white_balance_automatic": "off",
            "white_balance_temperature": "5000", "backlight_compensation": "3", "zoom_absolute": "150", "gain": "7",
        }
        arguments = [word for name, value in settings.items() for word in ("--control", f"{name}={value}")]
        with Tool("--device", camera.node, "--types", "qr", *arguments) as tool:
            tool.wait_for_records(1)
        wanted = [
            "set exposure-mode 1", "set exposure-time 123", "set focus-auto 0", "set focus 40", "set power-line 2",
            "set white-balance-auto 0", "set white-balance 5000", "set backlight 3", "set zoom 150", "set gain 7"]
        wait_until(f"{wanted}, not {camera.said}", lambda: all(line in camera.said for line in wanted), 5)


def what_cannot_be_set_is_said(scene):
    with Webcam(scene) as camera:
        for arguments, words in [
            (["--control", "lens=3"], "has no control 'lens'; it has: brightness, contrast"),
            (["--control", "gain=300"], "gain cannot be '300', only 0 to 255"),
            (["--size", "1920x1080"], "has no size 1920x1080; it has: 640x480"),
            (["--fps", "25"], "has no rate of 25 fps; it has: 60, 30, 15, 5"),
            (["--pixel-format", "NV12"], "has no pixel format NV12; it has: MJPG, YUYV"),
        ]:
            status, output, errors = run("--device", camera.node, *arguments)
            assert status == 69 and output == "" and errors.count("\n") == 1, (status, output, errors)
            assert words in errors, errors


def a_camera_is_where_the_configuration_says(scene):
    with Webcam(scene, name="Yard Camera", serial="D2", port=1), Webcam(scene) as door, tempfile.TemporaryDirectory() as folder:
        _, output, _ = run("devices", "--json")
        door_id = next(one["id"] for one in map(json.loads, output.splitlines()) if one["path"] == door.node)
        settings = pathlib.Path(folder, "settings.yaml")
        settings.write_text(f"cameras:\n  '{door_id}':\n    position: back\n    type: external\n")
        with Tool("--config", str(settings), "--device", "back", "--types", "qr") as tool:
            assert tool.wait_for_status("started")["camera"] == door.name, tool.statuses
        status, _, errors = run("--config", str(settings), "--device", "front", "--types", "qr")
        assert status == 69 and "there is no camera 'front'" in errors, (status, errors)
