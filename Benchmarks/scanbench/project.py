"""Where things are, and the release build that is measured."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT_PEERS = ROOT / ".build" / "bench"

# What precedes a program that searches in its own process: freed memory is kept for the next frame, as workers do.
AS_WORKERS = ["env", "MALLOC_MMAP_THRESHOLD_=33554432", "MALLOC_TRIM_THRESHOLD_=33554432"]


def data_folder(given, name):
    """The development data `name` (`codes`, `faces`), or None, with a message, where it is absent."""
    folder = Path(given) if given else ROOT.parent / "shared" / "data" / name
    if (folder / "expected.jsonl").is_file():
        return folder.resolve()
    print(f"skipped: no pictures with expected.jsonl in {folder} (another place: --{name} DIR)")
    return None


def face_models(given):
    """What can find faces, by name: dlib without a model (None), and YuNet with the file given or the development data's,
    where that is absent with a message instead."""
    file = Path(given) if given else ROOT.parent / "shared" / "data" / "models" / "face_detection_yunet.onnx"
    if file.is_file():
        return {"dlib": None, "YuNet": str(file.resolve())}
    print(f"without YuNet: there is no {file} (another file: --face-model FILE)")
    return {"dlib": None}


def scanwatch(given):
    """The binary to measure, its helpers beside it: the one given, else the release build, brought up to date first."""
    if given:
        return str(Path(given).resolve())
    built("scanwatch-worker")
    return built("scanwatch")


def built(product):
    """A release build of this package's, brought up to date."""
    subprocess.run([ROOT / "Scripts" / "build", "--quiet", "--product", product], check=True, stdout=sys.stderr)
    return str(ROOT / ".build" / "release" / product)


def zxing():
    """Where ZXing-C++ 3 is, made first where that is to be done; None, with a message, where it is not to be had."""
    done = subprocess.run([ROOT / "Scripts" / "make-zxing"], stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    return Path(done.stdout.strip()) if done.returncode == 0 else None


def built_benchmark(product):
    """A release build of a program of Benchmarks' own package, brought up to date."""
    subprocess.run([ROOT / "Scripts" / "bootstrap", "build"], check=True, stdout=sys.stderr)
    package = ROOT / "Benchmarks"
    subprocess.run(
        ["swift", "build", "--package-path", package, "--configuration", "release", "--static-swift-stdlib", "--quiet",
         "--product", product], check=True, stdout=sys.stderr)
    return str(package / ".build" / "release" / product)
