import unittest

from scanbench import start


class StartTests(unittest.TestCase):
    def test_each_start_is_held_against_the_peers_whole_run(self):
        printed = start.printed({
            "starts": 20, "milliseconds": {"zbarimg": [10.0, 9.0], "scanwatch --version": [8.0, 7.0], "scanwatch qr": [15.0, 20.0]},
            "libraries": {"scanwatch": 6}, "megabytes": {"scanwatch qr,face": 61.25}})
        rows = [line.split() for line in printed.splitlines()]
        self.assertIn(["scanwatch", "--version", "8.0", "7.0", "0.80"], rows)
        self.assertIn(["scanwatch", "qr", "15.0", "20.0", "1.50", "1.2"], rows)
        self.assertIn(["scanwatch", "qr,face", "61.2", "55"], rows)
