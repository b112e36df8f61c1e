"""Codes placed on photographs: the same for the same seed, and where they are said to be."""

import random
import shutil
import tempfile
import unittest
from pathlib import Path

try:
    import numpy
    from PIL import Image
    from scanbench import placed
except ImportError as error:
    raise unittest.SkipTest(f"{error}: Debian's python3-numpy and python3-pil have it") from error


@unittest.skipUnless(shutil.which("zint"), "without zint")
class PlacedTests(unittest.TestCase):
    def test_symbols_have_modules_of_one_pixel_and_a_quiet_zone(self):
        modules, text = placed.symbol("ean13", random.Random(1))
        self.assertEqual((len(text), modules.shape[1]), (13, 95 + 20))
        self.assertTrue(modules[:, :10].all() and modules[:4].all())
        modules, text = placed.symbol("dataMatrix", random.Random(1))
        # Its left and lower edges are dark.
        self.assertFalse(modules[4:-4, 10].any() or modules[-5, 10:-10].any())

    def test_a_picture_is_a_photograph_with_a_code(self):
        with tempfile.TemporaryDirectory() as folder:
            ground = Path(folder) / "ground.png"
            Image.new("L", (1600, 1200), 90).save(ground)
            for kind in placed.KINDS.values():
                pictures = [placed.picture(kind, kind.types[0], random.Random(seed), [str(ground)]) for seed in (1, 1, 2)]
                self.assertTrue(numpy.array_equal(pictures[0][0], pictures[1][0]))
                self.assertEqual(pictures[0][1], pictures[1][1])
                self.assertFalse(numpy.array_equal(pictures[0][0], pictures[2][0]))
                pixels = pictures[0][0]
                self.assertGreater((numpy.abs(pixels.astype(int) - 90) > 45).sum(), 500)
                self.assertLess((numpy.abs(pixels.astype(int) - 90) > 45).mean(), 0.3)


if __name__ == "__main__":
    unittest.main()
