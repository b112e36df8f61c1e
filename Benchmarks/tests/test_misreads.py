"""Hard pictures that are made: the same for the same numbers, and what is known of them is true."""

import tempfile
import unittest
from collections import Counter
from pathlib import Path

try:
    from scanbench import copies, misreads
    from scanbench.hard import pieces, symbols
except ImportError as error:
    raise unittest.SkipTest(f"{error}: Debian's python3-numpy and python3-pil have it") from error


class SymbolTests(unittest.TestCase):
    def test_check_digit_of_gs1(self):
        # GS1 General Specifications, figure 7.9.1-1.
        self.assertEqual(symbols.check_digit("629104150021"), "3")

    def test_upce_stands_for_a_upca(self):
        self.assertEqual(symbols.expanded_upce("0123453"), "01230000045")
        self.assertEqual(symbols.expanded_upce("0425261"), "04210000526")


class PieceTests(unittest.TestCase):
    # Digits 1, 2, 3, 4 with wide elements of three modules: start, two pairs, stop.
    RUNS = [1, 1, 1, 1] + [3, 1, 1, 3, 1, 1, 1, 1, 3, 3] + [3, 1, 3, 1, 1, 3, 1, 1, 1, 3] + [3, 1, 1]
    MODULES = bytes(dark for place, width in enumerate(RUNS) for dark in [1 - place % 2] * width)

    def piece(self, first=0, last=None):
        symbol = symbols.Symbol("interleaved2of5", "1234", self.MODULES)
        found = pieces.piece(symbol, first, len(self.MODULES) if last is None else last)
        return found and found.text

    def test_a_whole_symbol_is_one(self):
        self.assertEqual(self.piece(), "1234")

    def test_so_is_one_whose_end_is_within_the_tolerance(self):
        self.assertEqual(self.piece(0.3, len(self.MODULES) - 0.3), "1234")
        self.assertIsNone(self.piece(0.6))
        self.assertIsNone(self.piece(0, len(self.MODULES) - 0.6))

    def test_a_cut_where_start_or_stop_happen_to_be(self):
        # Of the second pair, a wide bar, a narrow space and a third of the next bar are a stop.
        self.assertEqual(self.piece(0, 4 + 18 + 3 + 1 + 1), "12")
        self.assertIsNone(self.piece(0, 4 + 18 + 3 + 1 + 2))
        self.assertIsNone(self.piece(0, 4 + 10))

    def test_a_sliver_of_another_bar_is_not_seen(self):
        beside = symbols.Symbol("interleaved2of5", "1234", self.MODULES + bytes([0, 0, 0, 1]))
        sliver = len(self.MODULES) + 3
        self.assertEqual(pieces.piece(beside, 0, sliver + 0.01).text, "1234")
        self.assertIsNone(pieces.piece(beside, 0, sliver + 0.1))

    def test_other_types_have_none(self):
        self.assertIsNone(pieces.piece(symbols.Symbol("code39", "1234", self.MODULES), 0, len(self.MODULES)))


class TaskTests(unittest.TestCase):
    def test_halves_share_no_picture_and_are_repeatable(self):
        tuning, held = (misreads.tasks(half, 216, 12) for half in misreads.HALVES)
        self.assertEqual(tuning, misreads.tasks("tuning", 216, 12))
        self.assertNotEqual(tuning, held)
        self.assertEqual(len(tuning), 228)

    def test_parts_are_the_whole(self):
        made = misreads.tasks("tuning", 40, 2)
        parts = [misreads.part_of(made, f"{part}/3") for part in (1, 2, 3)]
        self.assertEqual(sorted(made), sorted(sum(parts, [])))
        for part in ("0/3", "4/3"):
            with self.assertRaises(SystemExit):
                misreads.part_of(made, part)

    def test_every_other_code_is_an_ordinary_one_of_each_type(self):
        made = Counter((kind, name) for kind, name, _ in misreads.tasks("tuning", 18 * len(symbols.MAKERS), 0))
        self.assertEqual({made["ordinary", name] for name in symbols.MAKERS}, {9})
        self.assertEqual({made[kind, name] for kind, name in made if kind != "ordinary"}, {1})

    def test_a_cut_symbol_need_not_be_read_and_may_not_be_another(self):
        library = {"ean13": [
            symbols.Symbol("ean13", "4006381333931", bytes([1, 0] * 47 + [1])),
            symbols.Symbol("ean13", "4012345678901", bytes([1, 0, 0] * 31 + [0, 1]))]}
        for kind, codes in (("cut", 0), ("overlaid", 0), ("small", 1), ("doubled", 2)):
            pixels, known = misreads.picture("tuning", kind, "ean13", 5, library)
            self.assertEqual(len(known["objects"]), codes)
            self.assertEqual(len(known["optional"]), 2 - codes)
            self.assertEqual(str(pixels.dtype), "uint8")
            again, _ = misreads.picture("tuning", kind, "ean13", 5, library)
            self.assertTrue((pixels == again).all())


class PrintedTests(unittest.TestCase):
    def test_each_reader_of_each_half_has_a_row_and_its_misreads(self):
        counts = Counter(pictures=4, codes=3, accepted=3, right=2, wrong=1, milliseconds=7)
        of_half = {
            "counts": {"scanwatch": counts, "ZXing-C++ 3": Counter(pictures=4, codes=3)},
            "wrong": {"scanwatch": {"blurred": Counter(ean13=1)}, "ZXing-C++ 3": {}}, "named": {}}
        lines = misreads.printed({"tuning": of_half}).splitlines()
        self.assertEqual(lines[0].split(), ["half", "reader", "pictures", "codes", "accepted", "right", "wrong", "ms"])
        self.assertIn(["tuning", "scanwatch", "4", "3", "3", "2", "1", "7"], [line.split() for line in lines])
        self.assertEqual(lines[-1], "tuning, scanwatch, blurred: ean13 1")

    def test_figures_of_parts_are_put_together(self):
        def part(wrong):
            return {"tuning": {
                "counts": {"ours": dict(codes=3, wrong=wrong)}, "wrong": {"ours": {"cut": {"ean8": wrong}}},
                "named": {"ours": [["a", wrong]]}}}
        whole = misreads.merged([part(1), part(2)])["tuning"]
        self.assertEqual(whole["counts"]["ours"], Counter(codes=6, wrong=3))
        self.assertEqual(whole["wrong"]["ours"]["cut"], Counter(ean8=3))
        self.assertEqual(whole["named"]["ours"], [["a", 1], ["a", 2]])

    def test_what_was_read_twice_is_not_put_together(self):
        def part(*names, reader="ours"):
            return {"tuning": {
                "counts": {reader: dict(codes=3)}, "wrong": {}, "named": {}, "parts": {reader: [f"a b {name}" for name in names]}}}
        whole = misreads.merged([part("1/3"), part("3/3"), part("1/3", reader="theirs")])
        self.assertEqual(whole["tuning"]["parts"], {"ours": ["a b 1/3", "a b 3/3"], "theirs": ["a b 1/3"]})
        for other, words in ((part("1/3"), "1/3 of a b is there twice"), (part("1/2"), "of 3 and of 2"), (whole, "twice")):
            with self.assertRaisesRegex(SystemExit, words):
                misreads.merged([whole, other])

    def test_a_grey_map_is_read_as_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.pgm").write_bytes(b"P5\n1 1\n255\n\0")
            self.assertEqual(copies.grey("a.pgm", folder, None), f"{folder}/a.pgm")
