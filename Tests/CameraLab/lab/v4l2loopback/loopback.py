"""What is written to a video device is seen by whoever reads it as a camera."""
import subprocess
import tempfile

from camera import wait_until
from tool import Tool

NODE, WIDTH, HEIGHT = "/dev/video9", 320, 240


def _writer(*arguments):
    return Tool("--device", "synthetic:code=looped", "--size", f"{WIDTH}x{HEIGHT}", "--fps", "5", "--types", "qr",
                "--preview-loopback", NODE, *arguments)


def _reader():
    return Tool("--device", NODE, "--types", "qr")


def what_is_written_is_read_with_its_outlines(scene):
    with _writer() as writer:
        writer.wait_for_records(2)
        with _reader() as reader:
            form = reader.wait_for_status("started")["format"]
            assert form.startswith(f"NV12 {WIDTH}x{HEIGHT}"), form
            record = reader.wait_for_records(1)[0]
            assert record["objects"][0]["text"] == "looped", record
        with tempfile.NamedTemporaryFile() as file:
            subprocess.run(["v4l2-ctl", "-d", NODE, "--stream-mmap", "--stream-count=1", f"--stream-to={file.name}"],
                           check=True, capture_output=True)
            samples = file.read()
        # The outline's green, in video range: Cb 113, Cr 35. Nothing else in the scene is green.
        green = sum(1 for red in samples[WIDTH * HEIGHT + 1::2] if red < 60)
        assert green > 50, green
        assert "loopback" not in writer.messages, writer.messages


def nothing_that_is_masked_is_read(scene):
    with _writer("--mask", "all@synthetic:code=looped=0,0,1,0,1,1,0,1", "--status-interval", "0.2") as writer:
        wait_until("frames", lambda: writer.statuses and writer.statuses[-1].get("processed", 0) > 3)
        with tempfile.NamedTemporaryFile() as file:
            subprocess.run(["v4l2-ctl", "-d", NODE, "--stream-mmap", "--stream-count=3", f"--stream-to={file.name}"],
                           check=True, capture_output=True)
            luma = file.read()[:WIDTH * HEIGHT]
        assert max(luma) <= 20, max(luma)
