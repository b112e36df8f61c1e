"""Texts brought to one form."""

import unittest

from scanbench.codescore import Report
from scanbench.forms import expanded_upce, one_form, reported_forms


class FormTests(unittest.TestCase):
    def test_upce_is_expanded_by_its_last_digit(self):
        for short, full in [
                ("01264904", "012000006494"), ("01234531", "012300000451"), ("01234547", "012340000057"),
                ("05096893", "050968000093"),
        ]:
            self.assertEqual(expanded_upce(short), full)

    def test_upc_becomes_ean13(self):
        self.assertEqual(one_form("ean13", "036000291452"), "0036000291452")
        self.assertEqual(one_form("upce", "05096893"), "0050968000093")
        self.assertEqual(one_form("ean8", "96385074"), "96385074")

    def test_bytes_are_tried_in_character_sets(self):
        self.assertIn("測試", reported_forms(Report("qr", None, "測試".encode())))
        self.assertIn("ﾃﾞｻﾞ", reported_forms(Report("qr", None, "ﾃﾞｻﾞ".encode("shift_jis"))))

    def test_peers_may_mistake_a_character_set(self):
        mistaken = Report("qr", "測試".encode().decode("big5"))
        self.assertIn("測試", reported_forms(mistaken, lenient=True))
        self.assertNotIn("測試", reported_forms(mistaken))

    def test_peers_may_write_gs1_and_codabar_their_way(self):
        self.assertEqual(
            one_form("gs1DataBarExpanded", "(10)567(11)010101", lenient=True),
            one_form("gs1DataBarExpanded", "10567\x1d11010101", lenient=True))
        self.assertEqual(one_form("codabar", "A1234B", lenient=True), "1234")
        self.assertEqual(one_form("codabar", "A1234B"), "A1234B")
        self.assertEqual(one_form("upce", "04963406 01", lenient=True), "0049000006346")


if __name__ == "__main__":
    unittest.main()
