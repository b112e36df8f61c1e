"""Where the processor's time of a search goes, part by part: perf asks the running program a few hundred times a second where
it is, and what it says is put under the first part that one of the callers belongs to, from the innermost outwards."""

import re
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

from . import project
from .tables import table

# Of the first pattern that fits a caller. Names of Swift's are mangled, so that a type's own name is enough. Of C, callers of loops
# over vectors are not always found, so these loops' own names stand here too.
PARTS = [(name, re.compile(pattern)) for name, pattern in [
    ("ZXing: matrix codes", r"ZXing::(QRCode|DataMatrix|Aztec|Pdf417|MicroPdf417|MaxiCode|BitMatrix|\w*Concentric)"),
    ("ZXing: linear codes", r"ZXing::(OneD|GlobalHistogramBinarizer)"),
    ("ZXing: the rest", r"ZXing::"),
    ("zbar", r"zbar|ZBar"),
    ("threshold", r"CLocalThreshold|threshold(Quickly|Portably)"),
    ("mask", r"DarkMask|(compare|limits|runStarts|finderRuns)(Quickly|Portably)"),
    ("shrink", r"CAreaShrink|LumImagePyramid|(shrink|halve)(Quickly|Portably)"),
    ("contrast", r"CLocalContrast|raiseRows(Quickly|Portably)"),
    ("finder patterns", r"FinderPatternSearch|QRCandidateSearch"),
    ("grids", r"QRGridSampler|ModuleGrid|ModuleMesh|AlignmentSearch|TimingLine|FinderFrame|CurvedPatch"),
    ("bars", r"CBlockTensor|sum(Quickly|Portably)|BarRegion|BarBlocks|BarOutline|BarProfile|EAN(Reading|Fit|Alignment|Number)"),
    ("proofs", r"LinearProver|ShapeFit|BarEdges|BarLines"),
    ("crops and strips", r"COpenCV|cv::"),
    ("judging", r"ReadingArbiter|Verdict"),
    ("decode", r"8Decoders|lib(jpeg|png16|webp|tiff|z)\b"),
    ("records", r"15MetadataRecords"),
    ("start", r"ld-linux|_dl_"),
    ("the rest of Detectors", r"9Detectors"),
]]
CALLER = re.compile(r"^\s+[0-9a-f]+ (.*)$")


def measure(binary, pictures, effort):
    """By part: its share of the samples. The program searches in its own process."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/perf.data"
        command = [binary, "--isolation", "none", "--types", "codes", "--effort", effort, "--output", f"{folder}/records", *pictures]
        # With a copy of the stack: the libraries were built without frame pointers.
        done = subprocess.run(
            ["perf", "record", "--quiet", "--event", "cpu-clock", "--freq", "499", "--call-graph", "dwarf,8192",
             "--output", data, *project.AS_WORKERS, *command],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
        if not Path(data).is_file():
            raise SystemExit(f"perf record ended with {done.returncode}: {done.stderr.strip()}")
        with subprocess.Popen(
                ["perf", "script", "--no-inline", "--input", data], stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True) as script:
            return shares(script.stdout)


def shares(lines):
    """From what `perf script` prints: a paragraph a sample, of a line that names the program and one a caller, the innermost
    first."""
    counts, callers = Counter(), []

    def count():
        if callers:
            counts[part(callers)] += 1
            callers.clear()

    for line in lines:
        if found := CALLER.match(line):
            callers.append(found[1])
        elif not line.strip():
            count()
    count()
    total = sum(counts.values())
    return {name: number / total for name, number in counts.most_common()}


def part(callers):
    for caller in callers:
        for name, pattern in PARTS:
            if pattern.search(caller):
                return name
    return "everything else"


def printed(figures):
    """A table of shares, by effort and part, in the order of the first effort's."""
    efforts = list(figures)
    names = sorted({name for of in figures.values() for name in of}, key=lambda name: -figures[efforts[0]].get(name, 0))
    rows = [[name, *(f"{figures[effort].get(name, 0):.1%}" for effort in efforts)] for name in names]
    return table([["part", *efforts]] + rows)
