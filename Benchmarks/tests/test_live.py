"""What is printed of a live run."""

import unittest

from scanbench.live import _by_camera, _length, excesses, printed

GOOD = {
    "captured": 1800, "processed": 1800, "drops": {}, "processorMilliseconds": 20.25, "records": 1800,
    "complete": 1791, "ids": 3, "latencies": {"p50": 12.0, "p95": 30.0, "p99": 41.04, "most": 60.0}}


class LiveTests(unittest.TestCase):
    def test_a_run_within_its_limits(self):
        self.assertEqual(excesses({"dlib": GOOD}), [])
        self.assertEqual(
            printed({"dlib": GOOD}).splitlines()[1].split(),
            ["dlib", "1800", "1800", "0", "12.0", "30.0", "41.0", "60.0", "20.2", "–", "0.995", "3"])

    def test_what_is_over_its_limit_is_said(self):
        bad = GOOD | {"drops": {"late": 2, "unwritten": 1}, "latencies": {"p99": 101.0}}
        self.assertEqual(
            printed({"dlib": bad}).splitlines()[2:],
            ["over its limit: dlib: drops 3, at most 0", "over its limit: dlib: p99 101, at most 80"])

    def test_a_run_without_records_has_no_latencies(self):
        empty = GOOD | {"records": 0, "complete": 0, "latencies": {"most": 0.0}}
        self.assertIn("–", printed({"dlib": empty}))

    def test_every_scene_is_as_long_as_was_asked_for(self):
        self.assertEqual([_length("moving", 60), _length("appearing", 60), _length("appearing", 10)], [60, 303, 53])

    def test_appearances_are_told(self):
        of = GOOD | {"appearances": {"count": 100, "codes": 99, "faces": 98}}
        self.assertEqual(
            printed({"appearing, dlib": of}).splitlines()[2:],
            ["appearing, dlib: of 100 appearances the code is in the record of its first frame 99 times, "
             "the face in that of one of its first four 98 times"])

    def test_cameras_beside_the_first_are_told_together(self):
        late = GOOD | {"drops": {"late": 2}, "latencies": GOOD["latencies"] | {"p99": 70.0}}
        first, others = _by_camera({"cameras": [GOOD, late, late], "decodingMilliseconds": 4.0})
        self.assertEqual(first["decodingMilliseconds"], 4.0)
        self.assertEqual((others["captured"], others["ids"], others["latencies"]["p99"]), (3600, 6, 70.0))
        self.assertEqual((sum(others["drops"].values()), others["processorMilliseconds"]), (4, 20.25))
        self.assertEqual(_by_camera({"cameras": [GOOD]})[1], None)
