"""Row-of-bars symbologies, and GS1 DataBar."""

import looks
import digits
from digits import upce, with_check
from encoders import zint
from film import dx_film_edge
from folder import Folder

GS = "\x1d"  # what a reader tells for a field separator (FNC1)


def _type(name, forms, shown, module=2, more=()):
    """A folder of `forms` (name → symbol) upright, the form called `shown` in the standard looks, and `more`."""
    folder = Folder(name)
    for form, symbol in forms.items():
        folder.add(f"plain-{form}", looks.plain(symbol, module))
    folder.add_all(looks.standard(forms[shown], module))
    folder.add_all(more)
    return folder.close()


def _more(symbol, module, share=0.22):
    """Beside the standard looks: in a looking glass, and damaged at a share of both halves' height."""
    yield "mirrored-000", looks.mirrored(symbol, module)
    yield "mirrored-037", looks.mirrored(symbol, module, 37)
    yield "damaged", looks.damaged(symbol, module, share)


def _short(height=30):
    return ("--height", str(height))


def _ean(type, number, digits, text=None, printed=False):
    # Without its check digit, which zint sets: by the length it tells EAN-8 from EAN-13.
    return zint(type, number, digits[:-1], text=text or digits, options=("--height", "40"), printed=printed)


def _ean_with_add_on(digits, add_on):
    """Its box is that of the bars of the EAN-13 alone, 95 modules."""
    symbol = zint("ean13", 13, f"{digits[:-1]}+{add_on}", text=digits, options=("--height", "40"), addOn=add_on)
    left, top, _, bottom = symbol.box
    symbol.box = (left, top, left + 95, bottom)
    return symbol


def ean13():
    forms = {
        "book": _ean("ean13", 13, with_check("978020137962")),
        "food": _ean("ean13", 13, with_check("401234567890"), printed=True),
        "upca": _ean("ean13", 34, "036000291452", "0036000291452"),
        "upca-printed": _ean("ean13", 34, "725272730706", "0725272730706", printed=True),
    }
    return _type("ean13", forms, "food", 2.4, [
        ("add-on-5", looks.plain(_ean_with_add_on(with_check("978020137962"), "51995"), 2.4)),
        ("add-on-2", looks.plain(_ean_with_add_on(with_check("977123456700"), "05"), 2.4)),
        ("add-on-turned", looks.turned(_ean_with_add_on(with_check("978020137962"), "51995"), 3, 12)),
        ("noisy", looks.noisy(forms["book"], 2.4)),
        ("small", looks.plain(forms["book"], 1.5, "grey")),
        ("large", looks.turned(forms["upca"], 6.3, 5, "gradient")),
    ])


def ean8():
    forms = {
        "one": _ean("ean8", 13, with_check("9638507")),
        "two": _ean("ean8", 13, with_check("5512345"), printed=True),
    }
    return _type("ean8", forms, "two", 3)


def upce_symbols():
    forms = {
        six: zint("upce", 37, "0" + six, text=upce(six), options=("--height", "40"), printed=six == "654321")
        for six in ("123456", "654321", "425261")
    }
    return _type("upce", forms, "654321", 3)


def code39():
    forms = {
        "letters": zint("code39", 8, "SCANWATCH-39", text="SCANWATCH-39", options=_short()),
        "symbols": zint("code39", 8, "A+B/C$D%E. 7", text="A+B/C$D%E. 7", options=_short()),
        "digits": zint("code39", 8, "0123456789", text="0123456789", options=_short(), printed=True),
    }
    return _type("code39", forms, "letters", 2)


def code39_mod43():
    forms = {
        text.replace(" ", "-").lower(): zint(
            "code39Mod43", 8, text, text=digits.with_mod43(text), options=(*_short(), "--vers=1"))
        for text in ("SCANWATCH", "CODE 39", "31415926")
    }
    return _type("code39Mod43", forms, "scanwatch", 2, _more(forms["scanwatch"], 2))


def code32():
    forms = {
        eight: zint("code32", 129, eight, text="A" + digits.code32(eight), options=_short())
        for eight in ("12345678", "01234567", "93165482")
    }
    return _type("code32", forms, "12345678", 2, _more(forms["12345678"], 2))


def pzn():
    forms = {
        seven: zint("pzn", 52, seven, text="-" + digits.pzn(seven), options=_short())
        for seven in ("1234567", "0316196", "2758089")
    }
    return _type("pzn", forms, "1234567", 2, _more(forms["1234567"], 2))


def telepen():
    forms = {
        "alpha": zint("telepen", 32, "Scanwatch Telepen 7", text="Scanwatch Telepen 7", options=_short()),
        "upper": zint("telepen", 32, "SCANWATCH", text="SCANWATCH", options=_short()),
        # Digits whose characters no text has: else it reads as well as full ASCII.
        "numeric": zint("telepen", 87, "20040301", text="20040301", options=_short()),
    }
    return _type("telepen", forms, "upper", 2.4, _more(forms["upper"], 2.4))


def code93():
    forms = {
        "letters": zint("code93", 25, "SCANWATCH93", text="SCANWATCH93", options=_short()),
        "lower": zint("code93", 25, "Mixed case 93", text="Mixed case 93", options=_short()),
        "digits": zint("code93", 25, "314159265358979", text="314159265358979", options=_short(), printed=True),
    }
    return _type("code93", forms, "letters", 2.5)


def code128():
    forms = {
        "text": zint("code128", 20, "Scanwatch, 128!", text="Scanwatch, 128!", options=_short()),
        "digits": zint("code128", 20, "20061020071030", text="20061020071030", options=_short(), printed=True),
        "control": zint("code128", 20, "A\tB", text="A\tB", options=_short()),
        "gs1": zint(
            "code128", 16, "[01]04012345678901[10]LOT-7[21]12345",
            text=f"010401234567890110LOT-7{GS}2112345", options=_short()),
        "sscc": zint("code128", 16, "[00]340123450000000018", text="00340123450000000018", options=_short(40)),
    }
    return _type("code128", forms, "text", 2, [
        ("noisy", looks.noisy(forms["digits"], 2.5)),
        ("inverted", looks.inverted(forms["text"], 2)),
        ("low", looks.plain(zint("code128", 20, "LOW BARS", text="LOW BARS", options=_short(8)), 2.5)),
    ])


def interleaved2of5():
    forms = {
        length: zint("interleaved2of5", 3, digits, text=digits, options=_short(), printed=length == "12")
        for length, digits in (("08", "20251121"), ("12", "987654321098"), ("14-other", "12345678901234"),
                               ("20", "31415926535897932384"))
    }
    return _type("interleaved2of5", forms, "12", 2)


def _in_bearer():
    """ITF-14 in its bearer frame, which is no bar of the code: the bars inside are as wide as the bare ones."""
    number = with_check("1540014128876")
    framed = zint("itf14", 89, number[:-1], text=number, printed=True)
    bare = zint("itf14", 3, number).box
    left, top, right, bottom = framed.box
    aside, frame = (right - left - (bare[2] - bare[0])) / 2, 5
    framed.box = (left + aside, top + frame, right - aside, bottom - frame)
    return framed


def itf14():
    forms = {
        "bearer": _in_bearer(),
        "bars": zint("itf14", 3, with_check("0012345678901"), text=with_check("0012345678901"), options=_short()),
    }
    return _type("itf14", forms, "bars", 2)


def codabar():
    forms = {
        letters: zint("codabar", 18, text, text=text, options=_short())
        for letters, text in (("ab", "A40156B"), ("cd", "C1234-5678D"), ("marks", "A12:34/56.78+9$B"),
                              ("aa", "A0987654321A"))
    }
    return _type("codabar", forms, "cd", 2.5)


def databar():
    forms = {
        number: zint("gs1DataBar", 29, number, text="01" + with_check(number), options=_short())
        for number in ("2001234567890", "0012345678901", "9501101530000")
    }
    return _type("gs1DataBar", forms, "2001234567890", 3)


def databar_limited():
    forms = {
        number: zint("gs1DataBarLimited", 30, number, text="01" + with_check(number), options=_short(20))
        for number in ("0950110153000", "1234567890123", "0001234567890")
    }
    return _type("gs1DataBarLimited", forms, "0950110153000", 3, _more(forms["0950110153000"], 3))


def film():
    forms = {
        "frame": dx_film_edge(115, 10, 11, half=True),
        "product": dx_film_edge(79, 7),
        "whole-frame": dx_film_edge(18, 3, 24),
    }
    return _type("dxFilmEdge", forms, "frame", 6, _more(forms["frame"], 6, 0.1))


def databar_expanded():
    forms = {
        "gtin": zint(
            "gs1DataBarExpanded", 31, "[01]90012345678908[3103]001750",
            text="01900123456789083103001750"),
        "variable": zint(
            "gs1DataBarExpanded", 31, "[10]LOT12[21]SN-98765", text=f"10LOT12{GS}21SN-98765"),
        "date": zint(
            "gs1DataBarExpanded", 31, "[01]98898765432106[3202]012345[15]991231",
            text="0198898765432106320201234515991231"),
    }
    return _type("gs1DataBarExpanded", forms, "gtin", 3)


ALL = (
    ean13, ean8, upce_symbols, code39, code93, code128, interleaved2of5, itf14, codabar, databar,
    databar_expanded, code39_mod43, code32, pzn, telepen, databar_limited, film)
