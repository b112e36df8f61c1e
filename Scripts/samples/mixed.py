"""Several codes in one picture, and a photograph's orientation tag."""

from canvas import Canvas
from encoders import composite, dmtxwrite, qrencode, zint
from folder import Folder
from geometry import placed, to_quad
from digits import with_check
from PIL import Image
from qr import parts


def _sheet(columns, rows, module, degrees=0):
    """A sheet of labels, each a QR symbol that says where it stands."""
    pitch = int(module * (25 + 8) * (1.35 if degrees else 1.05))
    canvas = Canvas(columns * pitch + 40, rows * pitch + 40, "grey")
    for row in range(rows):
        for column in range(columns):
            text = f"sheet row {row + 1:02} column {column + 1:02}"
            symbol = qrencode(text.encode(), text, ["-v", "2"])
            centre = (20 + (column + 0.5) * pitch, 20 + (row + 0.5) * pitch)
            canvas.paint(symbol, placed(symbol, centre, module, degrees))
    return canvas


def _label():
    """A parcel's label: QR, Code 128, EAN-13, Data Matrix."""
    canvas = Canvas(760, 560, "wood")
    for symbol, centre, module, degrees in (
        (qrencode(b"https://example.org/parcel/7", "https://example.org/parcel/7"), (150, 150), 5, 0),
        (zint("code128", 20, "PARCEL-0007", text="PARCEL-0007", options=["--height", "30"]), (520, 130), 2, 0),
        (zint("ean13", 13, with_check("590123412345"), text=with_check("590123412345"),
              options=["--height", "36"]), (520, 400), 2.5, 0),
        (dmtxwrite(b"PARCEL 7 OF 9", "PARCEL 7 OF 9"), (150, 420), 6, 0),
    ):
        canvas.paint(symbol, placed(symbol, centre, module, degrees))
    return canvas


def _desk():
    """Tickets lying about: QR, Aztec, PDF417, each turned its own way."""
    canvas = Canvas(900, 640, "gradient")
    ticket = "ONE ADULT, 2nd CLASS, 21 NOVEMBER"
    for symbol, centre, module, degrees in (
        (zint("aztec", 92, ticket, ticket, ticket.encode()), (470, 340), 5, 20),
        (qrencode(b"seat 42", "seat 42"), (150, 180), 5, 200),
        (zint("pdf417", 55, "BAGGAGE 0017 CODE", "BAGGAGE 0017 CODE", b"BAGGAGE 0017 CODE"), (660, 110), 2.4, 4),
    ):
        canvas.paint(symbol, placed(symbol, centre, module, degrees))
    return canvas


def _column():
    """Three PDF417 of unlike widths above each other, a little more than their quiet zones apart."""
    canvas = Canvas(560, 470)
    top = 30
    for number, columns in ((1, 4), (2, 2), (3, 4)):
        text = f"PDF417 NUMBER {number} OF A COLUMN"
        symbol = zint("pdf417", 55, text, text, text.encode(), [f"--cols={columns}"])
        width, height = symbol.size
        canvas.paint(symbol, placed(symbol, (30 + width * 1.5, top + height * 1.5), 3))
        top += height * 3 + 20
    canvas.grey = canvas.grey[:int(top) + 10]
    return canvas


def _composites():
    """GS1-128 under the PDF417 of its composite component (CC-C), DataBar Limited under the MicroPDF417 of its own (CC-B)."""
    canvas = Canvas(500, 420)
    gs1 = composite(
        "code128", 131, "[10]ABCDEFGHIJKLMNOP[21]1234567890", "[01]03312345678903[11]261122",
        "010331234567890311261122", form=3)
    limited = composite(
        "gs1DataBarLimited", 133, "[21]ABCDEFGHIJKLMNOPQRST[99]abcdefghijklmnopqr", "0331234567890",
        "01" + with_check("0331234567890"), form=2)
    canvas.paint(gs1, placed(gs1, (250, 100), 2))
    canvas.paint(limited, placed(limited, (250, 330), 2))
    return canvas


def _shelf():
    """Three products side by side, two of them the same."""
    canvas = Canvas(980, 260, "grey")
    for column, number in enumerate(("401234567890", "401234567890", "500015940703")):
        digits = with_check(number)
        symbol = zint("ean13", 13, digits, text=digits, options=["--height", "40"], printed=True)
        canvas.paint(symbol, placed(symbol, (180 + column * 310, 130), 2))
    return canvas


def _message():
    """The three symbols of one message on one sheet, in no order."""
    canvas = Canvas(760, 300, "grey")
    for column, symbol in enumerate(parts()[place] for place in (2, 0, 1)):
        canvas.paint(symbol, placed(symbol, (130 + column * 250, 150), 6))
    return canvas


def _poster():
    """A far QR on a wall seen at an angle, beside a near one."""
    canvas = Canvas(800, 560, "noise")
    canvas.blur(1.5)
    near = qrencode(b"near", "near", ["-l", "Q"])
    far = qrencode(b"far away", "far away", ["-l", "Q"])
    canvas.paint(near, placed(near, (210, 330), 10, 350))
    canvas.paint(far, to_quad(far.paper, [(520, 80), (515, 205), (610, 190), (618, 98)]))
    return canvas


def _beside():
    """Small symbols beside a large one, on a picture that is searched shrunk first."""
    canvas = Canvas(2600, 1700, "grey")
    small = "small beside large"
    for symbol, centre, module, degrees in (
        (qrencode(b"large", "large"), (700, 850), 22, 4),
        (qrencode(small.encode(), small), (1900, 400), 2.6, 350),
        (dmtxwrite(small.encode(), small), (2100, 900), 2.8, 8),
        (zint("aztec", 92, small, small, small.encode()), (1800, 1300), 2.8, 20),
    ):
        canvas.paint(symbol, placed(symbol, centre, module, degrees))
    return canvas


def _exif(folder, orientation, transpose):
    """A JPEG stored as a camera held sideways stores it; truth is in the picture as a person sees it."""
    text = f"EXIF orientation {orientation}"
    symbol = qrencode(text.encode(), text)
    canvas = Canvas(420, 300, "grey")
    canvas.paint(symbol, placed(symbol, (150, 140), 6, 10))
    stored = Image.fromarray(canvas.pixels()).transpose(transpose)
    exif = Image.Exif()
    exif[0x0112] = orientation
    folder.add_image(
        f"exif-orientation-{orientation}.jpg", stored, 420, 300, canvas.objects, quality=80, exif=exif)


def mixed():
    folder = Folder("mixed")
    folder.add("label", _label())
    folder.add("desk", _desk())
    folder.add("shelf", _shelf())
    folder.add("composites", _composites())
    folder.add("pdf417-column", _column())
    folder.add("poster", _poster())
    folder.add("small-beside-large", _beside())
    folder.add("one-message-in-three", _message())
    folder.add("sheet-of-40-qr", _sheet(8, 5, 4))
    folder.add("sheet-of-12-qr-turned", _sheet(4, 3, 5, 23))
    # To make the upright picture of these tags a viewer turns by 90° and 270° clockwise.
    _exif(folder, 6, Image.Transpose.ROTATE_90)
    _exif(folder, 8, Image.Transpose.ROTATE_270)
    return folder.close()
