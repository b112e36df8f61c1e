"""How often readers are right and wrong on pictures that are made: damaged linear codes, ordinary ones, and pictures without any.

Half of the pictures are for tuning and half are held back; `Scripts/bench misreads` reports both apart. The parameters of
the damage were fixed before anything was tuned. A whole run takes an hour or more: parts of it can run beside each other and
on several days, each with `--part` and `--json`, and `--merge` puts their figures together.
"""

import json
import random
import shutil
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from .evaluation import verdicts
from .hard import damage, nothing, symbols
from .tables import table

HALVES = ("tuning", "held-back")
# Pictures a folder: enough that starting a process costs nothing, few enough for the disk.
BATCH = 1_000


def tasks(seed, codes, empty):
    """What pictures there are: (kind, type, number) of `codes` damaged symbols and `empty` pictures without any."""
    kinds = [(kind, name) for kind in damage.ORDER for name in symbols.MAKERS]
    made = [(*kinds[number % len(kinds)], number) for number in range(codes)]
    makers = list(nothing.KINDS)
    made += [(makers[number % len(makers)], "none", number) for number in range(empty)]
    random.Random(seed).shuffle(made)
    return made


def picture(seed, kind, name, number, library):
    """The picture of a task, and what `scanwatch eval` is to know of it."""
    chance = random.Random(f"{seed}-{kind}-{name}-{number}")
    if kind in nothing.KINDS:
        return nothing.KINDS[kind](chance), {"negative": True}
    symbol, other = chance.sample(library[name], 2)
    pixels, whole, *pieces = damage.KINDS[kind](symbol, other, chance)
    known = [{"type": each.type, "text": each.text} for each in whole]
    gone = [
        {"type": each.type, "text": each.text} for each in (symbol, other, *sum(pieces, [])) if each not in whole]
    return pixels, {"objects": known, "optional": gone}


def part_of(made, part):
    """Every n-th of the tasks from the k-th on, of a part "k/n"."""
    first, every = map(int, part.split("/"))
    if not 1 <= first <= every:
        raise SystemExit(f"no part {part}: it is K/N with K from 1 to N")
    return made[first - 1 :: every]


def measure(
        binary, readers, seed, codes, empty, part="1/1", symbols_a_type=200, progress=lambda text: None, keep=None):
    """By reader: counts of pictures, codes that are there, accepted readings, right and wrong ones; the wrong ones by kind and
    type, and named. Accepted are also those of codes that were cut off, which are neither.

    Pictures that were misread are copied to the folder `keep`."""
    library = symbols.symbols(seed, symbols_a_type)
    counts = {reader.name: Counter() for reader in readers}
    wrong = {reader.name: defaultdict(Counter) for reader in readers}
    named = {reader.name: [] for reader in readers}
    left = part_of(tasks(seed, codes, empty), part)
    done = 0
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
    while left:
        batch, left = left[:BATCH], left[BATCH:]
        with tempfile.TemporaryDirectory() as folder:
            files = write(Path(folder), seed, batch, library)
            for reader in readers:
                found, seconds = reader.read(list(files), folder)
                count = counts[reader.name]
                count["milliseconds"] += round(seconds * 1000)
                count["accepted"] += sum(len(record.get("objects", ())) for record in found)
                for verdict in verdicts(binary, folder, found, reader.is_lenient):
                    kind, name, _ = files[verdict["picture"]]
                    count["pictures"] += 1
                    count["codes"] += verdict["codes"]
                    count["right"] += verdict["read"]
                    count["wrong"] += len(verdict["misread"])
                    for code in verdict["misread"]:
                        wrong[reader.name][kind][name] += 1
                        named[reader.name].append((verdict["picture"], code))
                        if keep:
                            shutil.copy(Path(folder) / verdict["picture"], Path(keep) / f"{reader.name}-{verdict['picture']}")
        done += len(batch)
        progress(f"{seed}: {done} of {done + len(left)} pictures")
    parts = {reader.name: [f"{seed} {part}"] for reader in readers}
    return {"counts": counts, "wrong": wrong, "named": named, "parts": parts}


def texts(known):
    """What may be read in a picture, of what is known of it."""
    return {each["text"] for each in known.get("objects", []) + known.get("optional", [])}


def write(folder, seed, batch, library):
    """Writes the pictures and what is known of them; what each file is by its name."""
    files = {}
    with open(folder / "expected.jsonl", "w", encoding="utf-8") as expected:
        for kind, name, number in batch:
            pixels, known = picture(seed, kind, name, number, library)
            file = f"{kind}-{name}-{number}.pgm"
            height, width = pixels.shape
            (folder / file).write_bytes(b"P5\n%d %d\n255\n" % (width, height) + pixels.tobytes())
            expected.write(json.dumps({"file": file, "width": width, "height": height} | known) + "\n")
            files[file] = (kind, name, number)
    return files


def merged(parts):
    """The figures of several runs as those of one; what a reader has read twice would count twice."""
    whole = {}
    for figures in parts:
        for half, of in figures.items():
            sums = whole.setdefault(half, {"counts": {}, "wrong": {}, "named": {}, "parts": {}})
            for reader, counts in of["counts"].items():
                sums["counts"].setdefault(reader, Counter()).update(counts)
                kinds = sums["wrong"].setdefault(reader, {})
                for kind, types in of["wrong"].get(reader, {}).items():
                    kinds.setdefault(kind, Counter()).update(types)
                sums["named"].setdefault(reader, []).extend(of["named"].get(reader, []))
                # Older figures do not tell.
                sums["parts"].setdefault(reader, []).extend(of.get("parts", {}).get(reader, []))
    for half, of in whole.items():
        for reader, known in of["parts"].items():
            check_apart(known, f"{half}, {reader}")
    return whole


def check_apart(known, whose):
    """Ends with a message unless all of the parts, each "SEED K/N", are others of the same N."""
    counts = {}
    for part in known:
        seed, _, place = part.rpartition(" ")
        if known.count(part) > 1:
            raise SystemExit(f"{whose}: part {place} of {seed} is there twice")
        if counts.setdefault(seed, (every := place.partition("/")[2])) != every:
            raise SystemExit(f"{whose}: parts of {counts[seed]} and of {every} of {seed} have pictures in common")


def printed(figures):
    """A row a half and reader, then where it was wrong."""
    keys = ("pictures", "codes", "accepted", "right", "wrong")
    rows = [["half", "reader", *keys, "ms"]]
    lines = []
    for half, of in figures.items():
        for reader, count in of["counts"].items():
            rows.append([half, reader, *(count[key] for key in keys), count["milliseconds"]])
            for kind, types in of["wrong"][reader].items():
                lines.append(f"{half}, {reader}, {kind}: " + ", ".join(f"{name} {n}" for name, n in types.most_common()))
    return "\n".join([table(rows), *lines])
