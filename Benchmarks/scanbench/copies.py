"""Copies of pictures for peers that do not know their format."""

from pathlib import Path

from .processes import run

# WebP, TIFF and PGM, by their first bytes.
UNKNOWN_TO_PEERS = (b"RIFF", b"II*\0", b"MM\0*", b"P5")


def grey(file, folder, copies):
    """`file` of `folder` where it is a PGM, or the path of a grey copy, made once in the folder `copies`."""
    with open(Path(folder) / file, "rb") as picture:
        if picture.read(2) == b"P5":
            return str(Path(folder) / file)
    return _copy(file, folder, copies, "pgm", ["-colorspace", "gray", "-depth", "8"])


def readable(file, folder, copies):
    """`file` of `folder` as it is, or the path of a PNG copy without loss, made once in the folder `copies`."""
    with open(Path(folder) / file, "rb") as picture:
        if not picture.read(4).startswith(UNKNOWN_TO_PEERS):
            return file
    return _copy(file, folder, copies, "png")


def _copy(file, folder, copies, kind, options=()):
    copy = Path(copies) / (file.replace("/", "-") + "." + kind)
    if not copy.exists():
        done = run(["/usr/bin/convert", str(Path(folder) / file), *options, str(copy)])
        if done.status != 0:
            raise SystemExit(f"convert (Debian package imagemagick) cannot read {file}")
    return str(copy)
