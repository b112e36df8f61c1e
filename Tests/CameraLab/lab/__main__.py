"""Runs scenarios inside the guest. A scenario is a function of a module in the driver's folder, in the order they are
written; it fails by an exception. Exit status 3: there is no scenario of such a name."""
import argparse
import importlib
import inspect
import pathlib
import sys
import time
import traceback

from camera import Webcam
from tool import Tool

parser = argparse.ArgumentParser(prog="lab", description=__doc__)
parser.add_argument("--cycles", type=int, default=Webcam.cycles, help="how often a camera comes and goes")
parser.add_argument("--brackets", type=int, default=Webcam.brackets, help="how many series of photos for each delay")
parser.add_argument("driver")
parser.add_argument("tool", type=pathlib.Path)
parser.add_argument("scene", type=pathlib.Path)
parser.add_argument("wanted", nargs="*", metavar="name", help="run scenarios whose names contain it; all if none is given")
arguments = parser.parse_args()
driver, wanted = arguments.driver, arguments.wanted
Tool.path, Webcam.cycles, Webcam.brackets = arguments.tool, arguments.cycles, arguments.brackets
count, failures = 0, []
for path in sorted(pathlib.Path(__file__).with_name(driver).glob("*.py")):
    module = importlib.import_module(f"{driver}.{path.stem}")
    for name, scenario in list(vars(module).items()):
        if not inspect.isfunction(scenario) or scenario.__module__ != module.__name__ or name.startswith("_"):
            continue
        title = f"{path.stem}.{name}"
        if wanted and not any(word in title for word in wanted):
            continue
        count += 1
        start = time.monotonic()
        try:
            scenario(arguments.scene)
            outcome = "ok"
        except Exception as error:
            failures.append(title)
            outcome = "FAILED\n" + "".join(traceback.format_exception(error))
        print(f"{title}: {outcome} ({time.monotonic() - start:.1f} s)", flush=True)
print(f"{driver}: {count} scenarios")
if failures:
    sys.exit(f"camera lab: failed: {', '.join(failures)}")
sys.exit(0 if count else 3)
