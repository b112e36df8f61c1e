"""What others see of a camera over the link, and what they set of it."""
import pathlib
import tempfile

from camera import Webcam, wait_until
from link import Link
from tool import Tool


def what_a_client_sets_arrives_at_the_camera(scene):
    with Webcam(scene) as camera, tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "link"))
        with Tool("--device", camera.node, "--types", "qr", "--link", path) as tool, Link(path) as link:
            tool.wait_for_records(1)
            # What can be set is told when the camera has answered.
            live = lambda header: any(one["state"] == "live" and "zoom" in one for one in header.get("cameras", []))
            known = link.next(live)[0]["cameras"][0]
            assert known["zoom"]["most"] > 1.5 and known["exposesForPoint"], known
            answer = link.control(set="zoom", value=1.5)
            assert "error" not in answer, answer
            wait_until(f"set zoom, not {camera.said}", lambda: "set zoom 150" in camera.said, 5)
            answer = link.control(set="point", x=0.25, y=0.75)
            assert "error" not in answer, answer
            # Exposure for a point is by hand from then on.
            wait_until(f"an exposure, not {camera.said}", lambda: "set exposure-mode 1" in camera.said)
            said = len(camera.said)
            for control in ({"role": "view", "set": "zoom", "value": 1}, {"set": "zoom", "value": 0.5},
                            {"set": "torch", "value": 1}):
                answer = link.control(**control)
                assert answer.get("error"), (control, answer)
            assert not any(line.startswith("set zoom") for line in camera.said[said:]), camera.said


def a_lens_does_not_zoom_away_from_its_mask(scene):
    with Webcam(scene) as camera, tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "link"))
        # The left half, with the face; the code goes round in the right one.
        mask = f"left@{camera.node}=0,0,0.5,0,0.5,1,0,1"
        with Tool("--device", camera.node, "--types", "qr", "--mask", mask, "--link", path) as tool, Link(path) as link:
            tool.wait_for_records(1)
            live = lambda header: any(
                one["state"] == "live" and "exposesForPoint" in one for one in header.get("cameras", []))
            known = link.next(live)[0]["cameras"][0]
            assert "zoom" not in known, known
            answer = link.control(set="zoom", value=1.5)
            assert "mask" in answer.get("error", ""), answer
            # It may go to where the mask was drawn.
            answer = link.control(set="zoom", value=1)
            assert "error" not in answer, answer
            wait_until(f"set zoom, not {camera.said}", lambda: "set zoom 100" in camera.said, 5)
            assert "set zoom 150" not in camera.said, camera.said


def samples_are_seen_in_colour(scene):
    with Webcam(scene) as camera, tempfile.TemporaryDirectory() as folder:
        path = str(pathlib.Path(folder, "link"))
        with Tool("--device", camera.node, "--types", "qr", "--pixel-format", "YUYV", "--link", path), Link(path) as link:
            header, picture = link.frame()
            # Baseline's frame header (T.81, B.2.2): marker, length, precision, height, width, components.
            components = picture[picture.index(b"\xff\xc0") + 9]
            assert components == 3 and header["picture"]["width"] == 640, (header, components)
