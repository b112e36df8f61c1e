"""What the micro-benchmarks print."""

import unittest

from scanbench import pieces

OUTPUT = """
track things
╒══════════╤══════╕
│ Metric                   │ p0 │ p25 │ p50 │ p75 │ p90 │ p99 │ p100 │ Samples │
╞══════════╪══════╡
│ Time (wall clock) (μs) * │ 49 │  50 │  51 │  52 │  75 │ 112 │ 1072 │   10000 │
╘══════════╧══════╛
"""


class PiecesTests(unittest.TestCase):
    def test_median_and_tail_of_each(self):
        self.assertEqual(pieces.parsed(OUTPUT), {"track things": {"unit": "μs", "p50": 51, "p99": 112}})
