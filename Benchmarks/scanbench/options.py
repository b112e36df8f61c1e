"""The options of Scripts/bench's verbs."""

import argparse

from . import start

YUNET = "YuNet's file (default: that of ../shared/data/models)"


def parser():
    """What Scripts/bench understands; `verb` is the name of what is asked for."""
    arguments = argparse.ArgumentParser(prog="Scripts/bench", description="The verbs of Scripts/bench.")
    verbs = arguments.add_subparsers(required=True, metavar="VERB")

    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--scanwatch", metavar="PATH", help="measure this binary, build none")
    common.add_argument("--json", metavar="FILE", help="also write all figures, picture by picture, to FILE")
    common.add_argument("--write", action="store_true", help="also write what is printed to docs/performance.md")

    data = argparse.ArgumentParser(add_help=False)
    data.add_argument("--codes", metavar="DIR", help="pictures with codes (default: ../shared/data/codes)")
    data.add_argument("--faces", metavar="DIR", help="pictures with faces (default: ../shared/data/faces)")
    data.add_argument("--effort", choices=["fast", "normal", "thorough"], default="normal")
    data.add_argument("--folder", action="append", metavar="PART", help="only folders or sets named like this")
    data.add_argument("--option", action="append", default=[], metavar="FLAG", help="hand FLAG to scanwatch")

    accuracy = verbs.add_parser(
        "accuracy", parents=[common, data],
        help="read, misread, found and false, and processor time, beside zbarimg, ZXingReader and dlib")
    accuracy.add_argument("--only", choices=["codes", "faces"], help="one of the two tables")
    accuracy.add_argument("--no-peers", action="store_true", help="ours alone")
    accuracy.add_argument("--list", action="store_true", help="also name the pictures with missed codes or misreads")
    accuracy.set_defaults(verb="accuracy")

    gains = verbs.add_parser("steps", parents=[common, data], help="what each step of the plan for codes brings")
    gains.add_argument("--step", action="append", metavar="NAME", help="only this one (default: all)")
    gains.set_defaults(verb="steps")

    faces = verbs.add_parser(
        "faces", parents=[common], help="the scanner for faces and landmarks beside dlib's own: time, and what is found")
    faces.add_argument("--faces", metavar="DIR", help="pictures with faces (default: ../shared/data/faces)")
    faces.add_argument("--folder", action="append", metavar="PART", help="only folders named like this")
    faces.add_argument("--face-model", metavar="FILE", help=YUNET)
    faces.set_defaults(verb="faces")

    trust = verbs.add_parser(
        "confidence", parents=[common], help="how likely a box of a score is a face: the curves of FaceConfidence, fitted anew")
    trust.add_argument("--faces", metavar="DIR", help="pictures with faces (default: ../shared/data/faces)")
    trust.add_argument("--folder", action="append", metavar="PART", help="only folders named like this")
    trust.add_argument("--face-model", metavar="FILE", help=YUNET)
    trust.set_defaults(verb="confidence")

    empty = verbs.add_parser(
        "faceless", parents=[common], help="false boxes in made pictures without faces: animals, wheels, food, lettering")
    empty.add_argument("--count", type=int, default=600, metavar="N", help="how many pictures (default: %(default)s)")
    empty.add_argument("--face-model", metavar="FILE", help=YUNET)
    empty.set_defaults(verb="faceless")

    tracking = verbs.add_parser(
        "tracking", parents=[common], help="coverage, switches and fragments of ids, beside a plain IoU tracker")
    tracking.add_argument("--faces", metavar="DIR", help="clips with faces (default: ../shared/data/faces)")
    tracking.add_argument("--folder", action="append", metavar="PART", help="only clips named like this")
    tracking.add_argument("--face-model", metavar="FILE", help=YUNET)
    tracking.add_argument("--live", metavar="PATH", help="watch clips with this clip-bench, build none")
    tracking.add_argument("--option", action="append", default=[], metavar="FLAG", help="hand FLAG to scanwatch")
    tracking.add_argument(
        "--hidden", action="store_true", help="instead: made clips in which bars and people hide faces; own ids that come back")
    tracking.set_defaults(verb="tracking")

    watching = verbs.add_parser(
        "live", parents=[common], help="drops, latency and processor time of a camera of 1080p30 with a code and two faces, at real time")
    watching.add_argument("--seconds", type=float, default=60, metavar="S", help="how long (default: %(default)s)")
    watching.add_argument("--face-model", metavar="FILE", help=YUNET)
    watching.set_defaults(verb="live")

    photographs = verbs.add_parser(
        "folder", parents=[common], help="pictures a second beside zbarimg and ZXingReader, and memory of all processes")
    photographs.add_argument("--codes", metavar="DIR", help="pictures with codes (default: ../shared/data/codes)")
    photographs.add_argument("--folder", action="append", metavar="PART", help="only folders named like this")
    photographs.add_argument("--rounds", type=int, default=3, metavar="N", help="how often (default: %(default)s)")
    photographs.set_defaults(verb="folder")

    starting = verbs.add_parser(
        "start", parents=[common], help="time to --version and to the first record beside zbarimg, memory, libraries")
    starting.add_argument("--against", metavar="TOOL", help="another build, measured in turn")
    starting.add_argument("--starts", type=int, default=start.STARTS, help="how many of each (%(default)s)")
    starting.set_defaults(verb="start")

    isolated = verbs.add_parser(
        "isolation", parents=[common], help="time of workers beside that of the same in the tool's own process")
    isolated.add_argument("--rounds", type=int, default=7, metavar="N", help="how often (default: %(default)s)")
    isolated.set_defaults(verb="isolation")

    wrong = verbs.add_parser(
        "misreads", parents=[common],
        help="right and wrong readings of hard pictures that are made: damaged linear codes, and things that are none")
    wrong.add_argument("--codes", type=int, default=44_000, metavar="N", help="codes a half (default: %(default)s)")
    wrong.add_argument("--empty", type=int, default=2_500, metavar="N", help="pictures without codes a half (default: %(default)s)")
    wrong.add_argument(
        "--seed", default="scanwatch-2026", metavar="TEXT",
        help="what chance begins with: another one makes other pictures, which nobody has seen (default: %(default)s)")
    wrong.add_argument("--half", choices=["tuning", "held-back"], action="append", help="one half (default: both)")
    wrong.add_argument("--effort", choices=["fast", "normal", "thorough"], default="normal")
    wrong.add_argument("--no-peers", action="store_true", help="ours alone")
    wrong.add_argument("--list", action="store_true", help="also name our wrong readings")
    wrong.add_argument("--part", default="1/1", metavar="K/N", help="the K-th of N parts of the pictures")
    wrong.add_argument("--merge", nargs="+", metavar="FILE", help="measure nothing: put together what --json wrote of parts")
    wrong.add_argument(
        "--sheet", action="store_true",
        help="instead: right and wrong readings of the tuning half within limits of their proofs' figures")
    wrong.add_argument("--keep", metavar="DIR", help="copy pictures that were misread to DIR")
    wrong.set_defaults(verb="misreads")

    placed = verbs.add_parser(
        "placed", parents=[common],
        help="codes placed on photographs: small labels at any angle, and small codes in pictures of many megapixels")
    placed.add_argument("--faces", metavar="DIR", help="photographs (default: those of ../shared/data/faces)")
    placed.add_argument("--count", type=int, default=120, metavar="N", help="pictures a kind (default: %(default)s)")
    placed.add_argument("--seed", default="scanwatch-2026", metavar="TEXT", help="what chance begins with (default: %(default)s)")
    placed.add_argument("--effort", choices=["fast", "normal", "thorough"], action="append", help="(default: fast and normal)")
    placed.set_defaults(verb="placed")

    many = verbs.add_parser(
        "quantity", parents=[common], help="time to the first record and memory, of very many pictures")
    many.add_argument("--count", type=int, default=100_000, metavar="N", help="how many (default: %(default)s)")
    many.set_defaults(verb="quantity")

    hot = verbs.add_parser("pieces", help="micro-benchmarks of what runs for every frame")
    hot.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    hot.add_argument("--write", action="store_true", help="also write what is printed to docs/performance.md")
    hot.set_defaults(verb="pieces")

    parts = verbs.add_parser(
        "profile", parents=[common], help="where the processor's time of a search for codes goes, part by part (needs perf)")
    parts.add_argument("--codes", metavar="DIR", help="pictures with codes (default: ../shared/data/codes)")
    parts.add_argument("--folder", action="append", metavar="PART", help="only folders named like this")
    parts.set_defaults(verb="profile")

    selftest = verbs.add_parser("selftest", help="tests of these scripts")
    selftest.set_defaults(verb="selftest")
    return arguments
