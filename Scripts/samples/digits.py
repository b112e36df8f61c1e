"""Check digits as their standards define them."""


def with_check(digits):
    """A GS1 number (GTIN of any length) with its modulo 10 check digit."""
    total = sum(int(d) * (3 if i % 2 == 0 else 1) for i, d in enumerate(reversed(digits)))
    return digits + str(-total % 10)


def upce(six):
    """The 8 digits of a UPC-E number of system 0: 0, the six digits, the check digit of the UPC-A it stands for."""
    last = six[5]
    if last in "012":
        middle = six[0:2] + last + "0000" + six[2:5]
    elif last == "3":
        middle = six[0:3] + "00000" + six[3:5]
    elif last == "4":
        middle = six[0:4] + "00000" + six[4]
    else:
        middle = six[0:5] + "0000" + last
    return "0" + six + with_check("0" + middle)[-1]


def with_mod43(text):
    """A Code 39 text with its modulo 43 check character."""
    alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%"
    return text + alphabet[sum(alphabet.index(c) for c in text) % 43]


def code32(eight):
    """The 9 digits of a Code 32, by Luhn's sum from the left."""
    doubled = [int(d) * (1 + i % 2) for i, d in enumerate(eight)]
    return eight + str(sum(d // 10 + d % 10 for d in doubled) % 10)


def pzn(seven):
    """The 8 digits of a Pharmazentralnummer: those whose check digit would be 10 are not given out."""
    check = sum(int(d) * (i + 1) for i, d in enumerate(seven)) % 11
    assert check < 10, seven
    return seven + str(check)
