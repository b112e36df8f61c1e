"""The rules by which boxes and angles of faces are judged."""

import unittest

from scanbench.facedetectors import brow_to_chin
from scanbench.facescore import FaceReport, angle_between, judge, overlap
from scanbench.truth import Face, FacePicture

BOX = (10, 10, 40, 60)


def picture(*faces, ignored=(), **properties):
    return FacePicture("a.png", "set", 200, 200, list(faces), list(ignored), **properties)


class FaceScoreTests(unittest.TestCase):
    def test_overlap(self):
        self.assertEqual(overlap((0, 0, 2, 2), (0, 0, 2, 2)), 1)
        self.assertEqual(overlap((0, 0, 2, 2), (2, 0, 2, 2)), 0)
        self.assertAlmostEqual(overlap((0, 0, 2, 2), (1, 0, 2, 2)), 1 / 3)

    def test_half_overlap_is_found_and_less_is_false(self):
        self.assertEqual(judge(picture(Face(BOX)), [FaceReport((10, 10, 40, 30))]).found, 1)
        verdict = judge(picture(Face(BOX)), [FaceReport((10, 10, 40, 29))])
        self.assertEqual((verdict.found, verdict.false), (0, 1))

    def test_one_box_a_face(self):
        verdict = judge(picture(Face(BOX)), [FaceReport(BOX), FaceReport(BOX)])
        self.assertEqual((verdict.found, verdict.false), (1, 1))

    def test_ignored_boxes_count_neither_way(self):
        verdict = judge(picture(ignored=[BOX]), [FaceReport(BOX), FaceReport((100, 100, 20, 30))])
        self.assertEqual((verdict.found, verdict.false), (0, 1))

    def test_angles_are_compared_around_the_circle(self):
        self.assertEqual(angle_between(359, 2), 3)
        self.assertEqual(angle_between(350, -7), 3)
        verdict = judge(picture(Face(BOX, roll=-7.5, yaw=None)), [FaceReport(BOX, 350, 20)])
        self.assertEqual((verdict.roll_errors, verdict.yaw_errors), ([2.5], []))

    def test_mapping_of_dlibs_boxes(self):
        self.assertEqual(brow_to_chin(100, 100, 100, 100), (104, 83, 91, 118))


if __name__ == "__main__":
    unittest.main()
