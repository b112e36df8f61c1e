"""A USB webcam made of software, for testing against the kernel's real uvcvideo.

    python3 webcam [--port N] [--name NAME] [--serial S] [--yuyv FILE [--h264 FILE]] [--light EV] [--base EV]
        [--late N] --jpeg FOLDER

Needs root and the modules vhci-hcd and uvcvideo. It plugs a USB 2 camera into port N of the kernel's virtual USB host;
uvcvideo then makes /dev/videoN as for any webcam. The frames are the JPEGs of FOLDER, in order, for ever; with --yuyv
raw 640x480 YUYV frames too, at most at 10 a second, and with --h264 the frames of a stream, each of which begins with a
delimiter. With --light the pictures become brighter and darker with exposure
time and gain while exposure is manual, and are as given at the defaults in light 0; settings show --late frames late. With
--base the given pictures are darker than the camera shows them at the defaults, so that what it burns out is in them.

It prints "plugged" once it is attached, and "set NAME VALUE" whenever a control is written. Ending it unplugs the
camera. Each line on standard input changes how it behaves:

    freeze     sends no frames more (the cable is in, the sensor is dead)
    thaw       sends frames again
    truncate   sends the next JPEG only half
    error      sets the error bit in the next frame
    light EV   the scene becomes so bright, with --light
    late N     settings show so many frames late from now on
    number     prints the number of the next frame
"""
import argparse
import pathlib

from camera import Camera
from descriptors import HEIGHT, WIDTH
from sensor import Sensor

parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--name", default="Software Webcam")
parser.add_argument("--serial", default="0001")
parser.add_argument("--yuyv", type=pathlib.Path)
parser.add_argument("--h264", type=pathlib.Path)
parser.add_argument("--light", type=float)
parser.add_argument("--base", type=float, default=0)
parser.add_argument("--late", type=int, default=0)
parser.add_argument("--jpeg", type=pathlib.Path, required=True)
arguments = parser.parse_args()

raw = arguments.yuyv.read_bytes() if arguments.yuyv else b""
size = WIDTH * HEIGHT * 2
delimiter = b"\0\0\0\1\x09"
stream = arguments.h264.read_bytes() if arguments.h264 else b""
camera = Camera(
    arguments.name, arguments.serial, [path.read_bytes() for path in sorted(arguments.jpeg.glob("*.jpg"))],
    [raw[at : at + size] for at in range(0, len(raw), size)],
    [delimiter + unit for unit in stream.split(delimiter)[1:]],
    None if arguments.light is None else Sensor(arguments.light, arguments.late, arguments.base))
camera.plug(arguments.port)
print("plugged", flush=True)
try:
    camera.run()
except (EOFError, ConnectionError):
    print("detached", flush=True)
