"""The made pictures without faces."""

import random
import unittest

try:
    from scanbench.hard import faceless
except ImportError:
    faceless = None


@unittest.skipIf(faceless is None, "without numpy or PIL")
class FacelessTests(unittest.TestCase):
    def test_pictures_are_the_same_every_time_and_no_two_alike(self):
        for name, maker in faceless.KINDS.items():
            pictures = [maker(random.Random(seed)) for seed in (1, 1, 2)]
            self.assertEqual(pictures[0].shape, (480, 640), name)
            self.assertEqual(pictures[0].tobytes(), pictures[1].tobytes(), name)
            self.assertNotEqual(pictures[0].tobytes(), pictures[2].tobytes(), name)
            self.assertGreater(pictures[0].std(), 3, name)

    def test_faces_to_people_are_listed_and_not_counted(self):
        from collections import Counter

        from scanbench.faceless import printed

        last = printed({"x": Counter(toy=5, food=2)}, 160).splitlines()[-1].split()
        self.assertEqual((last[1], last[-2:]), ("5", ["2", "1.4"]))


if __name__ == "__main__":
    unittest.main()
