"""The kernel's encoder made of software: what movies' encoders are asked, with another format than H.264."""
import pathlib
import subprocess
import tempfile

from tool import Tool

COUNT = 60


def _decoder():
    """The node that takes what the encoder makes."""
    for node in sorted(pathlib.Path("/dev").glob("video*")):
        listed = subprocess.run(["v4l2-ctl", "-d", str(node), "--list-formats-out"], capture_output=True, text=True).stdout
        if "'FWHT'" in listed:
            return str(node)
    raise AssertionError("no decoder")


def _error(left, right):
    return sum((one - other) ** 2 for one, other in zip(left, right)) / len(left)


def _check(width, height):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [str(Tool.path.with_name("CameraProgram")), "encode", "FWHT", str(width), str(height), str(COUNT), folder],
            capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        first, *lines = done.stdout.splitlines()
        assert len(first.split()) == 2, first
        frames = [line.split()[1:] for line in lines]
        # Every picture, in order, with its own time to the microsecond.
        assert [int(stamp) for stamp, _, _ in frames] == [5_000_000 + i * 33_366 + i % 3 for i in range(COUNT)], frames
        pictures, decoded = pathlib.Path(folder, "pictures").read_bytes(), pathlib.Path(folder, "decoded")
        subprocess.run(
            ["v4l2-ctl", "-d", _decoder(), f"--set-fmt-video-out=width={width},height={height},pixelformat=FWHT",
             "--stream-mmap", "--stream-out-mmap", f"--stream-from={folder}/coded", f"--stream-to={decoded}"],
            capture_output=True, timeout=120, check=True)
        shown, size = decoded.read_bytes(), width * height * 3 // 2
        assert len(pictures) == COUNT * size and len(shown) == len(pictures), (len(shown), len(pictures))
        for number in range(0, COUNT, 7):
            own, other = (data[number * size:(number + 1) * size] for data in (pictures, shown))
            # More than 30 dB, luma and both chromas; the picture beside it is far off.
            for begin, end in ((0, width * height), (width * height, width * height * 5 // 4), (width * height * 5 // 4, size)):
                assert _error(own[begin:end], other[begin:end]) < 65, (number, begin, _error(own[begin:end], other[begin:end]))
            beside = pictures[(number + 1) * size:(number + 2) * size]
            assert _error(beside[:width * height], other[:width * height]) > 130, number


def what_goes_in_comes_out(scene):
    _check(640, 480)


def sizes_need_not_be_the_encoders(scene):
    # Multiples of eight are, from 640 by 360 on.
    _check(644, 362)
