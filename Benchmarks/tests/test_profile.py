"""What perf prints, and which part of the program it is."""

import unittest

from scanbench import profile

SCRIPT = """
scanwatch-inpro 28658  1212.344379:    1001001 cpu-clock:
	    7f32b14a18a8 jsimd_idct_islow_avx2+0x18 (/usr/lib/x86_64-linux-gnu/libjpeg.so.62.3.0)
	    55d0c1a018a8 $s8Decoders4JPEGO6decode (/work/scanwatch-worker)

scanwatch-inpro 28658  1212.346342:    1001001 cpu-clock:
	          1b5b54 thresholdQuickly+0x90 (/work/scanwatch-worker)
	          1b5b99 CLocalThreshold+0x90 (/work/scanwatch-worker)
	          2b5b99 $s9Detectors6SearchV3runySbAA4StepVF+0x12 (/work/scanwatch-worker)

scanwatch-inpro 28658  1212.347342:    1001001 cpu-clock:
	          1b5b54 __memset_avx512_unaligned_erms+0x1 (/usr/lib/x86_64-linux-gnu/libc.so.6)
	          1b5b99 ZXing::QRCode::Reader::read(ZXing::BinaryBitmap const&, int) const+0x9 (/work/scanwatch-worker)

scanwatch-inpro 28658  1212.348342:    1001001 cpu-clock:
	ffffffff8158e3e1 next_uptodate_folio+0xc1 ([kernel.kallsyms])
"""


class ProfileTests(unittest.TestCase):
    def test_a_sample_is_its_innermost_part(self):
        self.assertEqual(
            profile.shares(SCRIPT.splitlines()),
            {"decode": 0.25, "threshold": 0.25, "ZXing: matrix codes": 0.25, "everything else": 0.25})

    def test_loops_are_known_without_their_callers(self):
        parts = {
            "shrinkQuickly": "shrink", "halvePortably": "shrink", "compareQuickly": "mask", "runStartsQuickly": "mask",
            "finderRunsQuickly": "mask", "sumQuickly": "bars", "raiseRowsQuickly": "contrast"}
        self.assertEqual({name: profile.part([f"{name}+0x1 (/work/scanwatch-worker)", "[unknown]"]) for name in parts}, parts)

    def test_efforts_stand_side_by_side(self):
        lines = profile.printed({"fast": {"zbar": 0.25, "decode": 0.75}, "normal": {"decode": 1.0}}).splitlines()
        self.assertEqual([line.split() for line in lines[1:]], [["decode", "75.0%", "100.0%"], ["zbar", "25.0%", "0.0%"]])


if __name__ == "__main__":
    unittest.main()
