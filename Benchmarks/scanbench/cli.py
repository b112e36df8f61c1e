"""The verbs of Scripts/bench."""

import json
import sys
import tempfile
import unittest
from dataclasses import asdict
from pathlib import Path

from . import (
    accuracy_codes, accuracy_faces, accuracy_tracks, confidence, face_scan, folder, hidden, isolation, live, options,
    pieces, profile, project, quantity, start, steps)
from .evaluation import files_by_folder
from .facedetectors import DlibHOG, PlainYuNet, ScanwatchFaces, build_peer
from .output import has, progress, say, written
from .readers import Scanwatch, Zbarimg, ZXing3, ZXingReader


def main():
    arguments = options.parser().parse_args()
    arguments.said = {}
    return VERBS[arguments.verb](arguments)


def _accuracy(arguments):
    figures = {}
    codes = arguments.only != "faces" and project.data_folder(arguments.codes, "codes")
    faces = arguments.only != "codes" and project.data_folder(arguments.faces, "faces")
    if not codes and not faces:
        return 0
    binary = project.scanwatch(arguments.scanwatch)
    if codes:
        figures["codes"] = _codes(arguments, binary, codes)
    if faces:
        figures["faces"] = _faces(arguments, binary, faces)
    return written(arguments, figures)


def _zxing3(zxing, copies=None):
    program = build_peer(
        "zxing_reader", ["-isystem", f"{zxing}/include", f"-L{zxing}/lib", "-lZXing"],
        newer_than=(zxing / "lib").glob("*.a"))
    return ZXing3(program, copies)


def _codes(arguments, binary, folder):
    with tempfile.TemporaryDirectory() as copies:
        readers = [Scanwatch(binary, arguments.effort, arguments.option)]
        if not arguments.no_peers and has("zbarimg", "the Debian package zbar-tools"):
            readers.append(Zbarimg())
        if not arguments.no_peers and has("ZXingReader", "the Debian package zxing-cpp-tools"):
            readers.append(ZXingReader(copies))
        if not arguments.no_peers and (zxing := project.zxing()):
            readers.append(_zxing3(zxing, copies))
        scores, details = accuracy_codes.measure(binary, folder, readers, arguments.folder, progress)
    if not scores:
        raise SystemExit("no folder is named like that")
    part = f"codes-{arguments.effort}"
    say(arguments, part, accuracy_codes.printed(scores), *accuracy_codes.shortfalls(scores))
    for reader in readers:
        if getattr(reader, "aborts", 0):
            say(arguments, part, f"{reader.name} aborted {reader.aborts} times")
        for error in getattr(reader, "errors", []):
            say(arguments, part, f"{reader.name} could not read {error}")
    if arguments.list:
        print(*accuracy_codes.listed(details), sep="\n")
    by_folder = {folder: {name: asdict(score) for name, score in of.items()} for folder, of in scores.items()}
    return {"folders": by_folder, "pictures": details}


def _faces(arguments, binary, folder):
    with tempfile.TemporaryDirectory() as copies:
        detectors = [ScanwatchFaces(binary, arguments.effort, arguments.option)]
        if not arguments.no_peers and has("clang++", "Swift's toolchain"):
            detectors.append(DlibHOG(copies))
        scores, details = accuracy_faces.measure(binary, folder, detectors, arguments.folder, progress)
    if not scores:
        raise SystemExit("no set is named like that")
    has_model = any(option.startswith("--face-model") for option in arguments.option)
    say(arguments, "faces-yunet" if has_model else "faces", accuracy_faces.printed(scores))
    by_set = {name: {detector: score.summary() for detector, score in of.items()} for name, of in scores.items()}
    return {"sets": by_set, "pictures": details}


def _steps(arguments):
    folder = project.data_folder(arguments.codes, "codes")
    if not folder:
        return 0
    binary = project.scanwatch(arguments.scanwatch)
    whole, without = steps.measure(
        binary, folder, arguments.effort, arguments.folder, progress, arguments.step)
    part = "steps-thorough" if arguments.effort == "thorough" else "steps"
    say(arguments, part, steps.printed(whole, without))
    return written(
        arguments, {"all": asdict(whole), "without": {name: asdict(score) for name, score in without.items()}})


def _face_scan(arguments):
    folder = project.data_folder(arguments.faces, "faces")
    if not folder:
        return 0
    if not has("clang++", "Swift's toolchain"):
        return 1
    with tempfile.TemporaryDirectory() as copies:
        figures = face_scan.measure(
            project.scanwatch(arguments.scanwatch), folder, copies, arguments.folder, arguments.face_model)
    say(arguments, "scanner", face_scan.printed(figures))
    return written(arguments, figures)


def _confidence(arguments):
    folder = project.data_folder(arguments.faces, "faces")
    if not folder:
        return 0
    binary = project.scanwatch(arguments.scanwatch)
    figures = {}
    for name, model in project.face_models(arguments.face_model).items():
        samples = confidence.measure(
            binary, folder, ["--face-model", model] if model else [], arguments.folder, progress)
        print(confidence.printed(f"faces found by {name}", samples), end="\n\n", flush=True)
        figures[name] = samples
    return written(arguments, figures)


def _faceless(arguments):
    try:
        from . import faceless
    except ImportError as error:
        print(f"{error}: Debian's python3-numpy and python3-pil have it, for /usr/bin/python3 Scripts/bench faceless")
        return 1
    binary = project.scanwatch(arguments.scanwatch)
    with tempfile.TemporaryDirectory() as copies:
        detectors = {}
        for name, model in project.face_models(arguments.face_model).items():
            detectors[name] = ScanwatchFaces(binary, options=["--face-model", model or "none"])
            peer = PlainYuNet(model, copies) if model else DlibHOG(copies)
            detectors[peer.name] = peer
        false = faceless.measure(binary, detectors, arguments.count, progress)
    say(arguments, "faceless", faceless.printed(false, arguments.count))
    return written(arguments, {name: dict(of) for name, of in false.items()})


def _hidden(arguments):
    data = project.data_folder(arguments.faces, "faces")
    live = arguments.live or project.built_benchmark("clip-bench")
    figures = {}
    for name, model in project.face_models(arguments.face_model).items():
        scores = hidden.measure(live, data, model, progress)
        say(arguments, "hidden", f"faces found by {name}", hidden.printed(scores), "")
        figures[name] = {half: {kind: asdict(score) for kind, score in kinds.items()} for half, kinds in scores.items()}
    return written(arguments, figures)


def _tracking(arguments):
    if arguments.hidden:
        return _hidden(arguments)
    folder = project.data_folder(arguments.faces, "faces")
    if not folder:
        return 0
    if not has("ffmpeg", "the Debian package ffmpeg"):
        return 1
    binary = project.scanwatch(arguments.scanwatch)
    live = arguments.live or project.built_benchmark("clip-bench")
    figures = {}
    for name, model in project.face_models(arguments.face_model).items():
        options = arguments.option + (["--face-model", model] if model else [])
        scores, milliseconds = accuracy_tracks.measure(folder, binary, live, options, arguments.folder, progress)
        if not scores:
            raise SystemExit("no clip is named like that")
        printed = accuracy_tracks.printed(scores, milliseconds)
        say(arguments, "tracking", f"faces found by {name}", printed, "")
        figures[name] = {
            "clips": {clip: {name: score.summary() for name, score in of.items()} for clip, of in scores.items()},
            "liveMilliseconds": milliseconds}
    return written(arguments, figures)


def _live(arguments):
    figures = live.measure(arguments.seconds, project.face_models(arguments.face_model), progress)
    say(arguments, "live", live.printed(figures))
    return written(arguments, figures)


def _folder(arguments):
    pictures = project.data_folder(arguments.codes, "codes")
    if not pictures or not has("zbarimg", "the Debian package zbar-tools"):
        return 0
    if not has("ZXingReader", "the Debian package zxing-cpp-tools"):
        return 0
    binary = project.scanwatch(arguments.scanwatch)
    files = sum(files_by_folder(binary, pictures, wanted=arguments.folder).values(), [])
    speeds = folder.measure(binary, pictures, files, arguments.rounds, progress)
    megabytes = folder.memory(binary, progress)
    say(arguments, "folder", folder.printed(speeds, megabytes))
    return written(arguments, {"picturesPerSecond": speeds, "megabytes": megabytes})


def _start(arguments):
    if not has(start.PEER, "the Debian package zbar-tools"):
        return 0
    figures = start.measure(project.scanwatch(arguments.scanwatch), arguments.against, arguments.starts)
    say(arguments, "start", start.printed(figures))
    return written(arguments, figures)


def _isolation(arguments):
    figures = isolation.measure(project.scanwatch(arguments.scanwatch), arguments.rounds, progress)
    say(arguments, "isolation", isolation.printed(figures))
    return written(arguments, figures)


def _misreads(arguments):
    if not has("zint", "the Debian package zint"):
        return 1
    try:
        from . import misreads
    except ImportError as error:
        print(f"{error}: Debian's python3-numpy and python3-pil have it, for /usr/bin/python3 Scripts/bench misreads")
        return 1
    if arguments.sheet:
        return _misread_sheet(arguments)
    if arguments.merge:
        figures = misreads.merged(json.loads(Path(file).read_text(encoding="utf-8")) for file in arguments.merge)
    else:
        figures = _misread_figures(arguments, misreads)
    say(arguments, "misreads", misreads.printed(figures))
    if arguments.list:
        for half, of in figures.items():
            for file, code in of["named"]["scanwatch"]:
                print(f"{half}: {file}: {code['type']} {code.get('text')!r} by {code.get('engine')}")
    return written(arguments, figures)


def _misread_sheet(arguments):
    from . import sheet

    samples = sheet.measure(
        project.scanwatch(arguments.scanwatch), f"{arguments.seed}-tuning", arguments.codes, arguments.empty, arguments.part,
        progress=progress)
    say(arguments, "misreads-sheet", sheet.printed(samples))
    return written(arguments, samples)


def _misread_figures(arguments, misreads):
    binary = project.scanwatch(arguments.scanwatch)
    readers = [Scanwatch(binary, arguments.effort)]
    if not arguments.no_peers and has("zbarimg", "the Debian package zbar-tools"):
        readers.append(Zbarimg())
    if not arguments.no_peers and (zxing := project.zxing()):
        readers.append(_zxing3(zxing))
    return {
        half: misreads.measure(
            binary, readers, f"{arguments.seed}-{half}", arguments.codes, arguments.empty, arguments.part, progress=progress,
            keep=arguments.keep)
        for half in arguments.half or misreads.HALVES}


def _placed(arguments):
    if not has("zint", "the Debian package zint"):
        return 1
    try:
        from . import placed
    except ImportError as error:
        print(f"{error}: Debian's python3-numpy and python3-pil have it, for /usr/bin/python3 Scripts/bench placed")
        return 1
    faces = project.data_folder(arguments.faces, "faces")
    if not faces:
        return 0
    binary = project.scanwatch(arguments.scanwatch)
    readers = []
    for effort in arguments.effort or ["fast", "normal"]:
        readers.append(Scanwatch(binary, effort))
        readers[-1].name = f"scanwatch, {effort}"
    if has("zbarimg", "the Debian package zbar-tools"):
        readers.append(Zbarimg())
    with tempfile.TemporaryDirectory() as copies:
        if zxing := project.zxing():
            readers.append(_zxing3(zxing, copies))
        figures = placed.measure(binary, readers, faces, arguments.seed, arguments.count, progress)
    say(arguments, "placed", placed.printed(figures))
    return written(arguments, figures)


def _quantity(arguments):
    figures = quantity.measure(project.scanwatch(arguments.scanwatch), arguments.count, progress)
    say(arguments, "quantity", quantity.printed(figures, arguments.count))
    return written(arguments, figures)


def _pieces(arguments):
    figures = pieces.measure()
    say(arguments, "pieces", pieces.printed(figures))
    return written(arguments, figures)


def _profile(arguments):
    codes = project.data_folder(arguments.codes, "codes")
    if not codes or not has("perf", "Debian's linux-perf"):
        return 0
    binary = project.scanwatch(arguments.scanwatch)
    folders = files_by_folder(binary, codes, wanted=arguments.folder)
    pictures = [str(codes / file) for files in folders.values() for file in files]
    figures = {effort: profile.measure(binary, pictures, effort) for effort in ("fast", "normal", "thorough")}
    say(arguments, "profile", profile.printed(figures))
    return written(arguments, figures)


def _selftest(arguments):
    tests = unittest.defaultTestLoader.discover(str(project.ROOT / "Benchmarks" / "tests"))
    return 0 if unittest.TextTestRunner().run(tests).wasSuccessful() else 1


VERBS = {
    "accuracy": _accuracy,
    "steps": _steps,
    "faces": _face_scan,
    "confidence": _confidence,
    "faceless": _faceless,
    "tracking": _tracking,
    "live": _live,
    "folder": _folder,
    "start": _start,
    "isolation": _isolation,
    "misreads": _misreads,
    "placed": _placed,
    "quantity": _quantity,
    "pieces": _pieces,
    "profile": _profile,
    "selftest": _selftest,
}
