"""A run over months in little: what is told, and what is left behind when a camera comes and goes."""
import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import termios
import time

from camera import Webcam, promise, wait_until
from tool import Tool


def _held(process):
    """What a process has open, how many threads and mappings it has, and its own memory in kilobytes."""
    folder = pathlib.Path("/proc") / str(process.pid)
    # Of its own executable there are a thousand mappings once the run has settled.
    executable = os.readlink(folder / "exe")

    def status(name):
        lines = (folder / "status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith(name + ":")).split()[1])

    def now():
        time.sleep(0.05)
        return {
            "files": len(list((folder / "fd").iterdir())), "threads": status("Threads"),
            "mappings": sum(executable not in line for line in (folder / "maps").read_text().splitlines()),
            "memory": status("RssAnon")}

    # The least of a while: in between there are pictures being searched.
    moments = [now() for _ in range(40)]
    return {kind: min(moment[kind] for moment in moments) for kind in moments[0]}


def _waiting_in(pipe):
    """How many bytes nobody has read yet."""
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


def _since_return(tool, cycle):
    """Records since the camera was back in this cycle, the first of which is 0."""
    lines = tool.lines
    returns = [place for place, line in enumerate(lines) if line.get("status") == "returned"]
    return len(returns) > cycle and [line for line in lines[returns[cycle]:] if line.get("objects")]


def a_camera_that_comes_back_leaves_nothing_behind(scene):
    with Webcam(scene) as camera:
        with Tool("--device", "door camera", "--types", "qr", "--pixel-format", "YUYV") as tool:
            tool.wait_for_records(3)
            tenth, slowest = None, 0
            for cycle in range(Webcam.cycles):
                losses = lambda: sum(one["status"] == "lost" for one in tool.statuses)
                before = losses()
                camera.unplug()
                wait_until("the loss", lambda: losses() > before, 20)
                camera.plug()
                back = time.monotonic()
                # Records of frames from before the loss may come after it.
                wait_until("its return", lambda: _since_return(tool, cycle), 20)
                slowest = max(slowest, time.monotonic() - back)
                if cycle == 9:
                    tenth = _held(tool.process)
            last = _held(tool.process)
            print(f"{Webcam.cycles} cycles: {tenth} after the 10th, {last} after the last, slowest return {slowest:.2f} s")
            assert last["files"] == tenth["files"], (tenth, last)
            # Dispatch has now a thread more and now one less, and the allocator splits and joins mappings of its own; what a
            # cycle leaves behind adds up.
            for kind in ("threads", "mappings"):
                assert last[kind] - tenth[kind] < (Webcam.cycles - 10) / 2, (tenth, last)
            assert last["memory"] - tenth["memory"] <= 1024, (tenth, last)
            promise("a return within 1 s", slowest <= 1)
            lines = tool.lines
            returns = [place for place, line in enumerate(lines) if line.get("status") == "returned"]
            ids = [{one["id"] for line in lines[begin:end] for one in line.get("objects", [])}
                   for begin, end in zip([0, *returns], [*returns, None])]
            assert sum(map(len, ids)) == len(set.union(*ids)), f"ids never return: {ids}"


def the_default_camera_is_waited_for(scene):
    with Tool("--wait", "--types", "qr") as tool:
        assert tool.wait_for_status("lost")["reason"] == "videoDeviceDisconnected"
        with Webcam(scene):
            assert tool.wait_for_status("started")["camera"] == "Door Camera"
            tool.wait_for_records(1)


def a_reader_that_does_not_read_costs_frames(scene):
    with Webcam(scene) as camera:
        reader, writer = os.pipe()
        arguments = [str(Tool.path), "--device", camera.node, "--types", "qr", "--undecoded"]
        with subprocess.Popen(arguments, stdout=writer, stderr=subprocess.DEVNULL) as process:
            os.close(writer)
            wait_until("a pipe nearly full", lambda: _waiting_in(reader) > 60_000)
            camera.wait_for_frames(30)
            before = _held(process)["memory"]
            camera.wait_for_frames(100)
            after = _held(process)["memory"]
            process.send_signal(signal.SIGTERM)
            # The pipe is full, and still it ends.
            assert process.wait(10) == -signal.SIGTERM
        os.close(reader)
        assert after - before <= 1024, (before, after)


def events_tell_each_code_once(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr", "--events", "--confirm", "2") as tool:
            events = lambda kind: [line for line in tool.lines if line.get("event") == kind]
            wait_until("updates", lambda: len(events("updated")) >= 2)
            assert len(events("appeared")) == 1, tool.lines
            camera.unplug()
            gone = wait_until("its end", lambda: events("disappeared"))[0]
            assert gone["dwell"] > 1 and gone["reads"] > 2, gone


def once_ends_at_the_first_code(scene):
    with Webcam(scene) as camera:
        with Tool("--device", camera.node, "--types", "qr", "--once", "--format", "text") as tool:
            assert tool.wait() == 0
            assert tool._text(tool.output) == "qr\tSCANWATCH 1.0 $%*+-./:\n", tool._text(tool.output)


def a_configuration_is_read_again_as_a_whole(scene):
    with Webcam(scene) as camera:
        config = scene / "config.yaml"
        config.write_text(f"device: {camera.node}\ntypes: qr\nfps: 30\n")
        with Tool("--config", str(config)) as tool:
            tool.wait_for_records(1)
            config.write_text(f"device: {camera.node}\ntypes: qr\nfps: 60\n")
            tool.process.send_signal(signal.SIGHUP)
            tool.wait_for_status("configured")
            assert tool.wait_for_status("changed")["format"].endswith(" at 60"), tool.statuses
            count = len(tool.records)
            config.write_text(f"device: {camera.node}\nsize: 17x17\n")
            tool.process.send_signal(signal.SIGHUP)
            refused = tool.wait_for_status("configurationRefused")
            assert "has no size 17x17" in refused["message"], refused
            tool.wait_for_records(count + 3)
            config.write_text("device: nowhere\n")
            tool.process.send_signal(signal.SIGHUP)
            refusals = lambda: [one for one in tool.statuses if one["status"] == "configurationRefused"]
            missing = wait_until("another refusal", lambda: refusals()[1:])[0]
            assert "there is no camera 'nowhere'" in missing["message"], missing
            config.write_text(f"device: {camera.node}\ntypes: qr\nwait: true\n")
            tool.process.send_signal(signal.SIGHUP)
            unchanged = wait_until("a third refusal", lambda: refusals()[2:])[0]
            assert "--wait cannot be changed" in unchanged["message"], unchanged
            # What was refused leaves nothing behind that would hold the next change up.
            config.write_text(f"device: {camera.node}\ntypes: qr\nfps: 15\n")
            tool.process.send_signal(signal.SIGHUP)
            wait_until("the rate", lambda: any(one.get("format", "").endswith(" at 15") for one in tool.statuses))
