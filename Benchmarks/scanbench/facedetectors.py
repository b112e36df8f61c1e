"""The detectors of faces that are compared."""

import json
import subprocess
from pathlib import Path

from . import project
from .copies import readable
from .processes import run
from .records import records


class ScanwatchFaces:
    """Ours, all pictures in one process."""

    name = "scanwatch"

    def __init__(self, binary, effort="normal", options=()):
        self.binary = binary
        self.options = ["--types", "face", "--effort", effort, *options]

    def find(self, files, folder):
        """Records, and processor seconds."""
        found, done = records(self.binary, self.options, files, folder)
        return found, done.seconds


class DlibHOG:
    """dlib's frontal face detector on the picture shrunk to 640 pixels, boxes from -0.2.

    Its boxes are squares around the inner face; the same linear mapping as ours makes them brow-to-chin.
    """

    name = "dlib HOG@640"

    def __init__(self, folder_for_copies):
        self.copies = folder_for_copies
        self.program = build_peer("dlib_hog", [
            "-DDLIB_JPEG_SUPPORT", "-DDLIB_PNG_SUPPORT", "-I/usr/include/opencv4",
            "-ldlib", "-lblas", "-llapack", "-lopencv_core", "-lopencv_imgproc", "-ljpeg", "-lpng16"])

    def find(self, files, folder):
        """Records, and processor seconds."""
        return boxes_of([str(self.program), "640", "-0.2"], files, folder, self.copies, brow_to_chin)


class PlainYuNet:
    """YuNet's file alone on the picture shrunk to 640 pixels, boxes from its usual 0.7."""

    name = "plain YuNet@640"

    def __init__(self, model, folder_for_copies):
        self.model, self.copies = str(Path(model).resolve()), folder_for_copies
        native = project.ROOT / "Sources" / "Native"
        sources = [native / "CYuNet" / "CYuNet.cpp", native / "COpenCVNetworks" / "COpenCVNetworks.cpp"]
        self.program = build_peer("yunet", [
            *map(str, sources), f"-I{native / 'CYuNet' / 'include'}", f"-I{native / 'COpenCVNetworks' / 'include'}",
            "-fvisibility=hidden", "-DDLIB_JPEG_SUPPORT", "-DDLIB_PNG_SUPPORT", "-isystem", "/usr/include/opencv4", "-ldlib",
            "-lblas", "-llapack", "-lopencv_core", "-lopencv_imgproc", "-ljpeg", "-lpng16"], newer_than=sources)

    def find(self, files, folder):
        """Records, and processor seconds."""
        return boxes_of([str(self.program), self.model, "640", "0.7"], files, folder, self.copies)


def boxes_of(command, files, folder, copies, mapped=lambda *box: box):
    """Records of the boxes that a peer prints, and its processor seconds."""
    names = {readable(file, folder, copies): file for file in files}
    done = run([*command, *names], folder)
    if done.status != 0:
        raise SystemExit(f"{command[0]} failed: {done.errors.decode(errors='replace')}")
    found = []
    for printed in map(json.loads, done.output.splitlines()):
        boxes = [dict(zip(("x", "y", "width", "height"), mapped(*box))) for box in printed["boxes"]]
        # In a picture of one pixel, what records give in shares of it are pixels.
        found.append({
            "source": names[printed["file"]], "width": 1, "height": 1,
            "objects": [{"type": "face", "bounds": box} for box in boxes]})
    return found, done.seconds


def brow_to_chin(x, y, width, height):
    """A box of dlib's, mapped to brow-to-chin."""
    return (x + 0.04 * width, y - 0.17 * height, 0.91 * width, 1.18 * height)


def build_scanner(name, sources):
    """Compiles a program of Benchmarks/peers with some of Sources/Native/CFaceScan, as the package does."""
    scanner = project.ROOT / "Sources" / "Native" / "CFaceScan"
    return build_peer(name, [
        *(str(scanner / source) for source in sources), "-ffp-contract=off", f"-I{scanner}", f"-I{scanner / 'include'}",
        f"-I{project.ROOT / 'Sources' / 'Native' / 'CDlib' / 'include'}", "-DDLIB_JPEG_SUPPORT", "-DDLIB_PNG_SUPPORT",
        "-I/usr/include/opencv4", "-ldlib", "-lblas", "-llapack", "-lopencv_core", "-lopencv_imgproc", "-ljpeg",
        "-lpng16"], newer_than=scanner.rglob("*.*"))


def build_peer(name, flags, newer_than=()):
    """Compiles a small C++ program of Benchmarks/peers with -O3, unless it is there and newer than its sources."""
    source = project.ROOT / "Benchmarks" / "peers" / f"{name}.cpp"
    program = project.BUILT_PEERS / name
    newest = max(each.stat().st_mtime for each in (source, *source.parent.glob("*.hpp"), *newer_than))
    if not program.exists() or program.stat().st_mtime < newest:
        program.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["clang++", "-std=c++17", "-O3", str(source), "-o", str(program), *flags], check=True)
    return program
