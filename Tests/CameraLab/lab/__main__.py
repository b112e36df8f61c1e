"""Runs scenarios inside the guest: python3 lab DRIVER TOOL SCENE [NAME...]. A scenario is a function of a module in the
driver's folder, in the order they are written; it fails by an exception."""
import importlib
import inspect
import pathlib
import sys
import time
import traceback

from tool import Tool

driver, tool, scene, *wanted = sys.argv[1:]
Tool.path = pathlib.Path(tool)
failures = []
for path in sorted(pathlib.Path(__file__).with_name(driver).glob("*.py")):
    module = importlib.import_module(f"{driver}.{path.stem}")
    for name, scenario in list(vars(module).items()):
        if not inspect.isfunction(scenario) or scenario.__module__ != module.__name__ or name.startswith("_"):
            continue
        title = f"{path.stem}.{name}"
        if wanted and not any(word in title for word in wanted):
            continue
        start = time.monotonic()
        try:
            scenario(pathlib.Path(scene))
            outcome = "ok"
        except Exception as error:
            failures.append(title)
            outcome = "FAILED\n" + "".join(traceback.format_exception(error))
        print(f"{title}: {outcome} ({time.monotonic() - start:.1f} s)", flush=True)
if failures:
    sys.exit(f"camera lab: failed: {', '.join(failures)}")
