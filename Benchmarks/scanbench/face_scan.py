"""The scanner over dlib's filters beside dlib's own: processor time, and whether the same is found."""

import json
from pathlib import Path

from . import project
from .copies import readable
from .evaluation import files_by_folder
from .facedetectors import build_scanner
from .processes import run
from .tables import table

# Of the pictures that the whole detector is timed on: every eighth.
TIMED = 8
LANDMARK_MODEL = "/usr/share/dlib/shape_predictor_68_face_landmarks.dat"


def measure(binary, folder, copies, wanted=None, face_model=None):
    """Figures of the middle of all pictures of the folder, 1280x720 pixels; `wanted` picks folders."""
    program = build_scanner("face_scan", ["Faces.cpp", "FilterFile.cpp", "InstructionSets.cpp", "Landmarks.cpp"])
    files = [file for of in files_by_folder(binary, folder, lambda name: name, wanted).values() for file in of]
    done = run([str(program), LANDMARK_MODEL, *(readable(file, folder, copies) for file in files)], folder)
    if done.status != 0:
        raise SystemExit(f"{program} failed: {done.errors.decode(errors='replace')}")
    return json.loads(done.output) | {"whole": _whole(binary, folder, files[::TIMED], copies, face_model)}


def _whole(binary, folder, files, copies, face_model):
    """Milliseconds of processor time of the tool a picture of 1280x720, by what finds the faces: what some cost less what
    one of them costs alone."""
    sized = Path(copies) / "1280x720"
    sized.mkdir()
    for number, file in enumerate(files):
        done = run([
            "/usr/bin/convert", str(Path(folder) / file), "-strip", "-colorspace", "Gray", "-resize", "1280x720^", "-gravity",
            "center", "-extent", "1280x720", "-depth", "8", str(sized / f"{number}.pgm")])
        if done.status != 0:
            raise SystemExit(f"convert (Debian package imagemagick) cannot read {file}")
    figures = {}
    for name, model in project.face_models(face_model).items():
        command = [binary, "--types", "face", "-j", "1"] + ([f"--face-model={model}"] if model else [])
        all_of_them, one = run([*command, str(sized)]), run([*command, str(sized / "0.pgm")])
        # 1: no face, which the first picture need not have.
        if not {all_of_them.status, one.status} <= {0, 1}:
            raise SystemExit(f"{' '.join(command)} failed: {all_of_them.errors.decode(errors='replace')}")
        figures[name] = (all_of_them.seconds - one.seconds) / (len(files) - 1) * 1000
    return figures


def printed(figures):
    """The table: medians in milliseconds, and how many boxes are the same."""
    rows = [["search", "dlib", "portable", "this processor", "same boxes", "missing", "others"]]
    for name, of in figures["searches"].items():
        rows.append([name, *(f"{of[key]:.1f}" for key in ("dlib", "portable", "best")), of["same"], of["missing"], of["others"]])
    rows.append(["together", *(f"{figures['together'][key]:.1f}" for key in ("dlib", "portable", "best")), "", "", ""])
    of = figures["landmarks"]
    rows.append(["landmarks of a face", f"{of['dlib']:.2f}", f"{of['own']:.2f}", "", of["faces"], "", ""])
    return "\n".join([
        table(rows),
        f"{figures['pictures']} pictures; both kinds of code find {'the same' if figures['kernelsEqual'] else 'DIFFERENT FACES'}; "
        f"landmarks {100 * of['distance']:.1f} % of a face's side from dlib's, whose are whole pixels (median of faces)",
        "the tool, a picture of 1280x720 (a PGM file; reading, search and pose): "
        + ", ".join(f"{name} {each:.1f} ms" for name, each in figures["whole"].items())])
