"""QR symbols: contents, versions, levels, structured append, looks."""

import contents
import looks
from encoders import qrencode, qrencode_parts, zint
from folder import Folder
from symbol import Symbol

BINARY = bytes(range(0x80, 0xA0)) + b"\x00\xff\xfe" + bytes(range(0xF5, 0x100))
JAPANESE = "日本語のテスト"
LATIN = "Crème brûlée, 5 £"
LINK = "https://example.org/scan?id=42"


def _zint(payload, text=None, data=None, options=(), **facts):
    return zint("qr", 58, payload, text, data, options, **facts)


def _contents():
    """What a symbol may say, in the modes and character sets it may say it in."""
    sjis, utf8, latin = JAPANESE.encode("shift_jis"), JAPANESE.encode(), LATIN.encode("latin-1")
    yield "numeric", qrencode(b"31415926535897932384626433832795", "31415926535897932384626433832795")
    yield "alphanumeric", qrencode(b"SCANWATCH 1.0 $%*+-./:", "SCANWATCH 1.0 $%*+-./:", ["-i"])
    yield "kanji-mode", qrencode(sjis, JAPANESE, ["-k"])
    yield "shift-jis", qrencode(sjis, JAPANESE, ["-8"])
    yield "shift-jis-eci", _zint(JAPANESE, JAPANESE, sjis, ["--eci=20"], eci=[20])
    yield "utf-8", qrencode(utf8, JAPANESE, ["-8"])
    yield "utf-8-eci", _zint(JAPANESE, JAPANESE, utf8, ["--eci=26"], eci=[26])
    yield "utf-8-emoji", qrencode("Tür 5 🔑 offen".encode(), "Tür 5 🔑 offen", ["-8"])
    yield "latin-1", qrencode(latin, LATIN, ["-8"])
    yield "cyrillic-eci", _zint("Проверка", "Проверка", "Проверка".encode("cp1251"), ["--eci=22"], eci=[22])
    # Several interpretations in one symbol, and none for texts of other lands.
    yield "two-ecis", _zint(
        None, "Größe Проверка", "Größe ".encode("latin-1") + "Проверка".encode("cp1251"),
        ["--eci=3", "-d", "Größe ", "--seg1=22,Проверка"], eci=[3, 22])
    for name, codec, text in (("gb18030", "gb18030", "欢迎来到北京"), ("big5", "big5", "歡迎來到臺北"),
                              ("euc-kr", "euc-kr", "서울에 오신 것을 환영합니다"), ("windows-1252", "cp1252", "“Crème” 5 €")):
        yield name, _zint(text.encode(codec), text, text.encode(codec), ["--binary"])
    yield "binary", _zint(BINARY, None, BINARY, ["--binary"])
    yield "gs1", _zint("[01]04012345678901[10]LOT-7", "010401234567890110LOT-7", b"010401234567890110LOT-7", ["--gs1"])
    yield "wifi", qrencode(rb"WIFI:T:WPA;S:guest\;net;P:pass word;;", r"WIFI:T:WPA;S:guest\;net;P:pass word;;")
    for name, text in contents.TEXTS.items():
        yield name, qrencode(text.encode(), text, ["-8"])


def _filled(version, level, length, mode="8"):
    text = ("Scanwatch sample, version %d-%s. " % (version, level) + "0123456789abcdefghijklmnopqrstuvwxyz. " * 90)[:length]
    return qrencode(
        text.encode(), text, ["-v", str(version), "-l", level, "--strict-version", "-" + mode],
        version=version, errorCorrectionLevel=level)


def _versions():
    for version, level, length, module in (
        (1, "M", 12, 5), (2, "L", 30, 4), (5, "Q", 58, 4), (7, "M", 110, 4), (10, "H", 110, 4), (14, "L", 450, 4),
        (20, "M", 650, 3), (25, "L", 1200, 3), (30, "Q", 950, 3), (40, "L", 2900, 3), (40, "H", 1200, 4),
    ):
        yield f"version-{version:02}-{level}", looks.plain(_filled(version, level, length), module)
    yield "version-10-turned", looks.turned(_filled(10, "M", 180), 4, 17, "grey")
    yield "version-20-perspective", looks.perspective(_filled(20, "M", 600), 4, far=0.88)


def parts():
    """The symbols of one message, in their order."""
    text = "Structured append: one message over three symbols of version 2-L, read in any order."
    darks = qrencode_parts(text.encode(), 2)
    assert len(darks) == 3
    # libqrencode fills each symbol before it begins the next.
    room = 30  # bytes a symbol: 34 codewords less 20 bits of sequence and 12 of mode and count
    chunks = [text[i * room:(i + 1) * room] for i in range(3)]
    return [
        Symbol("qr", dark, {"text": chunk, "bytes": chunk.encode().hex(), "version": 2, "errorCorrectionLevel": "L",
                            "structuredAppend": {"index": index, "count": 3}})
        for index, (dark, chunk) in enumerate(zip(darks, chunks))]


def _structured():
    for index, symbol in enumerate(parts()):
        yield f"part-{index + 1}-of-3", looks.plain(symbol, 5)


def qr():
    folder = Folder("qr")
    link = qrencode(LINK.encode(), LINK, ["-l", "M"], errorCorrectionLevel="M")
    hello = qrencode(b"hello", "hello", ["-l", "L"], version=1, errorCorrectionLevel="L")
    for level in "LMQH":
        symbol = qrencode(b"Error correction", "Error correction", ["-l", level], errorCorrectionLevel=level)
        folder.add(f"level-{level}", looks.plain(symbol, 4, "grey"))
    folder.add("plain", looks.plain(link, 5))
    folder.add_all((f"content-{name}", looks.plain(symbol, 4)) for name, symbol in _contents())
    folder.add_all(_versions())
    folder.add_all(_structured())
    folder.add_all(looks.standard(link, 4, (15, 37, 45, 90, 180, 222, 270)))
    folder.add("small", looks.plain(hello, 2, "grey"))
    folder.add("large", looks.turned(hello, 14, 8, "gradient"))
    folder.add("fractional-module", looks.turned(link, 3.3, 3, "grey"))
    folder.add("noisy", looks.noisy(link, 5))
    folder.add("on-noise", looks.turned(link, 4, 28, "noise"))
    folder.add("inverted", looks.inverted(link, 4))
    folder.add("inverted-turned", looks.inverted(link, 4, 37))
    for degrees in (0, 90, 180, 37):
        folder.add(f"mirrored-{degrees:03}", looks.mirrored(link, 4, degrees))
    folder.add("mirrored-version-10", looks.mirrored(_filled(10, "M", 180), 4))
    steep = looks.perspective(link, 6, far=0.62)
    folder.add("perspective-steep", steep)
    folder.add("bent", looks.bent(link, 5, 45))
    folder.add("bent-sideways", looks.bent(link, 5, 40, axis=90))
    folder.add("bent-turned", looks.bent(_filled(5, "M", 60), 5, 30, axis=20, degrees=35))
    folder.add("bent-version-1", looks.bent(hello, 7, 50))
    folder.add("bent-version-10", looks.bent(_filled(10, "M", 180), 4, 35, tilt=0.6))
    folder.add("photograph", looks.shaded(link, 6, 24), "jpg", quality=60)
    return folder.close()
