"""The sheet of thresholds: how many right and wrong readings of made pictures, accepted or refused, lie within a limit of a
figure of their proofs. It shows what a limit costs and what it spares; the limits are chosen on the tuning half."""

import tempfile
from pathlib import Path

from . import explained, misreads
from .hard import symbols
from .processes import run
from .tables import table

# Of each figure, limits from strict to loose, and whether a reading must be above them.
LIMITS = {
    "residue": ((0.1, 0.15, 0.2, 0.25, 0.3, 1), False),
    "worst": ((0.2, 0.3, 0.4, 0.6, 0.8, 1), False),
    "margin": ((0.3, 0.2, 0.1, 0.05, 0, -1), True),
    "seam": ((0.25, 0.5, 0.75, 1, 1.5, 1_000), False),
    "edge seam": ((0.5, 1, 2, 3, 4.3, 1_000), False),
    "ink": ((0.25, 0.5, 0.75, 1, 1.5, 1_000), False),
    "quiet": ((0.1, 0.2, 0.3, 0.4, 0.6, 2), False),
}


def measure(binary, seed, codes, empty, part="1/1", symbols_a_type=200, progress=lambda text: None):
    """(is right, figures) of the clearest proof of every code that was read; of those without a proof the figures are none."""
    library = symbols.symbols(seed, symbols_a_type)
    left = misreads.part_of(misreads.tasks(seed, codes, empty), part)
    samples = []
    with tempfile.TemporaryDirectory() as folder:
        for number, task in enumerate(left):
            files = misreads.write(Path(folder), seed, [task], library)
            texts = misreads.texts(misreads.picture(seed, *task, library)[1])
            for file in files:
                done = run([binary, "--types", "codes", "--explain", file], folder)
                samples += [(code.text in texts, code.proof) for code in explained.codes(done.output.decode(errors="replace"))]
                (Path(folder) / file).unlink()
            if number % 100 == 0:
                progress(f"{seed}: {number} of {len(left)} pictures")
    return samples


def printed(samples):
    """A row a limit; what has no such figure is within every limit."""
    proved = [(is_right, proof) for is_right, proof in samples if proof]
    rows = [["figure", "limit", "right", "wrong"]]
    for figure, (limits, is_least) in LIMITS.items():
        for limit in limits:
            within = [
                is_right for is_right, proof in proved
                if figure not in proof or (proof[figure] >= limit if is_least else proof[figure] <= limit)]
            bound = f"{'≥' if is_least else '≤'} {limit}"
            rows.append([figure, bound, sum(within), len(within) - sum(within)])
    bare = [is_right for is_right, proof in samples if not proof]
    rows.append(["none", "", sum(bare), len(bare) - sum(bare)])
    return table(rows)
