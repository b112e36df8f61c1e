"""What --write changes of docs/performance.md, and what it leaves alone."""

import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from scanbench import document


class Writing(unittest.TestCase):
    def setUp(self):
        self.page = document.PATH.read_text(encoding="utf-8")
        self.parts = re.findall(r"(?m)^<!-- ([a-z-]+) -->$", self.page)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "performance.md"
        self.path.write_text(self.page, encoding="utf-8")

    def test_what_is_written_by_hand_stays(self):
        self.assertGreater(len(self.parts), 10)
        with mock.patch.object(document, "PATH", self.path):
            for part in self.parts:
                document.write(part, f"figures of {part}")
        written = self.path.read_text(encoding="utf-8")
        by_hand = re.compile(r"(?s)(<!-- ([a-z-]+) -->\n).*?(<!-- /\2 -->)")
        self.assertEqual(by_hand.sub(r"\1\3", written), by_hand.sub(r"\1\3", self.page))
        for part in self.parts:
            self.assertIn(f"figures of {part}\n", written)

    def test_what_others_measured_is_outside_of_every_part(self):
        measured = self.page.index("Measured by others, on an earlier commit (`a16c16c`)")
        self.assertLess(measured, self.page.index(f"<!-- {self.parts[0]} -->"))


if __name__ == "__main__":
    unittest.main()
