"""How returns of hidden faces are judged."""

import unittest

from scanbench.hidden import HiddenScore, judge, returns

FACE, ELSEWHERE = (10, 10, 40, 40), (120, 10, 40, 40)


def frames(*steps):
    """Frames of one face: (visible, id or None) each, 10 a second."""
    return [
        {"size": [200, 100], "framesPerSecond": 10, "faces": [{"id": 0, "box": FACE, "visible": visible}],
         "objects": [{"id": id, "box": FACE}] if id else []}
        for visible, id in steps]


class HiddenTests(unittest.TestCase):
    def test_a_return_takes_the_frames_until_its_own_id_is_back(self):
        way = [(1, 7), (0.2, 7), (0, None), (0.7, None), (1, None), (1, None), (1, 7)]
        self.assertEqual(returns(way), [2])
        self.assertEqual(returns(way[:-1]), [None])
        self.assertEqual(returns([(1, 7)] * 5), [])

    def test_late_and_lost(self):
        score = HiddenScore()
        judge(frames((1, 7), (0, None), *[(1, None)] * 4, (1, 7)), score)
        judge(frames((1, 7), (0, None), (1, 8), (1, 8)), score)
        judge(frames((1, 7), (0, None), (1, None), (1, 7)), score)
        self.assertEqual((score.clips, score.returns, score.late, score.lost, score.switches), (3, 3, 1, 1, 1))
        self.assertEqual(score.slowest, 0.4)

    def test_a_box_at_a_hidden_faces_place_counts_neither_way(self):
        score = HiddenScore()
        judge(frames((1, 7), (0, 7), (1, 7)), score)
        self.assertEqual((score.switches, score.false), (0, 0))
        elsewhere = frames((1, 7))
        elsewhere[0]["objects"].append({"id": 9, "box": ELSEWHERE})
        judge(elsewhere, score)
        self.assertEqual(score.false, 1)
