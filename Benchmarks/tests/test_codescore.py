"""The rules by which reports of codes are judged."""

import unittest

from scanbench.codescore import Report, judge
from scanbench.truth import Code, CodePicture

HERE = ((0, 0), (0, 10), (10, 10), (10, 0))
THERE = ((50, 50), (50, 60), (60, 60), (60, 50))


def picture(*codes, **properties):
    return CodePicture("a.png", 100, 100, list(codes), **properties)


class CodeScoreTests(unittest.TestCase):
    def test_right_text_is_read_and_wrong_text_misread(self):
        verdict = judge(picture(Code("qr", "a")), [Report("qr", "a"), Report("qr", "b")])
        self.assertEqual((verdict.read, verdict.missed, len(verdict.misread)), ([0], [], 1))

    def test_same_text_of_another_kind_is_a_misreading(self):
        verdict = judge(picture(Code("qr", "a")), [Report("aztec", "a")])
        self.assertEqual((verdict.missed, len(verdict.misread)), ([0], 1))

    def test_each_report_takes_one_code(self):
        same = picture(Code("qr", "a", corners=HERE), Code("qr", "a", corners=THERE))
        self.assertEqual(judge(same, [Report("qr", "a", corners=THERE)]).missed, [0])
        self.assertEqual(judge(same, [Report("qr", "a")] * 2).missed, [])

    def test_one_too_many_is_a_duplicate(self):
        verdict = judge(picture(Code("qr", "a")), [Report("qr", "a"), Report("qr", "a")])
        self.assertEqual((verdict.duplicates, verdict.misread), (1, []))

    def test_any_text_counts_at_the_place_of_a_code_nobody_has_read(self):
        unread = picture(Code("qr", corners=HERE))
        self.assertEqual(judge(unread, [Report("qr", "x", corners=HERE)]).read, [0])
        self.assertEqual(judge(unread, [Report("qr", "x")]).read, [0])
        elsewhere = judge(unread, [Report("qr", "x", corners=THERE)])
        self.assertEqual((elsewhere.missed, len(elsewhere.misread)), ([0], 1))
        twice = judge(unread, [Report("qr", "x", corners=HERE), Report("qr", "y", corners=HERE)])
        self.assertEqual((twice.read, twice.duplicates, twice.misread), ([0], 1, []))

    def test_text_goes_before_place(self):
        both = picture(Code("qr", corners=HERE), Code("qr", "a", corners=THERE))
        self.assertEqual(judge(both, [Report("qr", "a", corners=HERE)]).read, [1])

    def test_bytes(self):
        binary = picture(Code("aztec", data=b"\xe1\xa1"))
        self.assertEqual(judge(binary, [Report("aztec", None, b"\xe1\xa1")]).read, [0])
        self.assertEqual(len(judge(binary, [Report("aztec", None, b"\xe1")]).misread), 1)

    def test_pieces_alternatives_and_add_ons(self):
        self.assertEqual(judge(picture(Code("qr", part_of="abc")), [Report("qr", "bc")]).read, [0])
        self.assertEqual(judge(picture(Code("code39", "a", alt=("b",))), [Report("code39", "b")]).read, [0])
        with_addon = picture(Code("ean13", "4006381333931", addon="05"))
        self.assertEqual(judge(with_addon, [Report("ean13", "4006381333931 05")]).read, [0])
        beside = judge(with_addon, [Report("ean13", "4006381333931"), Report("ean2", "05")])
        self.assertEqual((beside.read, beside.misread), ([0], []))

    def test_optional_negative_incomplete(self):
        optional = picture(Code("qr", "a"), optional=[Code("ean13", "012587600344")])
        reports = [Report("qr", "a"), Report("ean13", "0012587600344")]
        self.assertEqual(judge(optional, reports).misread, [])
        self.assertEqual(len(judge(picture(negative=True), [Report("qr", "a")]).misread), 1)
        partly = picture(Code("qr", "a", corners=HERE), incomplete=True)
        self.assertEqual(judge(partly, [Report("qr", "b", corners=THERE)]).misread, [])
        self.assertEqual(len(judge(partly, [Report("qr", "b", corners=HERE)]).misread), 1)

    def test_located_only_counts_neither_way(self):
        verdict = judge(picture(Code("qr", "a")), [Report("qr", corners=THERE)])
        self.assertEqual((verdict.missed, verdict.misread), ([0], []))


if __name__ == "__main__":
    unittest.main()
