"""How bright the webcam's pictures are, by the light of the scene, exposure time and gain."""
import io
import math
from collections import deque

from PIL import Image

from descriptors import CONTROLS

_KEYS = {control.name: key for key, control in CONTROLS.items()}
_MODE, _TIME, _GAIN = (_KEYS[name] for name in ("exposure-mode", "exposure-time", "gain"))
MANUAL = 1
GAIN_RANGE = 5  # all of the gain is so many EV
MOST_LATE = 8


def _linear(sample):
    """The light that a sample stands for, by sRGB's curve."""
    share = sample / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _encoded(light):
    light = min(light, 1)
    share = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return round(255 * share)


class Sensor:
    def __init__(self, light, late, base):
        """`light`: how much brighter than the given pictures the scene is, in EV; `late`: frames until a setting shows; `base`:
        how much brighter than they are given pictures are at the defaults."""
        self.light, self.late, self.base = light, late, base
        self.past = deque(maxlen=MOST_LATE + 1)
        self.jpegs = {}

    def steps(self, values):
        """How much brighter than the given picture one with these settings is, in EV."""
        if values[_MODE] != MANUAL:
            return self.base  # the camera itself exposes so, whatever the light
        time = math.log2(values[_TIME] / CONTROLS[_TIME].default)
        return self.base + self.light + time + GAIN_RANGE * values[_GAIN] / CONTROLS[_GAIN].most

    def expose(self, data, values, is_jpeg):
        """A picture as it becomes with these settings, or those of some frames before."""
        self.past.append(self.steps(values))
        steps = round(self.past[max(0, len(self.past) - 1 - self.late)], 3)
        if steps == 0:
            return data
        table = bytes(_encoded(_linear(sample) * 2**steps) for sample in range(256))
        if is_jpeg:
            return self._exposed_jpeg(data, steps, table)
        data = bytearray(data)
        data[0::2] = data[0::2].translate(table)
        return bytes(data)

    def _exposed_jpeg(self, data, steps, table):
        """The same of a JPEG; of as many as a scene has at a setting, because each takes a while."""
        if (data, steps) not in self.jpegs:
            if len(self.jpegs) > 100:
                self.jpegs.clear()
            luma, *colours = Image.open(io.BytesIO(data)).convert("YCbCr").split()
            picture, file = Image.merge("YCbCr", [luma.point(table), *colours]), io.BytesIO()
            picture.save(file, "JPEG", quality=85)
            self.jpegs[data, steps] = file.getvalue()
        return self.jpegs[data, steps]
