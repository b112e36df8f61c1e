"""The readers of codes that are compared. Each reads a list of files and says what it saw, as records like ours, and
what that cost.

Processor time is user and system time of whole processes, decoding of the pictures included. scanwatch and zbarimg
read a folder in one process; ZXingReader loses what it has printed when it aborts, so it gets a process a picture and
the cost of starting one is taken off. ZXing-C++ 3 gets grey copies, which cost it nothing to decode.
"""

import base64
import re
import statistics
import xml.etree.ElementTree as ElementTree

from .copies import grey, readable
from .processes import run
from .records import records

CARRIAGE_RETURN = "\ue00d"

ZBAR_TYPES = {
    "QR-Code": "qr", "EAN-13": "ean13", "EAN-8": "ean8", "UPC-A": "ean13", "UPC-E": "upce",
    "I2/5": "interleaved2of5", "CODE-39": "code39", "CODE-93": "code93", "CODE-128": "code128",
    "Codabar": "codabar", "DataBar": "gs1DataBar", "DataBar-Exp": "gs1DataBarExpanded", "PDF417": "pdf417",
}
ZXING_TYPES = {
    "QRCode": "qr", "MicroQRCode": "microQR", "Aztec": "aztec", "DataMatrix": "dataMatrix", "PDF417": "pdf417",
    "EAN-13": "ean13", "EAN-8": "ean8", "UPC-A": "ean13", "UPC-E": "upce", "ITF": "interleaved2of5",
    "Code39": "code39", "Code93": "code93", "Code128": "code128", "Codabar": "codabar",
    "DataBar": "gs1DataBar", "DataBarExpanded": "gs1DataBarExpanded",
}


class Scanwatch:
    """Ours."""

    name = "scanwatch"
    is_lenient = False

    def __init__(self, binary, effort="normal", options=()):
        self.binary = binary
        self.options = ["--types", "codes", "--effort", effort, *options]
        self.errors = []

    def read(self, files, folder):
        """Records, and processor seconds."""
        found, done = records(self.binary, self.options, files, folder)
        self.errors += [f"{record['source']}: {record['error']['message']}" for record in found if "error" in record]
        return found, done.seconds


class Zbarimg:
    """zbarimg as it comes, without the D-Bus message it would send; many pictures a process.

    Its XML damages texts with control characters and bytes over 127; those are asked for again, at no charge.
    """

    name = "zbarimg"
    is_lenient = True
    quiet = ["zbarimg", "--quiet", "--nodbus"]

    def read(self, files, folder):
        """Records, and processor seconds."""
        found, seconds, left = {}, 0.0, list(files)
        while left:
            done = run([*self.quiet, "--xml", *left], folder)
            seconds += done.seconds
            seen = self._sources(done.output)
            found |= seen
            # It stops at a picture that it cannot open; that one has nothing, the rest is asked for again.
            broken = [file for file in left if file not in seen]
            found |= {file: [] for file in broken[:1]}
            left = broken[1:]
        for file, objects in found.items():
            if any(max(thing.get("raw") or b"\0") > 127 for thing in objects):
                self._mend(objects, run([*self.quiet, "--raw", file], folder).output)
        return [_record(file, objects) for file, objects in found.items()], seconds

    def _sources(self, output):
        text = output.decode("utf-8", errors="replace")
        # A parser of XML would turn carriage returns into line feeds; a character of private use keeps them.
        text = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text.replace("\r", CARRIAGE_RETURN))
        if not text.startswith("<barcodes"):
            return {}
        if "</barcodes>" not in text:
            text = text[: text.rfind("</source>") + len("</source>")] + "</barcodes>"
        space = "{http://zbar.sourceforge.net/2008/barcode}"
        return {
            source.get("href"): [self._object(symbol, space) for symbol in source.iter(space + "symbol")]
            for source in ElementTree.fromstring(text).iter(space + "source")
        }

    def _object(self, symbol, space):
        element = symbol.find(space + "data")
        thing = {"type": ZBAR_TYPES.get(symbol.get("type"), symbol.get("type"))}
        thing["text"] = (element.text or "").replace(CARRIAGE_RETURN, "\r")
        if element.get("format") == "base64":
            thing["raw"] = base64.b64decode(thing["text"])
            thing["text"] = thing["raw"].decode("utf-8", errors="replace")
        return thing

    def _mend(self, objects, raw):
        """Takes texts from raw output: one after the other, a line feed after each."""
        start = 0
        for thing in objects:
            length = len(thing["raw"] if "raw" in thing else thing["text"].encode())
            if thing.pop("raw", None) is not None:
                thing["text"] = raw[start : start + length].decode("utf-8", errors="replace")
            start += length + 1


class ZXing3:
    """The ZXing-C++ that this package is built with, by a small program: default options and its own loop."""

    name = "ZXing-C++ 3"
    is_lenient = True
    # As the library writes them, where that is not the name here in other letters.
    types = {
        "QR Code": "qr", "QR Code Model 1": "qr", "QR Code Model 2": "qr", "Micro QR Code": "microQR", "rMQR Code": "rMQR",
        "Aztec Code": "aztec", "Aztec Rune": "aztec", "Compact PDF417": "pdf417", "UPC-A": "ean13", "ISBN": "ean13",
        "ITF": "interleaved2of5", "ITF-14": "itf14", "Code 39 Standard": "code39", "Code 39 Extended": "code39",
        "Pharmazentralnummer": "pzn", "DataBar": "gs1DataBar", "DataBar Omni": "gs1DataBar",
        "DataBar Stacked": "gs1DataBar", "DataBar Stacked Omni": "gs1DataBar", "DataBar Limited": "gs1DataBarLimited",
        "DataBar Expanded": "gs1DataBarExpanded", "DataBar Expanded Stacked": "gs1DataBarExpanded",
        "Telepen Alpha": "telepen", "Telepen Numeric": "telepen", "DX Film Edge": "dxFilmEdge",
    }
    names = {"pdf417": "pdf417", "micropdf417": "microPDF417", "datamatrix": "dataMatrix", "maxicode": "maxiCode"}

    def __init__(self, program, folder_for_copies=None):
        self.program = str(program)
        self.copies = folder_for_copies
        self.errors = []

    def read(self, files, folder):
        """Records, and processor seconds."""
        copies = {str(grey(file, folder, self.copies)): file for file in files}
        done = run([self.program, *copies], folder)
        errors = done.errors.decode(errors="replace")
        # What it has not come to would count as not read.
        if done.status != 0:
            raise SystemExit(f"{self.program} ended with {done.status}: {errors[-2000:]}")
        self.errors += errors.splitlines()
        found = {}
        for line in done.output.decode().splitlines():
            kind, *fields = line.split("\t")
            if kind == "file":
                objects = found.setdefault(copies[fields[0]], [])
            else:
                text, raw = (bytes.fromhex(field) for field in fields)
                objects.append({"type": self._type(kind), "text": text.decode("utf-8", errors="replace"), "raw": raw})
        return [_record(file, found.get(file, [])) for file in files], done.seconds

    def _type(self, name):
        plain = name.lower().replace(" ", "").replace("-", "")
        return self.types.get(name) or self.names.get(plain, plain)


class ZXingReader:
    """ZXingReader with its defaults; without a layer of shrinking (`-noscale`) where it aborts with them.

    It knows no WebP and no TIFF: those are turned to PNG first, without loss, and that is not counted.
    """

    name = "ZXingReader"
    is_lenient = True

    def __init__(self, folder_for_copies):
        self.copies = folder_for_copies
        self.start = statistics.median(
            run(["ZXingReader", "/nonexistent.png"]).seconds for _ in range(21))
        self.aborts = 0

    def read(self, files, folder):
        """Records, and processor seconds."""
        found, seconds = [], 0.0
        for file in files:
            picture = readable(file, folder, self.copies)
            for options in ([], ["-noscale"]):
                done = run(["ZXingReader", *options, picture], folder)
                seconds += max(0.0, done.seconds - self.start)
                if done.status >= 0:
                    break
                self.aborts += 1
            found.append(_record(file, self._objects(done.output.decode("utf-8", errors="replace"))))
        return found, seconds

    def _objects(self, output):
        objects = []
        for block in re.split(r"(?m)^(?=Text: )", output)[1:]:
            fields = dict(re.findall(r"(?m)^(\w+):[ ]+(.*)$", block[block.find("\nBytes:") :]))
            text = block[: block.find("\nBytes:")].removeprefix("Text:").strip(" ")
            if "Error" in fields or not fields.get("Bytes"):
                continue
            type = fields["Format"]
            objects.append({
                "type": ZXING_TYPES.get(type, type), "text": text.strip('"'),
                "raw": bytes.fromhex(fields["Bytes"])})
        return objects


def _record(file, objects):
    """A record of codes that were seen somewhere in a picture; `raw` is a payload's bytes."""
    for thing in objects:
        if "raw" in thing:
            thing["bytes"] = base64.b64encode(thing.pop("raw")).decode()
    return {"source": file, "objects": objects}
