"""Tests of the fit of scores to shares of faces."""

import unittest

from scanbench import confidence


class FitTest(unittest.TestCase):
    def test_a_known_curve_comes_out(self):
        samples = []
        for step in range(-40, 41):
            score = 0.2 + step / 40
            share = round(1000 / (1 + pow(2.718281828, -(score - 0.2) / 0.1)))
            samples += [(score, True)] * share + [(score, False)] * (1000 - share)
        half, width = confidence.fit(samples)
        self.assertAlmostEqual(half, 0.2, places=2)
        self.assertAlmostEqual(width, 0.1, places=2)

    def test_kinds_that_do_not_mix(self):
        half, width = confidence.fit([(0.0, False)] * 20 + [(1.0, True)] * 20)
        self.assertTrue(0.2 < half < 0.8)
        self.assertGreater(width, 0)


class JudgementTest(unittest.TestCase):
    EXPLANATION = """a.jpg: 100 × 100 pixels, 1 found, 3 read

object 1: face, confidence 0.99
  stands  dlib  hog1280  at 10,10 20×20  whole picture, score 1.2

refused: face
  score below the limit  dlib  hog811       at 60,60 20×20  whole picture, score -0.3
  score below the limit  dlib  hog1280small at -2,80 9×9  whole picture, score -0.4
"""

    def test_boxes_are_faces_or_not_or_neither(self):
        box = {"x": 11, "y": 10, "width": 20, "height": 20}
        picture = {"faces": [box], "ignore": [{"x": -2, "y": 80, "width": 9, "height": 9}]}
        self.assertEqual(
            confidence.judged(confidence.readings(self.EXPLANATION), picture), [(1.2, True), (-0.3, False)])


if __name__ == "__main__":
    unittest.main()
