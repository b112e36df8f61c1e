"""The rules by which ids over time are judged."""

import unittest

from scanbench.accuracy_tracks import IoUTracker
from scanbench.trackscore import TrackScore

SIZE = (200, 200)
LEFT, RIGHT = (10, 50, 40, 40), (120, 50, 40, 40)


def score(*frames):
    result = TrackScore()
    for faces, reports in frames:
        result.add_frame(SIZE, faces, [], reports)
    return result


class TrackScoreTests(unittest.TestCase):
    def test_a_face_held_throughout(self):
        result = score(*[({1: LEFT}, {7: LEFT})] * 3)
        self.assertEqual((result.coverage, result.switches, result.fragments, result.false), (1, 0, 0, 0))

    def test_another_id_is_a_switch(self):
        self.assertEqual(score(({1: LEFT}, {7: LEFT}), ({1: LEFT}, {8: LEFT})).switches, 1)

    def test_ids_that_change_places_are_two_switches(self):
        faces = {1: LEFT, 2: RIGHT}
        self.assertEqual(score((faces, {7: LEFT, 8: RIGHT}), (faces, {8: LEFT, 7: RIGHT})).switches, 2)

    def test_a_gap_is_a_fragment(self):
        result = score(({1: LEFT}, {7: LEFT}), ({1: LEFT}, {}), ({1: LEFT}, {7: LEFT}))
        self.assertEqual((result.covered, result.switches, result.fragments), (2, 0, 1))

    def test_who_holds_a_face_goes_on_holding_it(self):
        # The newcomer overlaps more, and is one too many.
        near = (20, 50, 40, 40)
        result = score(({1: LEFT}, {7: LEFT}), ({1: LEFT}, {7: near, 8: LEFT}))
        self.assertEqual((result.switches, result.false), (0, 1))

    def test_who_left_by_the_edge_may_come_back_as_somebody_new(self):
        leaving = (-10, 50, 40, 40)
        self.assertEqual(score(({1: leaving}, {7: leaving}), ({}, {}), ({1: LEFT}, {8: LEFT})).switches, 0)
        self.assertEqual(score(({1: LEFT}, {7: LEFT}), ({}, {}), ({1: LEFT}, {8: LEFT})).switches, 1)

    def test_the_plain_tracker(self):
        plain = IoUTracker()
        self.assertEqual(plain.follow([LEFT, RIGHT]), {1: LEFT, 2: RIGHT})
        self.assertEqual(plain.follow([RIGHT]), {2: RIGHT})
        self.assertEqual(plain.follow([LEFT]), {1: LEFT})
        for _ in range(11):
            plain.follow([])
        self.assertEqual(plain.follow([LEFT]), {3: LEFT})
