"""What is left of an Interleaved 2 of 5 that was cut, where that is an Interleaved 2 of 5 itself.

A start is four narrow elements, a stop three, and there is no check digit: a cut through the right place leaves a symbol of fewer
digits with nothing amiss, bars within the tolerance and paper around it. Nobody who has only the picture can know that more was
there, so such a reading is neither right nor wrong.
"""

from itertools import groupby

from .symbols import Symbol, check_digit

# Digits by which of five elements are wide (ISO/IEC 16390).
DIGITS = {
    "00110": "0", "10001": "1", "01001": "2", "11000": "3", "00101": "4", "10100": "5", "01100": "6", "00011": "7",
    "10010": "8", "01010": "9"}


# A sliver of a bar that is thinner than this, in modules, is less than a twentieth of a pixel's darkness: noise hides it.
SLIVER = 0.02


def piece(symbol, first, last):
    """The rest of a symbol, whose part from the module `first` to `last` (with fractions) is left on paper; None where that is no
    symbol, or the symbol is of another type."""
    if symbol.type not in ("interleaved2of5", "itf14"):
        return None
    runs = [(dark, len(list(run))) for dark, run in groupby(symbol.modules)]
    wide = max(width for _, width in runs)
    # ISO/IEC 16390, 4.4: so much may an element be off, in narrow ones.
    tolerance = (18 * wide - 21) / 80
    left, place = [], 0
    for dark, width in runs:
        shown = min(place + width, last) - max(place, first)
        place += width
        if shown > SLIVER:
            left.append((dark, shown))
    while left and not left[0][0]:
        left.pop(0)
    while left and not left[-1][0]:
        left.pop()
    kinds = ""
    for _, width in left:
        fits = [kind for kind, nominal in (("0", 1), ("1", wide)) if abs(width - nominal) <= tolerance]
        if not fits:
            return None
        kinds += fits[0]
    inner = kinds[4:-3]
    if not kinds.startswith("0000") or not kinds.endswith("100") or not inner or len(inner) % 10:
        return None
    pairs = [inner[place : place + 10] for place in range(0, len(inner), 10)]
    digits = [DIGITS.get(part) for pair in pairs for part in (pair[::2], pair[1::2])]
    if None in digits:
        return None
    text = "".join(digits)
    # As it is reported.
    is_itf14 = len(text) == 14 and check_digit(text[:-1]) == text[-1]
    return Symbol("itf14" if is_itf14 else "interleaved2of5", text, symbol.modules)
