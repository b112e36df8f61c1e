"""What a live camera costs: drops, latency from capture to record, processor time; 1080p30 at real time."""

import itertools
import json
import subprocess
import sys

from . import project
from .tables import table

# What is measured: the scene before the camera (a code and two faces that move, the same at rest, nothing), its size and rate.
SCENES = {
    "moving": ["--scene", "moving"],
    "moving, MJPG": ["--scene", "moving", "--format", "MJPG"],
    "still": ["--scene", "still"],
    "still, MJPG": ["--scene", "still", "--format", "MJPG"],
    "empty": ["--scene", "empty"],
    "appearing": ["--scene", "appearing"],
    "moving, 60 a second": ["--scene", "moving", "--fps", "60"],
    "moving, beside 3 still, 720p": ["--scene", "moving", "--cameras", "4", "--width", "1280"],
}
LIMITS = {"drops": 0, "p99": 80.0, "processorMilliseconds": 33.0}


def measure(seconds, models, progress=lambda text: None):
    """Figures by scene and face detector; `models` are paths of YuNet files by name, None for dlib's filters."""
    program = project.built_benchmark("live-bench")
    worker = project.built("scanwatch-worker")
    figures = {}
    for (scene, options), (name, model) in itertools.product(SCENES.items(), models.items()):
        length = _length(scene, seconds)
        progress(f"{scene}, {name}: {length:g} s")
        command = [program, str(project.ROOT / "SampleImages"), "--seconds", str(length), "--worker", worker, *options]
        command += ["--face-model", model] if model else []
        done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            sys.exit(f"{program} ended with {done.returncode}")
        first, others = _by_camera(json.loads(done.stdout))
        figures[f"{scene}, {name}"] = first
        if others:
            figures[f"- those beside it, {name}"] = others
    return figures


def _length(scene, seconds):
    """How long a scene is watched, if that is asked for: what appears every three seconds five times as long, for a hundred a minute."""
    return 5 * seconds + 3 if scene == "appearing" else seconds


def _by_camera(figures):
    """The first camera's, and those of all others together, if there are any."""
    first, *others = figures["cameras"]
    first["decodingMilliseconds"] = figures.get("decodingMilliseconds")
    if not others:
        return first, None
    together = {part: sum(of[part] for of in others) for part in ("captured", "processed", "records", "complete", "ids")}
    together["drops"] = {f"{number} {reason}": count for number, of in enumerate(others) for reason, count in of["drops"].items()}
    together["latencies"] = {
        part: max(of["latencies"].get(part) or 0.0 for of in others) for part in ("p50", "p95", "p99", "most")}
    together["processorMilliseconds"] = sum(of["processorMilliseconds"] for of in others) / len(others)
    return first, together


def printed(figures):
    """The table: a row a scene and detector, in milliseconds; then what is over its limit."""
    rows = [[
        "scene, faces by", "frames", "searched", "drops", "p50", "p95", "p99", "most", "processor a frame", "of it decoding",
        "complete", "ids"]]
    rows += [_row(name, of) for name, of in figures.items()]
    return "\n".join([
        table(rows), *(_appearances(name, of["appearances"]) for name, of in figures.items() if of.get("appearances")),
        *(f"over its limit: {line}" for line in excesses(figures))])


def _appearances(name, of):
    return (
        f"{name}: of {of['count']} appearances the code is in the record of its first frame {of['codes']} times, "
        f"the face in that of one of its first four {of['faces']} times")


def _row(name, of):
    latencies = [_number(of["latencies"].get(part)) for part in ("p50", "p95", "p99", "most")]
    return [
        name, of["captured"], of["processed"], _drops(of), *latencies, _number(of["processorMilliseconds"]),
        _number(of.get("decodingMilliseconds")), f"{of['complete'] / max(1, of['records']):.3f}", of["ids"]]


def excesses(figures):
    """What is over its limit, a line each."""
    return [
        f"{name}: {part} {value:g}, at most {LIMITS[part]:g}" for name, of in figures.items()
        for part, value in {
            "drops": _drops(of), "p99": of["latencies"].get("p99") or 0.0,
            "processorMilliseconds": of["processorMilliseconds"]}.items()
        if value > LIMITS[part]]


def _drops(of):
    return sum(of["drops"].values())


def _number(value):
    return "–" if value is None else f"{value:.1f}"
