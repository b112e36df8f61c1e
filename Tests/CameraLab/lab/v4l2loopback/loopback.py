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


def _samples():
    """A picture as another program reads it; none as long as nothing is written."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(["v4l2-ctl", "-d", NODE, "--stream-mmap", "--stream-count=1", f"--stream-to={file.name}"],
                       capture_output=True, timeout=30)
        samples = file.read()
        return samples if len(samples) == WIDTH * HEIGHT * 3 // 2 else None


def what_is_written_is_read_with_its_outlines(scene):
    with _writer() as writer:
        # Before its first picture the device is no camera.
        wait_until("a picture", _samples)
        with _reader() as reader:
            form = reader.wait_for_status("started")["format"]
            assert form.startswith(f"NV12 {WIDTH}x{HEIGHT}"), form
            reader.wait_for_records(1)
            assert reader.records[0]["objects"][0]["text"] == "looped", reader.records[0]
        samples = wait_until("a picture", _samples)
        # The outline's green is Cr 35 in video range, and nearer to grey's 128 where a thin line shares a sample with
        # what is beside it. Nothing else in the scene is green.
        green = sum(1 for red in samples[WIDTH * HEIGHT + 1::2] if red < 100)
        assert green > 50, green
        assert "loopback" not in writer.messages, writer.messages


def nothing_that_is_masked_is_read(scene):
    with _writer("--mask", "all@synthetic:code=looped=0,0,1,0,1,1,0,1"):
        luma = wait_until("a picture", _samples)[:WIDTH * HEIGHT]
        assert max(luma) <= 20, max(luma)


def who_reads_goes_on_when_the_writer_is_started_again(scene):
    with _writer() as writer:
        wait_until("a picture", _samples)
        with _reader() as reader:
            reader.wait_for_records(1)
            writer.process.terminate()
            writer.wait()
            seen = len(reader.records)
            with _writer() as other:
                reader.wait_for_records(seen + 3)
                assert "loopback" not in other.messages, other.messages
