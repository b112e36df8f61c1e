"""What fails is no figure: it would be a good one."""

import tempfile
import unittest
from pathlib import Path

from scanbench import folder, start
from scanbench.readers import ZXing3


class FailureTests(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        for name in "ab":
            (self.folder / name).write_bytes(b"P5\n1 1\n255\n\0")

    def program(self, script):
        program = self.folder / "program"
        program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        program.chmod(0o755)
        return str(program)

    def test_a_peer_that_dies_has_not_read_the_rest(self):
        good = ZXing3(self.program('for each; do printf "file\\t%s\\n" "$each"; done; echo "b: no PGM" >&2'))
        self.assertEqual(
            good.read(["a", "b"], self.folder)[0], [{"source": name, "objects": []} for name in "ab"])
        self.assertEqual(good.errors, ["b: no PGM"])
        with self.assertRaises(SystemExit):
            ZXing3(self.program('printf "file\\t%s\\n" "$1"; kill -6 $$')).read(["a", "b"], self.folder)

    def test_a_start_that_fails_is_no_fast_one(self):
        for script in ("exit 0", "echo no; exit 64"):
            with self.assertRaises(SystemExit):
                start._start([self.program(script)], to_the_end=False)
        self.assertGreater(start._start([self.program("echo yes")], to_the_end=False)[0], 0)

    def test_memory_of_what_has_ended_is_none(self):
        with self.assertRaises(SystemExit):
            start._megabytes(self.program("exit 1"), "qr", seconds=0.2)

    def test_a_peer_that_passes_over_pictures_is_not_fast(self):
        command, source = [self.program('shift; for each; do echo "$each None"; done')], r"(?m)^(\S+) "
        folder._peer([*command, "-1"], source, self.folder, ["a", "b"])
        with self.assertRaises(SystemExit):
            folder._peer(command, source, self.folder, ["a", "b"])


if __name__ == "__main__":
    unittest.main()
