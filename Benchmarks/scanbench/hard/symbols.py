"""Linear symbols as rows of modules, encoded by zint, with the text that a reader must report."""

import random
import string
import subprocess
from dataclasses import dataclass

import numpy

DIGITS = string.digits
FULL_ASCII = string.digits + string.ascii_letters + " -./+_"


@dataclass(frozen=True)
class Symbol:
    type: str  # as in records
    text: str
    modules: bytes  # one a module, 1 dark


def _digits(random, count):
    return "".join(random.choice(DIGITS) for _ in range(count))


def _word(random, alphabet, shortest, longest):
    return "".join(random.choice(alphabet) for _ in range(random.randint(shortest, longest)))


def check_digit(digits):
    """GS1's modulo 10 check digit (GS1 General Specifications, 7.9)."""
    weighted = sum(int(digit) * (3 if place % 2 == 0 else 1) for place, digit in enumerate(reversed(digits)))
    return str(-weighted % 10)


def expanded_upce(number):
    """The UPC-A of the seven digits of a UPC-E (system digit and six more), without its check digit."""
    system, six = number[0], number[1:]
    last = six[5]
    if last in "012":
        return system + six[0:2] + last + "0000" + six[2:5]
    if last == "3":
        return system + six[0:3] + "00000" + six[3:5]
    if last == "4":
        return system + six[0:4] + "00000" + six[4]
    return system + six[0:5] + "0000" + last


def _interleaved(random):
    data = _digits(random, 2 * random.randint(3, 8))
    return data, data


def _codabar(random):
    data = random.choice("ABCD") + _word(random, "0123456789-$:/.+", 5, 14) + random.choice("ABCD")
    return data, data


def _gs1(random):
    data = _digits(random, 13)
    return data, "01" + data + check_digit(data)


def _expanded(random):
    item = _digits(random, 13)
    item += check_digit(item)
    lot = _word(random, DIGITS, 3, 8)
    return f"[01]{item}[10]{lot}", f"01{item}10{lot}"


def _limited(random):
    # Only numbers that begin with 0 or 1 have this symbol.
    data = random.choice("01") + _digits(random, 12)
    return data, "01" + data + check_digit(data)


def _with_check(random, count):
    data = _digits(random, count)
    return data, data + check_digit(data)


def _upce(random):
    while True:
        data = "0" + _digits(random, 6)
        # Each UPC-A has one short form: the zeros that it leaves out are no longer ones than could be.
        shortest = {"3": data[3] not in "012", "4": data[4] != "0"}.get(data[6], data[6] in "012" or data[5] != "0")
        if shortest:
            return data, data + check_digit(expanded_upce(data))


# Of each type: zint's number for it, and a maker of what zint is given and what a reader must report.
MAKERS = {
    "ean13": (13, lambda random: _with_check(random, 12)),
    "upca": (34, lambda random: (lambda data, text: (data, "0" + text))(*_with_check(random, 11))),
    "ean8": (13, lambda random: _with_check(random, 7)),
    "upce": (37, _upce),
    "code39": (8, lambda random: (lambda word: (word, word))(_word(random, DIGITS + string.ascii_uppercase + "-.", 3, 10))),
    "code93": (25, lambda random: (lambda word: (word, word))(_word(random, DIGITS + string.ascii_uppercase, 3, 10))),
    "code128": (20, lambda random: (lambda word: (word, word))(
        _word(random, random.choice([DIGITS, FULL_ASCII.replace(" ", "")]), 4, 14))),
    "interleaved2of5": (3, _interleaved),
    "itf14": (89, lambda random: _with_check(random, 13)),
    "codabar": (18, _codabar),
    "gs1DataBar": (29, _gs1),
    "gs1DataBarExpanded": (31, _expanded),
    "gs1DataBarLimited": (30, _limited),
    "telepen": (32, lambda random: (lambda word: (word, word))(_word(random, FULL_ASCII.replace(" ", ""), 3, 10))),
}
REPORTED = {"upca": "ean13"}


def encoded(number, data):
    """The modules of zint's symbology `number` for `data`."""
    command = ["zint", "-b", str(number), "--dump", "-d", data]
    if data.startswith("["):
        command.append("--gs1")
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode >= 5 or not done.stdout.strip():
        raise SystemExit(f"zint makes no symbol of {data!r}: {done.stderr.strip()}")
    bits = "".join(f"{int(nibble, 16):04b}" for nibble in "".join(done.stdout.split("\n")[0].split()))
    # A symbol ends with a bar; what follows are bits that fill the last byte.
    return bytes(map(int, bits.rstrip("0")))


def symbols(seed, count, types=None):
    """`count` symbols of each type, the same for the same seed."""
    made = {}
    for name in types or MAKERS:
        number, maker = MAKERS[name]
        chance = random.Random(f"{seed}-{name}")
        pairs = [maker(chance) for _ in range(count)]
        made[name] = [Symbol(REPORTED.get(name, name), text, encoded(number, data)) for data, text in pairs]
    return made


def row(symbol):
    """Modules as numbers, 1 light and 0 dark."""
    return 1 - numpy.frombuffer(symbol.modules, dtype=numpy.uint8).astype(numpy.float32)
