import ArgumentParser
import Capture
import Foundation

/// Prints the cameras.
struct Devices: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "Print the cameras with their formats, rates and controls.",
        discussion: """
            A name at the end of a control's line is the property of AVFoundation's capture device that it \
            belongs to. Set controls with --control name=value.

            Exit status: 0 there are cameras, 69 there are none.
            """)

    @Flag(help: "Print one JSON object per camera, each on one line.")
    var json = false

    func run() throws {
        let devices = CaptureDevice.devices()
        for device in devices {
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                StandardOutput.print(
                    String(decoding: try encoder.encode(DeviceListing(device)), as: UTF8.self))
            } else {
                StandardOutput.print(DeviceListing(device).lines)
            }
        }
        guard devices.isEmpty else { return }
        StandardStreams.complain("no camera is connected")
        throw ExitStatus.unavailable.code
    }
}
