"""What --explain says as figures, and the sheet of thresholds."""

import unittest

try:
    from scanbench import explained, sheet
except ImportError as error:
    raise unittest.SkipTest(f"{error}: Debian's python3-numpy and python3-pil have it") from error

EXPLANATION = """a.pgm: 277 × 112 pixels, 1 found, 3 read

object 1: ean13 "7816286770055", confidence 0.995
  accepted  zxing  plain  at 35,16 203×79  whole picture, 3 lines, bars off by 0.09, at most 0.48, next best 0.26 behind, seam 1.4, edge seam 2.5
  supports  zbar   plain  at 35,16 203×79  whole picture, quality 12, bars off by 0.2, at most 0.5, next best -0.1 behind

refused: upce "01234565"
  needs a second opinion, or 4 lines  zxing  bar-strips  at 3,1 20×79  strip, 1 line
refused: qr (not decoded)
  another reading was accepted at its place  search  code-candidates  at 3,1 20×79  whole picture
"""


class ExplainedTests(unittest.TestCase):
    def test_codes_with_their_figures(self):
        found = explained.codes(EXPLANATION)
        self.assertEqual([(code.type, code.text, code.is_accepted) for code in found],
                         [("ean13", "7816286770055", True), ("upce", "01234565", False)])
        self.assertEqual([reading["engine"] for reading in found[0].readings], ["zxing", "zbar"])
        self.assertEqual([len(code.readings) for code in found], [2, 1])
        self.assertEqual([found[0].proof[name] for name in ("margin", "seam", "edge seam")], [0.26, 1.4, 2.5])
        self.assertEqual(found[1].readings[0]["lines"], 1)
        self.assertIsNone(found[1].proof)


class SheetTests(unittest.TestCase):
    def test_a_row_says_what_is_within_its_limit(self):
        samples = [(True, {"residue": 0.12, "margin": 0.25}), (False, {"residue": 0.4, "margin": -0.2}), (False, None)]
        rows = [line.split() for line in sheet.printed(samples).splitlines()]
        self.assertIn(["residue", "≤", "0.15", "1", "0"], rows)
        self.assertIn(["residue", "≤", "1", "1", "1"], rows)
        self.assertIn(["margin", "≥", "0.3", "0", "0"], rows)
        self.assertIn(["margin", "≥", "-1", "1", "1"], rows)
        self.assertEqual(rows[-1], ["none", "0", "1"])


if __name__ == "__main__":
    unittest.main()
