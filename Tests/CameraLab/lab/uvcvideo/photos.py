"""Photos and series of them, of a webcam whose pictures follow its exposure some frames late."""
import json
import math
import pathlib
import subprocess
import tempfile

from PIL import Image

from camera import Webcam, wait_until
from tool import Tool, run

USUAL, GAMMA = 250, 2.2


def _segments(data):
    """Markers before the first scan with their contents, and the bytes from that on."""
    place, found = 2, []
    while data[place + 1] != 0xDA:
        length = 2 + int.from_bytes(data[place + 2 : place + 4], "big")
        found.append((data[place + 1], data[place : place + length]))
        place += length
    return found, data[place:]


def photos_are_the_cameras_own_pictures(scene):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "jpg").mkdir()
        scans = set()
        for path in sorted((scene / "jpg").glob("*.jpg"))[:10]:
            # As cameras send them: the standard's tables, which PIL writes, are left out.
            segments, scan = _segments(path.read_bytes())
            bare = b"\xff\xd8" + b"".join(data for marker, data in segments if marker != 0xC4) + scan
            (folder / "jpg" / path.name).write_bytes(bare)
            scans.add(scan)
        with Webcam(folder, yuyv=False) as camera:
            file = folder / "photo.jpg"
            status, output, errors = run("photo", "--device", camera.node, "--output", str(file), "--delay", "0.2")
            assert status == 0 and output == f"{file}\n", (status, output, errors)
            segments, scan = _segments(file.read_bytes())
            assert scan in scans, len(scan)
            markers = [marker for marker, _ in segments]
            assert markers[0] == 0xE1 and markers[-1] == 0xC4, markers
            exif = Image.open(file).getexif()
            assert exif[0x110] == "Door Camera" and exif[0x131] == "scanwatch", dict(exif)
            image_id = exif.get_ifd(0x8769)[0xA420]
            assert len(image_id) == 32, image_id


def _grey(path):
    with Image.open(path) as picture:
        return picture.convert("L").resize((1, 1), Image.Resampling.BOX).getpixel((0, 0))


def every_photo_of_a_series_has_its_exposure(scene):
    """In photographs of a flat wall what is set can be read back from each."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "jpg").mkdir()
        Image.new("RGB", (640, 480), (100, 100, 100)).save(folder / "jpg/0.jpg", quality=90)
        taken = missed = 0
        with Webcam(folder, yuyv=False, light=0) as camera:
            for late in range(9) if Webcam.brackets > 1 else (0, 3, 8):
                camera.tell(f"late {late}")
                for number in range(Webcam.brackets):
                    steps = [-2, 0, 2] if number % 2 == 0 else [1, -1, 0.5, -2, 2]
                    status, output, errors = run(
                        "photo", "--device", camera.node, "--output", str(folder / "p.jpg"), "--delay", "0.2", "--bracket",
                        ",".join(map(str, steps)))
                    written = [line.split("\t")[0] for line in output.splitlines()]
                    for place, step in enumerate(steps, 1):
                        file = folder / f"p-{place}.jpg"
                        if str(file) not in written:
                            missed += 1
                            continue
                        taken += 1
                        share = 100 / 255
                        light = ((share + 0.055) / 1.055) ** 2.4 * 2**step
                        wanted = 255 * (1.055 * min(light, 1) ** (1 / 2.4) - 0.055)
                        assert abs(_grey(file) - wanted) <= 6, (late, step, _grey(file), wanted, output, errors)
                        file.unlink()
                    assert status == 0 or missed, (status, output, errors)
                    # As it was before: the webcam says what it was set to last.
                    last = {line.split()[1]: line.split()[2] for line in camera.said if line.startswith("set ")}
                    assert last["exposure-mode"] == "8" and last["exposure-time"] == str(USUAL), last
        print(f"{taken} photos have their exposure, {missed} were refused")
        assert taken >= 9 * missed, (taken, missed)


def _shown(movie, *arguments):
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-of", "csv=p=0", *arguments, str(movie)], capture_output=True, text=True, check=True)
    return done.stdout.split()


def the_clip_of_an_event_has_the_cameras_own_frames(scene):
    scans = {path.read_bytes().split(b"\xff\xda", 1)[1] for path in (scene / "jpg").glob("*.jpg")}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "events")
        with Webcam(scene, yuyv=False) as camera:
            tool = Tool("--device", camera.node, "--types", "qr", "--events", "--event-clips", str(folder))
            event = wait_until(
                "an event with a clip", lambda: next((line for line in tool.lines if "clip" in line), None))
            movie = folder / event["clip"]["movie"]
            assert movie.name == event["clip"]["id"] + ".mp4", event
            wait_until("frames", lambda: movie.exists() and movie.stat().st_size > 300_000)
            # Stopped before its end, it is whole.
            tool.stop()
            tags = _shown(movie, "-show_entries", "stream=codec_tag_string")
            assert tags == ["mp4v", "mett", "tx3g"], tags
            data = subprocess.run(
                ["ffmpeg", "-v", "error", "-i", str(movie), "-map", "0:v", "-c", "copy", "-f", "mjpeg", "-"],
                capture_output=True, check=True).stdout
            pictures = [part.split(b"\xff\xda", 1)[1] for part in data.split(b"\xff\xd8\xff")[1:]]
            assert len(pictures) > 3 and all(one in scans for one in pictures), len(pictures)
            said = subprocess.run(
                ["ffmpeg", "-v", "error", "-i", str(movie), "-map", "0:d", "-c", "copy", "-f", "data", "-"],
                capture_output=True, check=True).stdout.decode()
            records = [json.loads(line) for line in said.splitlines()]
            # The event's frame is among them, at its time.
            assert event["frame"] in [record["frame"] for record in records], (event, records)
            # What is said of a frame is at its time by the driver, from before the event on.
            times = _shown(movie, "-select_streams", "d", "-show_entries", "packet=pts_time")
            shown = [float(time.strip(",")) - record["time"] for time, record in zip(times, records, strict=True)]
            assert max(shown) - min(shown) < 0.001, shown
            frames = [float(time.strip(",")) for time in _shown(movie, "-select_streams", "v", "-show_entries", "packet=pts_time")]
            assert all(any(abs(float(time.strip(",")) - frame) < 0.0001 for frame in frames) for time in times), (frames, times)


def the_picture_of_an_event_is_kept(scene):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name, "events")
        with Webcam(scene, yuyv=False) as camera:
            tool = Tool("--device", camera.node, "--types", "qr", "--events", "--event-pictures", str(folder))
            event = wait_until(
                "an event with pictures", lambda: next((line for line in tool.lines if "pictures" in line), None))
            names = event["pictures"]
            files = [folder / names["still"], folder / names["object"]]
            wait_until("its files", lambda: all(file.exists() for file in files))
            tool.stop()
            for file in files:
                status, output, errors = run("--format", "text", str(file))
                assert status == 0 and output == f"qr\t{event['object']['text']}\n", (status, output, errors)
                assert Image.open(file).getexif().get_ifd(0x8769)[0xA420] == names["id"]
