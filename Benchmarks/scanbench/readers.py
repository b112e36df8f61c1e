"""The readers of codes that are compared. Each reads a list of files and says what it saw and what that cost.

Processor time is user and system time of whole processes, decoding of the pictures included. scanwatch and zbarimg
read a folder in one process; ZXingReader loses what it has printed when it aborts, so it gets a process a picture and
the cost of starting one is taken off.
"""

import base64
import re
import statistics
import xml.etree.ElementTree as ElementTree

from .codescore import Report
from .copies import readable
from .processes import run
from .records import payload, pixels, records

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
        """Reports by file, and processor seconds."""
        found, done = records(self.binary, self.options, files, folder)
        self.errors += [f"{file}: {found[file]['error']['message']}" for file in files if "error" in found[file]]
        return {file: self._reports(found[file]) for file in files}, done.seconds

    def _reports(self, record):
        return [
            Report(
                thing["type"], thing.get("text"), payload(thing),
                tuple(pixels(corner, record) for corner in thing["corners"]))
            for thing in record.get("objects", [])
        ]


class Zbarimg:
    """zbarimg as it comes, without the D-Bus message it would send; many pictures a process.

    Its XML damages texts with control characters and bytes over 127; those are asked for again, at no charge.
    """

    name = "zbarimg"
    is_lenient = True
    quiet = ["zbarimg", "--quiet", "--nodbus"]

    def read(self, files, folder):
        """Reports by file, and processor seconds."""
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
        for file, reports in found.items():
            if any(report.data and max(report.data) > 127 for report in reports):
                self._mend(reports, run([*self.quiet, "--raw", file], folder).output)
        return found, seconds

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
            source.get("href"): [self._report(symbol, space) for symbol in source.iter(space + "symbol")]
            for source in ElementTree.fromstring(text).iter(space + "source")
        }

    def _report(self, symbol, space):
        element = symbol.find(space + "data")
        text, data = (element.text or "").replace(CARRIAGE_RETURN, "\r"), None
        if element.get("format") == "base64":
            data = base64.b64decode(text)
            text = data.decode("utf-8", errors="replace")
        return Report(ZBAR_TYPES.get(symbol.get("type"), symbol.get("type")), text, data)

    def _mend(self, reports, raw):
        """Takes texts from raw output: one after the other, a line feed after each."""
        start = 0
        for report in reports:
            length = len(report.data if report.data is not None else report.text.encode())
            data = raw[start : start + length]
            if report.data is not None:
                report.text, report.data = data.decode("utf-8", errors="replace"), None
            start += length + 1


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
        """Reports by file, and processor seconds."""
        found, seconds = {}, 0.0
        for file in files:
            picture = readable(file, folder, self.copies)
            for options in ([], ["-noscale"]):
                done = run(["ZXingReader", *options, picture], folder)
                seconds += max(0.0, done.seconds - self.start)
                if done.status >= 0:
                    break
                self.aborts += 1
            found[file] = self._reports(done.output.decode("utf-8", errors="replace"))
        return found, seconds

    def _reports(self, output):
        reports = []
        for block in re.split(r"(?m)^(?=Text: )", output)[1:]:
            fields = dict(re.findall(r"(?m)^(\w+):[ ]+(.*)$", block[block.find("\nBytes:") :]))
            text = block[: block.find("\nBytes:")].removeprefix("Text:").strip(" ")
            if "Error" in fields or not fields.get("Bytes"):
                continue
            type = fields["Format"]
            reports.append(
                Report(ZXING_TYPES.get(type, type), text.strip('"'), bytes.fromhex(fields["Bytes"])))
        return reports
