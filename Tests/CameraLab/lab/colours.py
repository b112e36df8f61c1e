"""Colours as a program sees them against those that a camera shows."""
from PIL import Image

COLOURS = [(220, 40, 30), (30, 200, 60), (40, 60, 210), (200, 190, 180)]
PLACES = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]


def video_range(colour):
    """Luma, Cb and Cr of red, green and blue, by ITU-R BT.601."""
    red, green, blue = colour
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    return 16 + luma * 219 / 255, 128 + (blue - luma) / 1.772 * 224 / 255, 128 + (red - luma) / 1.402 * 224 / 255


def quarters(folder, colours=COLOURS):
    """A folder with frames of four colours as a webcam sends them: JPEG, and YUYV of the video range."""
    view = Image.new("RGB", (2, 2))
    view.putdata(colours)
    (folder / "jpg").mkdir()
    view.resize((640, 480), Image.Resampling.NEAREST).save(folder / "jpg/0.jpg", quality=95)
    rows = []
    for left, right in (colours[:2], colours[2:]):
        samples = [[round(sample) for sample in video_range(colour)] for colour in (left, right)]
        rows.append(b"".join(bytes([y, cb, y, cr]) * 160 for y, cb, cr in samples) * 240)
    (folder / "view.yuyv").write_bytes(b"".join(rows))
    return folder


def expect_colours(program, colours, places, note, within=3):
    """Both of what most programs ask for; `colours` are red, green and blue at `places`, (x, y) from 0 to 1."""
    asked = " ".join(f"{x},{y}" for x, y in places)
    for form, wanted in [
        ("BGRA", [(blue, green, red, 255) for red, green, blue in colours]),
        ("420v", [video_range(colour) for colour in colours]),
    ]:
        answer = program.ask(f"colours {form} {asked}")
        seen = [tuple(int(sample) for sample in place.split(",")) for place in answer.split()]
        assert len(seen) == len(wanted), (note, form, answer)
        for one, other in zip(seen, wanted):
            assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= within, (note, form, seen, wanted)
