"""Symbols from three independent encoders: zint, qrencode and dmtxwrite."""

import io
import subprocess
import tempfile

import numpy
from PIL import Image

from symbol import Symbol


def _dark(png):
    return numpy.asarray(Image.open(io.BytesIO(png)).convert("RGBA").convert("L")) < 128


def _facts(text, data, facts):
    known = {}
    if text is not None:
        known["text"] = text
    if data is not None:
        known["bytes"] = data.hex()
    return known | facts


def _zint(number, payload, options, scale):
    command = ["zint", "-b", str(number), "--direct", "--filetype=PNG", f"--scale={scale}", *options]
    # Through a file: payloads may hold any byte, which an argument may not.
    with tempfile.NamedTemporaryFile() as file:
        if payload is not None:
            file.write(payload)
            file.flush()
            command += ["-i", file.name]
        return _dark(subprocess.run(command, capture_output=True, check=True).stdout)


def zint(type, number, payload, text=None, data=None, options=(), printed=False, scale=0.5, per_module=1, **facts):
    """A symbol of zint's symbology `number`; `text` and `data` (2-D types) are what a reader must tell.

    Without a `payload` it is in the options, as several segments must be. `printed` keeps the digits under the bars. At `scale` 0.5 a module is a pixel of zint's.
    """
    payload = payload.encode() if isinstance(payload, str) else payload
    if not printed:
        dark = _zint(number, payload, ["--notext", *options], scale)
        return Symbol(type, dark, _facts(text, data, facts), per_module=per_module)
    bars = Symbol(type, _zint(number, payload, ["--notext", *options], 2), {}, per_module=4)
    dark = _zint(number, payload, options, 2)
    return Symbol(type, dark, _facts(text, data, facts), per_module=4, box=bars.box)


def composite(type, number, part, primary, text, form):
    """A linear symbol of zint's under a two-dimensional part of a form, 1 for CC-A to 3 for CC-C (GS1 Composite).

    What a reader must tell is the linear one's.
    """
    symbol = zint(type, number, part, text, options=[f"--primary={primary}", f"--mode={form}"])
    height = len(symbol.dark)
    top = height
    while top > 0 and (symbol.dark[top - 1] == symbol.dark[-1]).all():
        top -= 1
    columns = numpy.flatnonzero(symbol.dark[-1])
    symbol.box = (float(columns[0]), float(top), float(columns[-1] + 1), float(height))
    # Pictures are made around the middle of the box.
    symbol.dark = numpy.pad(symbol.dark, ((0, top), (0, 0)))
    return symbol


def qrencode(payload, text=None, options=(), **facts):
    """A QR symbol by libqrencode, `payload` in bytes."""
    command = ["qrencode", "-o", "-", "-s", "1", "-m", "0", *options]
    done = subprocess.run(command, input=payload, capture_output=True, check=True)
    return Symbol("qr", _dark(done.stdout), _facts(text, payload, facts))


def qrencode_parts(payload, version, level="L"):
    """The symbols of one structured-append sequence by libqrencode."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["qrencode", "-o", f"{folder}/part.png", "-s", "1", "-m", "0", "-S", "-v", str(version),
             "-l", level, "-8"], input=payload, capture_output=True, check=True)
        parts = []
        for index in range(16):
            try:
                with open(f"{folder}/part-{index + 1:02}.png", "rb") as file:
                    parts.append(_dark(file.read()))
            except FileNotFoundError:
                break
    return parts


def dmtxwrite(payload, text=None, options=(), **facts):
    """A Data Matrix symbol by libdmtx, `payload` in bytes."""
    command = ["dmtxwrite", "-d", "1", "-m", "1", *options]
    done = subprocess.run(command, input=payload, capture_output=True, check=True)
    return Symbol("dataMatrix", _dark(done.stdout)[1:-1, 1:-1], _facts(text, payload, facts))
