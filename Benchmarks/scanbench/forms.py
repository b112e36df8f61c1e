"""Brings texts to one form, so that readers are judged by what they read and not by how they write it.

For everybody: UPC-A and UPC-E become EAN-13, and bytes are tried in the usual character sets. For peers also what
differs by their defaults only: brackets of GS1 element strings, Codabar's start and stop letters, an add-on written
behind its EAN or UPC.
"""

import re

CHARSETS = ("utf-8", "shift_jis", "cp932", "latin-1", "gb18030", "big5", "euc_kr")

# Types that readers exchange without a misreading.
FAMILIES = {
    "upce": "ean13", "upca": "ean13", "itf14": "interleaved2of5", "code39Mod43": "code39",
    "gs1DataBarExpanded": "gs1DataBar", "gs1DataBarLimited": "gs1DataBar",
}


def family(type):
    """The type under which texts are compared."""
    return FAMILIES.get(type, type)


def expected_forms(code, lenient=False):
    """All forms of the texts that count for a code that is there."""
    texts = [text for text in (code.text, *code.alt) if text is not None]
    if code.addon and code.text is not None:
        texts += [code.text + code.addon, f"{code.text} {code.addon}"]
    return {one_form(code.type, text, lenient) for text in texts}


def reported_forms(report, lenient=False):
    """All forms of what a reader reported: its text, and its bytes in every character set they are valid in."""
    texts = {report.text} if report.text is not None else set()
    for charset in CHARSETS if report.data is not None else ():
        try:
            texts.add(report.data.decode(charset))
        except UnicodeDecodeError:
            pass
    if lenient and report.text is not None:
        texts |= _misjudged(report.text)
    return {one_form(report.type, text, lenient) for text in texts}


def one_form(type, text, lenient=False):
    """One text of a symbology in the form in which it is compared."""
    if family(type) in ("ean13", "ean8"):
        return _ean13(type, re.sub(r" \d{2}(\d{3})?$", "", text) if lenient else text)
    if lenient:
        if family(type) == "gs1DataBar":
            return re.sub(r"^01(?=\d{14}$)", "", re.sub("[()\x1d]", "", text))
        if type == "codabar":
            return re.sub(r"^[A-Da-d]|[A-Da-d]$", "", text)
        return re.sub("[()\x1d]", "", text)
    return text


def _ean13(type, text):
    if not text.isascii() or not text.isdigit():
        return text
    if len(text) == 8 and type == "upce":
        text = expanded_upce(text)
    return text.rjust(13, "0") if len(text) == 12 else text


def expanded_upce(text):
    """UPC-E of eight digits as the UPC-A of twelve that it abbreviates (GS1 General Specifications 5.2.2.4.2)."""
    system, digits, check = text[0], text[1:7], text[7]
    last = digits[5]
    if last in "012":
        body = digits[:2] + last + "0000" + digits[2:5]
    elif last == "3":
        body = digits[:3] + "00000" + digits[3:5]
    elif last == "4":
        body = digits[:4] + "00000" + digits[4]
    else:
        body = digits[:5] + "0000" + last
    return system + body + check


def _misjudged(text):
    """The texts it would be if the reader took one character set for another."""
    found = set()
    for taken in CHARSETS:
        try:
            data = text.encode(taken)
        except UnicodeEncodeError:
            continue
        for meant in CHARSETS:
            try:
                found.add(data.decode(meant))
            except UnicodeDecodeError:
                pass
    return found
