"""Matrix symbologies but QR, and the stacked ones."""

import contents
import looks
from encoders import dmtxwrite, zint
from folder import Folder
from qr import BINARY, JAPANESE, LATIN

GS = "\x1d"
TICKET = "M1DOE/JANE            EABC123 FRAMUCLH 0123 325Y012C0034 100"
LONG = "Every symbol of every generated sample is read with the right text. "


def _text(length):
    return (LONG * 40)[:length]


def _zint(type, number):
    """zint's symbology `number` as a function of payload, text, bytes and options."""
    def make(payload, text=None, data=None, options=(), **facts):
        if isinstance(payload, str) and text is None:
            text, data = payload, payload.encode()
        return zint(type, number, payload, text, data, options, **facts)
    return make


def _sets(make):
    """Character sets and binary, in any symbology of zint's."""
    yield "utf-8-eci", make(JAPANESE, JAPANESE, JAPANESE.encode(), ["--eci=26"], eci=[26])
    yield "utf-8", make(JAPANESE.encode(), JAPANESE, JAPANESE.encode(), ["--binary"])
    yield "shift-jis-eci", make(JAPANESE, JAPANESE, JAPANESE.encode("shift_jis"), ["--eci=20"], eci=[20])
    yield "latin-1", make(LATIN.encode("latin-1"), LATIN, LATIN.encode("latin-1"), ["--binary"])
    yield "binary", make(BINARY, None, BINARY, ["--binary"])


def _parts(make, text, count=3, id=None):
    """A structured-append sequence, its text cut into equal parts."""
    size = -(-len(text) // count)
    for index in range(count):
        chunk = text[index * size:(index + 1) * size]
        option = f"--structapp={index + 1},{count}" + (f",{id}" if id else "")
        yield f"part-{index + 1}-of-{count}", make(
            chunk, chunk, chunk.encode(), [option], structuredAppend={"index": index, "count": count})


def aztec():
    folder, make = Folder("aztec"), _zint("aztec", 92)
    ticket = make(TICKET)
    folder.add("plain-ticket", looks.plain(ticket, 4))
    folder.add("plain-digits", looks.plain(make("20251121"), 5))
    # zint counts compact symbols of 1 to 4 layers as versions 1 to 4, full ones as 5 to 36.
    for layers, length in ((1, 8), (2, 25), (3, 45), (4, 70)):
        symbol = make(_text(length), options=[f"--vers={layers}"])
        folder.add(f"compact-{layers}", looks.plain(symbol, 5))
    for version, layers, length in ((9, 5, 100), (12, 8, 250), (18, 14, 600), (26, 22, 1300)):
        symbol = make(_text(length), options=[f"--vers={version}"])
        folder.add(f"full-{layers:02}", looks.plain(symbol, 4))
    for level in (1, 4):
        folder.add(f"level-{level}", looks.plain(make(_text(40), options=[f"--secure={level}"]), 4, "grey"))
    folder.add_all((f"content-{name}", looks.plain(symbol, 4)) for name, symbol in _sets(make))
    folder.add_all((name, looks.plain(s, 5)) for name, s in _parts(make, _text(90)))
    folder.add_all(looks.standard(ticket, 4))
    folder.add("inverted", looks.inverted(ticket, 4))
    folder.add("small", looks.plain(make("small"), 2, "grey"))
    return folder.close()


def _more(folder, symbol, module):
    """Beside the standard looks: inverted, in a looking glass, and damaged."""
    folder.add("inverted", looks.inverted(symbol, module))
    for degrees in (0, 37):
        folder.add(f"mirrored-{degrees:03}", looks.mirrored(symbol, module, degrees))
    folder.add("damaged", looks.damaged(symbol, module))


def micro_qr():
    folder, make = Folder("microQR"), _zint("microQR", 97)
    shown = make("Scanwatch 12", options=["--vers=4"], version=4)
    for version, text in ((1, "12345"), (2, "AB12"), (3, "Micro 3"), (4, "Micro QR code")):
        folder.add(f"plain-m{version}", looks.plain(make(text, options=[f"--vers={version}"], version=version), 6))
    folder.add_all(looks.standard(shown, 6))
    _more(folder, shown, 6)
    return folder.close()


def rmqr():
    folder, make = Folder("rMQR"), _zint("rMQR", 145)
    shown = make("Scanwatch rMQR 15", options=["--vers=18"])
    for version, name, text in ((1, "R7x43", "12345"), (10, "R9x99", _text(20)), (16, "R11x139", _text(50)),
                                (32, "R17x139", _text(100))):
        folder.add(f"plain-{name}", looks.plain(make(text, options=[f"--vers={version}"]), 5))
    folder.add_all(looks.standard(shown, 5))
    for degrees in (5, 12):
        folder.add(f"small-turned-{degrees:03}", looks.turned(shown, 3, degrees))
    _more(folder, shown, 5)
    return folder.close()


def micro_pdf417():
    folder, make = Folder("microPDF417"), _zint("microPDF417", 84)
    shown = make(_text(40), options=["--cols=3"])
    for columns, length in ((1, 12), (2, 30), (3, 60), (4, 120)):
        folder.add(f"columns-{columns}", looks.plain(make(_text(length), options=[f"--cols={columns}"]), 3))
    folder.add("digits", looks.plain(make("31415926535897932384626433"), 3))
    folder.add_all(looks.standard(shown, 3))
    _more(folder, shown, 3)
    return folder.close()


def maxi_code():
    folder, make = Folder("maxiCode"), _maxi_code
    shown = make("Scanwatch MaxiCode", "--mode=4")
    folder.add("plain-mode-4", looks.plain(shown, 8))
    folder.add("plain-mode-5", looks.plain(make("More error correction", "--mode=5"), 8))
    folder.add_all(looks.standard(shown, 8))
    _more(folder, shown, 8)
    return folder.close()


def _maxi_code(text, *options):
    """zint draws its hexagons finer than a module: 300 samples across 30 modules."""
    return zint("maxiCode", 57, text, text, text.encode(), options, scale=1, per_module=10)


def data_matrix():
    folder, make = Folder("dataMatrix"), _zint("dataMatrix", 71)
    text = "Scanwatch: Data Matrix ECC 200"
    shown = make(text)
    folder.add("plain", looks.plain(shown, 5))
    for size, length in (("10x10", 3), ("16x16", 10), ("24x24", 30), ("32x32", 50), ("48x48", 140), ("88x88", 500),
                         ("8x18", 4), ("8x32", 8), ("12x26", 14), ("12x36", 20), ("16x36", 30), ("16x48", 45)):
        symbol = dmtxwrite(_text(length).encode(), _text(length), ["-s", size])
        folder.add(f"size-{size}", looks.plain(symbol, 5 if length < 100 else 4))
    for letter, name, payload in (("c", "c40", "UPPER CASE 123"), ("t", "text", "lower case 123"),
                                  ("e", "edifact", "EDI:FACT+12"), ("8", "base256", "Base 256")):
        folder.add(f"mode-{name}", looks.plain(dmtxwrite(payload.encode(), payload, ["-e", letter]), 5))
    folder.add_all((f"content-{name}", looks.plain(symbol, 5)) for name, symbol in _sets(make))
    told = f"010401234567890110LOT-7{GS}2112345"
    gs1 = make("[01]04012345678901[10]LOT-7[21]12345", told, told.encode(), ["--gs1"])
    folder.add("content-gs1", looks.plain(gs1, 5))
    goods = make("[01]04012345678901[3103]001750[17]261200[10]LOT-7", "010401234567890131030017501726120010LOT-7",
                 b"010401234567890131030017501726120010LOT-7", ["--gs1"])
    folder.add("content-gs1-weight", looks.plain(goods, 5))
    folder.add_all((name, looks.plain(s, 5)) for name, s in _parts(make, _text(60), id="1001"))
    folder.add_all(looks.standard(shown, 5))
    folder.add("rectangular-turned", looks.turned(dmtxwrite(b"tilted label", "tilted label", ["-s", "16x36"]), 5, 24, "grey"))
    folder.add("inverted", looks.inverted(shown, 5))
    for degrees in (0, 90, 37):
        folder.add(f"mirrored-{degrees:03}", looks.mirrored(shown, 5, degrees))
    folder.add("small", looks.plain(make("small"), 2.5, "grey"))
    return folder.close()


def pdf417():
    folder, make = Folder("pdf417"), _zint("pdf417", 55)
    shown = make(_text(60))
    folder.add("plain", looks.plain(shown, 2))
    for level in (0, 2, 5, 8):
        symbol = make(_text(60), options=[f"--secure={level}"])
        folder.add(f"level-{level}", looks.plain(symbol, 2, "grey"))
    for columns, length in ((1, 20), (4, 80), (12, 400), (20, 900)):
        folder.add(f"columns-{columns:02}", looks.plain(make(_text(length), options=[f"--cols={columns}"]), 2))
    short = _zint("pdf417", 56)(_text(60))
    folder.add("compact", looks.plain(short, 2))
    folder.add("digits", looks.plain(make("3141592653589793238462643383279502884197169399375105820974944592"), 2))
    folder.add_all((f"content-{name}", looks.plain(symbol, 2)) for name, symbol in _sets(make))
    for name, text in (("boarding-pass", contents.BOARDING_PASS), ("licence", contents.licence())):
        folder.add(f"content-{name}", looks.plain(make(text, text, text.encode(), ["--binary"]), 2))
    folder.add_all((name, looks.plain(s, 2)) for name, s in _parts(make, _text(120), id="017053"))
    folder.add_all(looks.standard(shown, 2.4))
    folder.add("large", looks.turned(shown, 4.2, 5, "gradient"))
    folder.add("turned-004", looks.turned(shown, 2, -4))
    return folder.close()


ALL = (aztec, data_matrix, pdf417, micro_qr, rmqr, micro_pdf417, maxi_code)
