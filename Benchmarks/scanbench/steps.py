"""What each step of the plan brings: the same pictures with that step left out."""

import re

from . import project
from .accuracy_codes import measure as measure_codes
from .accuracy_codes import sums
from .readers import Scanwatch
from .tables import table


def names(effort):
    """The names of the steps, in the order in which the sources of the plan have them; of `thorough` those that it has
    beside normal's."""
    source = "Plan+Thorough.swift" if effort == "thorough" else "Plan.swift"
    text = (project.ROOT / "Sources" / "Detectors" / "Plan" / source).read_text(encoding="utf-8")
    return list(dict.fromkeys(re.findall(r'name: "([^"]+)"', text)))


def measure(binary, folder, effort, wanted=None, progress=lambda text: None, steps=None):
    """The score of the whole plan and, by step, the score without it."""
    def score(options):
        scores, _ = measure_codes(binary, folder, [Scanwatch(binary, effort, options)], wanted, progress)
        return sums(scores)["scanwatch"]

    whole = score([])
    without = {}
    for step in steps or names(effort):
        progress(f"without {step}")
        without[step] = score(["--skip-step", step])
    return whole, without


def printed(whole, without):
    """The table: a row a step, and what the plan has by it."""
    rows = [["step", "codes", "full", "misread", "ms"]]
    rows.append(["(all)", whole.read, whole.fully_read, whole.misread, round(whole.milliseconds)])
    for step, score in without.items():
        rows.append([
            step, f"{whole.read - score.read:+d}", f"{whole.fully_read - score.fully_read:+d}",
            f"{whole.misread - score.misread:+d}", f"{round(whole.milliseconds - score.milliseconds):+d}"])
    return table(rows)
