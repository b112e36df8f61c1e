"""A folder of SampleImages: pictures, and one line of truth each."""

import json
import pathlib

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[2] / "SampleImages"


class Folder:
    """Collects the pictures of one folder; `close` writes its truth.jsonl and removes what is no longer made."""

    def __init__(self, name):
        self.path = ROOT / name
        self.path.mkdir(parents=True, exist_ok=True)
        self.truth = []

    def add(self, name, canvas, extension="png", **save):
        """Writes a canvas as `name`; its truth is the canvas' own."""
        height, width = canvas.grey.shape
        self.add_image(
            f"{name}.{extension}", Image.fromarray(canvas.pixels()), width, height, canvas.objects, **save)

    def add_all(self, named):
        for name, canvas in named:
            self.add(name, canvas)

    def add_image(self, file, image, width, height, objects, **save):
        """Writes a picture whose upright size and truth are given."""
        if file.endswith(".png"):
            save = {"optimize": True} | save
        image.save(self.path / file, **save)
        self.truth.append({"source": file, "width": width, "height": height, "objects": objects})

    def close(self):
        self.truth.sort(key=lambda line: line["source"])
        names = [line["source"] for line in self.truth]
        assert len(set(names)) == len(names), "two pictures of one name"
        lines = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in self.truth]
        (self.path / "truth.jsonl").write_text("".join(line + "\n" for line in lines))
        stems = {name.rsplit(".", 1)[0] for name in names}
        for old in self.path.iterdir():
            kept = old.name in names or old.name == "truth.jsonl"
            recorded = old.name.endswith(".expected.jsonl") and old.name.split(".")[0] in stems
            if not kept and not recorded:
                old.unlink()
        return len(names)
