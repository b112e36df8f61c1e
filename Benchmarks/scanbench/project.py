"""Where things are, and the release build that is measured."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILT_PEERS = ROOT / ".build" / "bench"


def data_folder(given, name):
    """The development data `name` (`codes`, `faces`), or None, with a message, where it is absent."""
    folder = Path(given) if given else ROOT.parent / "shared" / "data" / name
    if (folder / "expected.jsonl").is_file():
        return folder.resolve()
    print(f"skipped: no pictures with expected.jsonl in {folder} (another place: --{name} DIR)")
    return None


def scanwatch(given):
    """The binary to measure: the one given, else the release build, brought up to date first."""
    if given:
        return str(Path(given).resolve())
    subprocess.run([ROOT / "Scripts" / "build", "--quiet"], check=True, stdout=sys.stderr)
    return str(ROOT / ".build" / "release" / "scanwatch")
