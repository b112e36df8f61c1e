"""The arithmetic of boxes."""

import unittest

from scanbench.boxes import is_ignored, overlap


class BoxTests(unittest.TestCase):
    def test_overlap(self):
        self.assertEqual(overlap((0, 0, 2, 2), (0, 0, 2, 2)), 1)
        self.assertEqual(overlap((0, 0, 2, 2), (2, 0, 2, 2)), 0)
        self.assertAlmostEqual(overlap((0, 0, 2, 2), (1, 0, 2, 2)), 1 / 3)

    def test_ignored_boxes(self):
        self.assertTrue(is_ignored((12, 12, 4, 4), [(10, 10, 40, 60)]))
        self.assertFalse(is_ignored((100, 100, 20, 30), [(10, 10, 40, 60)]))


if __name__ == "__main__":
    unittest.main()
