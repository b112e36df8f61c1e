"""Movies, of a webcam that sends JPEGs and of one that sends H.264, and what ends them."""
import contextlib
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import time

from camera import PATIENCE, Webcam, wait_until
from tool import Tool, run


def _frames(path):
    """Of the video: times, sizes and whether they are key frames."""
    rows = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,size,flags", "-of", "csv=p=0",
         str(path)], check=True, capture_output=True, text=True).stdout.split()
    return [(float(time), int(size), flags.startswith("K")) for time, size, flags in (row.split(",") for row in rows)]


def _packets(path, *arguments):
    """The video's bytes as they are in the file, and nothing that FFmpeg says against them."""
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder, "packets")
        done = subprocess.run(
            ["ffmpeg", "-v", "repeat+error", "-i", str(path), "-map", "0:v", "-c", "copy", *arguments, str(target)],
            capture_output=True, text=True)
        # A stream has no times, and FFmpeg makes some of thirtieths of a second, of which two may be one.
        errors = [line for line in done.stderr.splitlines() if "non monotonically increasing dts" not in line]
        assert done.returncode == 0 and not errors, errors
        return target.read_bytes()


def _slices(stream):
    """The units with pictures of a stream of H.264."""
    for unit in stream.split(b"\0\0\1"):
        if unit and unit[0] & 31 in (1, 5):
            # The rest is of the next start code.
            yield unit.rstrip(b"\0")


def _decodes(path):
    # Each frame at its own time: FFmpeg complains of two within a thirtieth of a second.
    done = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", str(path), "-vsync", "passthrough", "-enc_time_base", "1:90000", "-f", "null", "-"],
        capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr


@contextlib.contextmanager
def _recording(*arguments):
    """A recording in the background, and the file with what it says."""
    with tempfile.TemporaryFile("w+") as words:
        process = subprocess.Popen(
            [str(Tool.path), "record", *arguments], stdin=subprocess.DEVNULL, stdout=words, stderr=words)
        try:
            yield process, lambda: os.pread(words.fileno(), 10_000, 0).decode()
        finally:
            process.kill()
            process.wait()


@contextlib.contextmanager
def _disk(options):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", folder], check=True)
        try:
            yield pathlib.Path(folder)
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def a_movie_is_the_cameras_own_frames(scene):
    # What is after the tables is a picture's own: PIL's are the standard's, in another order.
    scans = {path.read_bytes().split(b"\xff\xda", 1)[1] for path in (scene / "jpg").glob("*.jpg")}
    with Webcam(scene, yuyv=False) as camera, tempfile.TemporaryDirectory() as folder:
        movie = pathlib.Path(folder, "movie.mp4")
        status, output, errors = run(
            "record", "--device", camera.node, "--fps", "15", "--duration", "3", "--output", str(movie))
        assert (status, output) == (0, f"{movie}\n"), (status, output, errors)
        frames = _frames(movie)
        assert len(frames) >= 10 and all(is_key for _, _, is_key in frames), frames
        data = _packets(movie, "-f", "mjpeg")
        pictures = [part.split(b"\xff\xda", 1)[1] for part in data.split(b"\xff\xd8\xff")[1:]]
        assert len(pictures) == len(frames) and all(one in scans for one in pictures), len(pictures)


def h264_is_recorded_as_it_is(scene):
    pictures = set(_slices((scene / "view.h264").read_bytes()))
    with Webcam(scene, h264=True) as camera, tempfile.TemporaryDirectory() as folder:
        assert "H264" in run("devices")[1]
        movie = pathlib.Path(folder, "movie.mp4")
        h264 = ["--device", camera.node, "--pixel-format", "H264"]
        # Who searches, needs pictures.
        for arguments in (["--types", "qr", *h264], ["record", "--types", "qr", *h264, "--output", str(movie)]):
            status, output, errors = run(*arguments)
            assert status == 69 and "but not searched" in errors, (status, output, errors)
        status, output, errors = run("record", *h264, "--duration", "4", "--output", str(movie))
        assert (status, output) == (0, f"{movie}\n"), (status, output, errors)
        frames = _frames(movie)
        assert len(frames) > 30 and frames[0][2] and sum(is_key for _, _, is_key in frames) >= 2, frames
        _decodes(movie)
        stream = _packets(movie, "-bsf:v", "h264_mp4toannexb", "-f", "h264")
        own = list(_slices(stream))
        assert len(own) == len(frames) and all(unit in pictures for unit in own), (len(own), len(frames))


def jpegs_become_h264(scene):
    with Webcam(scene, yuyv=False) as camera, tempfile.TemporaryDirectory() as folder:
        movie = pathlib.Path(folder, "movie.mp4")
        status, output, errors = run(
            "record", "--device", camera.node, "--fps", "15", "--duration", "4", "--video-codec", "h264", "--output", str(movie))
        assert (status, output) == (0, f"{movie}\n"), (status, output, errors)
        _decodes(movie)
        frames = _frames(movie)
        keys = [time for time, _, is_key in frames if is_key]
        # The encoder keeps up or not; what is there has its own time, and a key frame a second.
        assert len(frames) > 5 and frames[0][2], frames
        assert all(after - before < 1.5 for before, after in zip(keys, keys[1:])), keys


def an_unplugged_camera_leaves_a_whole_movie(scene):
    with Webcam(scene) as camera, tempfile.TemporaryDirectory() as folder:
        movie = pathlib.Path(folder, "movie.mp4")
        with _recording("--device", camera.node, "--output", str(movie)) as (process, words):
            wait_until("frames", lambda: movie.exists() and movie.stat().st_size > 300_000)
            camera.unplug()
            assert process.wait(PATIENCE) == 69, words()
            assert "was disconnected" in words(), words()
        _decodes(movie)
        assert len(_frames(movie)) > 5


def a_full_disk_leaves_a_whole_movie_of_what_fitted(scene):
    with Webcam(scene) as camera, _disk("size=2m") as disk:
        movie = disk / "movie.mp4"
        status, _, errors = run("record", "--device", camera.node, "--min-free", "0", "--output", str(movie))
        assert status == 74 and "No space left" in errors, (status, errors)
        _decodes(movie)
        assert len(_frames(movie)) > 5
        assert movie.stat().st_size > 1_000_000


def a_disk_that_takes_nothing_is_said_to(scene):
    with Webcam(scene) as camera, _disk("size=2m,ro") as disk:
        status, output, errors = run("record", "--device", camera.node, "--output", str(disk / "movie.mp4"))
        assert (status, output) == (74, "") and errors.count("\n") == 1, (status, errors)


@contextlib.contextmanager
def _stalling_disk():
    """The guest's own disk, which takes nothing for two seconds out of four once `begin` was called; tells by how much its
    files have grown in each of these times."""
    stalls, over = [], threading.Event()

    def stall():
        while not over.wait(2):
            subprocess.run(["fsfreeze", "--freeze", str(folder)], check=True)
            before = size()
            over.wait(2)
            grown = size() - before
            subprocess.run(["fsfreeze", "--unfreeze", str(folder)], check=True)
            stalls.append(grown)

    def size():
        return sum(path.stat().st_size for path in folder.iterdir())

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run(["mkfs.ext4", "-q", "-F", "/dev/ubda"], check=True)
        subprocess.run(["mount", "/dev/ubda", name], check=True)
        thread = threading.Thread(target=stall)
        try:
            yield folder, thread.start, stalls
        finally:
            over.set()
            if thread.ident:
                thread.join()
            subprocess.run(["umount", "-l", name], check=True)


def _resident(process):
    """What it has in memory, in bytes."""
    return int(pathlib.Path(f"/proc/{process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def a_disk_that_stalls_costs_the_camera_nothing(scene):
    with Webcam(scene, yuyv=False) as camera, _stalling_disk() as (disk, begin, stalls):
        movie = disk / "movie.mp4"
        with _recording("--device", camera.node, "--fps", "15", "--min-free", "0", "--output", str(movie)) as (process, words):
            wait_until("frames", lambda: movie.exists() and movie.stat().st_size > 300_000)
            first, before = camera.frames(), _resident(process)
            begin()
            most = 0
            while len(stalls) < 5:
                most = max(most, _resident(process))
                time.sleep(0.1)
            sent = camera.frames() - first
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0, words()
            # What waits for two seconds is 15 pictures a second of 50 KB: nothing is missing that the camera has sent.
            assert "frames are missing" not in words(), words()
        _decodes(movie)
        frames = _frames(movie)
        gaps = [after - before for (before, *_), (after, *_) in zip(frames, frames[1:])]
        assert not any(stalls), stalls
        assert max(gaps) < 1, max(gaps)
        assert len(frames) >= sent, (len(frames), sent)
        assert most - before < 32 << 20, (before, most)


def a_movie_goes_on_with_a_camera_that_is_back(scene):
    with Webcam(scene) as camera, tempfile.TemporaryDirectory() as folder:
        movie = pathlib.Path(folder, "movie.mp4")
        with _recording("--device", camera.node, "--output", str(movie)) as (process, words):
            wait_until("frames", lambda: movie.exists() and movie.stat().st_size > 300_000)
            # Dead for longer than a session waits, and back: the camera was never away.
            camera.tell("freeze")
            time.sleep(4)
            size = movie.stat().st_size
            camera.tell("thaw")
            wait_until("frames again", lambda: movie.stat().st_size > size + 300_000)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0, words()
        _decodes(movie)
        times = [time for time, _, _ in _frames(movie)]
        assert max(after - before for before, after in zip(times, times[1:])) > 2, times
        assert os.listdir(folder) == ["movie.mp4"]
