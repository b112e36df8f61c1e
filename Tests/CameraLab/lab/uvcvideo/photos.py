"""Photos and series of them, of a webcam whose pictures follow its exposure some frames late."""
import json
import math
import pathlib
import subprocess
import tempfile
import time

from PIL import Image

from camera import Webcam, promise, wait_until
from program import Program
from tool import Tool, run

USUAL = 250  # the exposure time with which pictures are as given
WALL = 100


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


def _wanted(step):
    """How bright a photo of the wall is with so many EV more than usual."""
    light = ((WALL / 255 + 0.055) / 1.055) ** 2.4 * 2**step
    return 255 * (1.055 * min(light, 1) ** (1 / 2.4) - 0.055)


def _check_exposure(file, step, *said):
    """What was set can be read back from a photograph of a flat wall."""
    assert abs(_grey(file) - _wanted(step)) <= 6, (step, _grey(file), _wanted(step), *said)
    file.unlink()


def _is_as_before(camera):
    """The webcam says what it was set to last."""
    last = {line.split()[1]: line.split()[2] for line in list(camera.said) if line.startswith("set ")}
    return last.get("exposure-mode") == "8" and last.get("exposure-time") == str(USUAL)


def _wall(folder):
    (folder / "jpg").mkdir()
    Image.new("RGB", (640, 480), (WALL, WALL, WALL)).save(folder / "jpg/0.jpg", quality=90)


def every_photo_of_a_series_has_its_exposure(scene):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        _wall(folder)
        with Webcam(folder, yuyv=False, light=0) as camera:
            for late, steps in ((0, [-2, 0, 2]), (8, [1, -1, 0.5, -2, 2])):
                camera.tell(f"late {late}")
                status, output, errors = run(
                    "photo", "--device", camera.node, "--output", str(folder / "p.jpg"), "--delay", "0.2", "--bracket",
                    ",".join(map(str, steps)))
                assert status == 0 and len(output.splitlines()) == len(steps), (status, output, errors)
                for place, step in enumerate(steps, 1):
                    _check_exposure(folder / f"p-{place}.jpg", step, late, output, errors)
                assert _is_as_before(camera), camera.said[-10:]


def no_photo_of_many_series_has_another_exposure(scene):
    """Series of three and of five by turns, for each of 0 to 8 frames of delay."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        _wall(folder)
        series = [[-2, 0, 2], [1, -1, 0.5, -2, 2]]
        with Webcam(folder, yuyv=False, light=0) as camera:
            for late in range(9):
                camera.tell(f"late {late}")
                taken = missed = 0
                # Each delay is new to the program.
                with Program() as program:
                    program.do("add", "start")
                    for _ in range(Webcam.brackets):
                        texts = (",".join(map(str, steps)) for steps in series)
                        answer = program.ask(f"series {folder} {len(series)} {' '.join(texts)}")
                        missing = {one.split()[0] for one in answer.split(", ") if one}
                        for number, steps in enumerate(series, 1):
                            for place, step in enumerate(steps, 1):
                                if f"{number}-{place}" in missing:
                                    # A busy machine may keep the camera from giving any picture in time.
                                    reasons = [f"{number}-{place} {code}" for code in ("settingNotReached", "noDataCaptured")]
                                    assert any(reason in answer for reason in reasons), answer
                                    missed += 1
                                else:
                                    _check_exposure(folder / f"{number}-{place}.jpg", step, late, answer)
                                    taken += 1
                        assert _is_as_before(camera), camera.said[-10:]
                print(f"{late} frames late: {taken} photos have their exposure, {missed} were refused", flush=True)
                assert taken >= 9 * missed, (late, taken, missed)


def _glaring(folder):
    """A code with a lamp's reflection, 13 times as bright as the rest, below its finder patterns; so dark that all of it is in the
    picture. Returns by how much the camera makes it brighter, in EV, with which the reflection is all white."""
    base, side, middle, radius = 4.6, 280, 185, 85
    code = Image.open(pathlib.Path(__file__).resolve().parents[4] / "SampleImages/qr/content-alphanumeric.png").convert("L")
    pixels = code.resize((side, side), Image.Resampling.NEAREST).load()
    picture = Image.new("L", (640, 480), _encoded(0.18 / 2**base))
    for y in range(side):
        for x in range(side):
            far = min(1, math.hypot(x - middle, y - middle) / radius)
            brightness = 1 + 12 * (1 - far) ** 0.1
            reflected = 0.8 if pixels[x, y] > 127 else 0.12
            picture.putpixel((180 + x, 100 + y), _encoded(reflected * brightness / 2**base))
    (folder / "jpg").mkdir()
    picture.convert("RGB").save(folder / "jpg/0.jpg", quality=95)
    return base


def _encoded(light):
    light = min(light, 1)
    return round(255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055))


def a_burnt_out_code_is_read_in_a_series(scene):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        base = _glaring(folder)
        with Webcam(folder, yuyv=False, light=0, base=base) as camera:
            camera.tell("late 3")
            arguments = ("--device", camera.node, "--types", "qr")
            with Tool(*arguments, "--hints") as tool:
                wait_until("the reason", lambda: any(line.get("hints") == ["glare"] for line in tool.lines))
                camera.wait_for_frames(60)
                assert not tool.records, tool.records
                tool.stop()
            with Tool(*arguments, "--bracket-on-failure") as tool:
                wait_until("a series", lambda: "set exposure-mode 1" in camera.said)
                begin = time.monotonic()
                record = tool.wait_for_records(1) and tool.records[0]
                seconds = time.monotonic() - begin
                assert record["objects"][0]["type"] == "qr", record
                wait_until("the camera as before", lambda: _is_as_before(camera))
                tool.stop()
            print(f"a burnt-out code is read {seconds:.2f} s after its series was begun")
            promise(f"a burnt-out code is read after {seconds:.2f} s, not 1", seconds <= 1)


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
