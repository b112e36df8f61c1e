"""What an application sees that works with a session and a device, as with AVFoundation's."""
import subprocess

from camera import Webcam
from program import Program
from tool import run


def a_runtime_error_stops_the_session_and_it_can_be_started_again(scene):
    with Webcam(scene) as camera, Program() as program:
        program.do("add", "start")
        program.wait_for_frames()
        camera.unplug()
        program.wait_for_event("didStopRunning")
        assert program.events[-2:] == ["runtimeError deviceWasDisconnected", "didStopRunning"], program.events
        assert not program.state.is_running
        assert program.ask("start").startswith("error deviceNotConnected "), program.answers
        camera.plug()
        program.do("start")
        assert program.state.is_running
        program.wait_for_frames()
        program.do("stop")
        assert not program.state.is_running


def there_is_one_object_a_camera_while_it_is_plugged_in(scene):
    with Webcam(scene) as camera, Program() as program:
        assert program.ask("object") == "the same"
        camera.unplug()
        assert program.ask("add") == "refused"
        assert program.ask("object").startswith("error deviceNotConnected "), program.answers
        camera.plug()
        assert program.ask("object") == "another"
        program.do("add", "start")
        program.wait_for_frames()


def a_program_may_lock_a_camera_again_and_keeps_others_out(scene):
    with Webcam(scene) as camera, Program() as program:
        set_gain = ["v4l2-ctl", "-d", camera.node, "-c", "gain=5"]
        program.do("lock", "lock", "unlock")
        assert subprocess.run(set_gain, capture_output=True).returncode != 0
        status, _, errors = run("--device", camera.node, "--control", "gain=5")
        assert status == 69 and "is locked for configuration by another program" in errors, (status, errors)
        program.do("format YUYV", "unlock")
        assert program.ask("format MJPG").startswith("error notLockedForConfiguration "), program.answers
        subprocess.run(set_gain, check=True, capture_output=True)


def a_format_and_a_rate_take_effect_while_it_runs(scene):
    with Webcam(scene) as camera, Program() as program:
        program.do("add", "start", "lock")
        program.wait_for_frames()
        state = program.state
        assert (state.preset, state.format) == ("high", "MJPG 640x480 at 30"), state
        program.do("format YUYV")
        program.wait_for_frames()
        state = program.state
        assert state.preset == "inputPriority" and state.format.startswith("YUYV 640x480 at "), state
        starts = lambda: [event for event in program.events if event.startswith("sourceDidStart")]
        assert len(starts()) == 2, program.events
        program.do("begin", "format MJPG", "rate 15")
        assert program.state.format.startswith("YUYV"), program.state
        program.do("commit")
        program.wait_for_frames()
        assert program.state.format == "MJPG 640x480 at 15", program.state
        assert len(starts()) == 3, program.events
        program.do("preset vga640x480")
        state = program.state
        assert state.is_running and state.preset == "vga640x480", state
        # A rate that the camera does not have changes nothing.
        assert program.ask("rate 25").startswith("error unsupported "), program.answers
        program.wait_for_frames()
        assert program.state.format == state.format and len(starts()) == 4, program.events
