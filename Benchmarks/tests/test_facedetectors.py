"""What peers print, turned into records like ours."""

import unittest

from scanbench.facedetectors import brow_to_chin


class FaceDetectorTests(unittest.TestCase):
    def test_mapping_of_dlibs_boxes(self):
        self.assertEqual(brow_to_chin(100, 100, 100, 100), (104, 83, 91, 118))


if __name__ == "__main__":
    unittest.main()
