"""The scanner over dlib's filters beside dlib's own: processor time, and whether the same is found."""

import json

from .copies import readable
from .evaluation import files_by_folder
from .facedetectors import build_scanner
from .processes import run
from .tables import table

LANDMARK_MODEL = "/usr/share/dlib/shape_predictor_68_face_landmarks.dat"


def measure(binary, folder, copies, wanted=None):
    """Figures of all pictures of the folder, each brought to 1280 pixels; `wanted` picks folders."""
    program = build_scanner("face_scan", ["Faces.cpp", "FilterFile.cpp", "Kernels.cpp", "Landmarks.cpp"])
    files = [file for of in files_by_folder(binary, folder, lambda name: name, wanted).values() for file in of]
    done = run([str(program), LANDMARK_MODEL, *(readable(file, folder, copies) for file in files)], folder)
    if done.status != 0:
        raise SystemExit(f"{program} failed: {done.errors.decode(errors='replace')}")
    return json.loads(done.output)


def printed(figures):
    """The table: medians in milliseconds, and how many boxes are the same."""
    rows = [["search", "dlib", "portable", "this processor", "same boxes", "missing", "others"]]
    for name, of in figures["searches"].items():
        rows.append([name, *(f"{of[key]:.1f}" for key in ("dlib", "portable", "best")), of["same"], of["missing"], of["others"]])
    sums = (sum(of[key] for of in figures["searches"].values()) for key in ("dlib", "portable", "best"))
    rows.append(["together", *(f"{each:.1f}" for each in sums), "", "", ""])
    of = figures["landmarks"]
    rows.append(["landmarks of a face", f"{of['dlib']:.2f}", f"{of['own']:.2f}", "", of["faces"], "", ""])
    return "\n".join([
        table(rows),
        f"{figures['pictures']} pictures; both kinds of code find {'the same' if figures['kernelsEqual'] else 'DIFFERENT FACES'}; "
        f"no landmark farther from dlib's than {of['farthest']:.2f} pixels"])
