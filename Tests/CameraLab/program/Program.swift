import Capture
import Foundation

/// An application with a session and one camera, the first there is at its start, for what the tool does not show; and
/// one with the routines of `Ports`.
///
/// Each line on standard input is a command, to which a line `answer …` comes on standard output; what happens to the
/// session is a line `event …`. With the argument `encode` it has an encoder of the kernel's encode a few pictures instead.
@main struct Program {
    @MainActor static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "encode" {
            return try Encoding(Array(CommandLine.arguments.dropFirst(2))).run()
        }
        let camera = try Camera()
        let events = Task { await camera.tellEvents() }
        var routines: [String: any Routine] = [:]
        // Whoever reads lines blocks a thread, which must not be one of Swift's pool.
        let lines = AsyncStream<String> { lines in
            Thread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }.start()
        }
        for await line in lines {
            let words = line.split(separator: " ").map(String.init)
            do {
                guard let name = words.first, let make = Self.routines[name] else {
                    tell("answer \(try await camera.answer(words))")
                    continue
                }
                let routine = try routines[name] ?? make()
                routines[name] = routine
                tell("answer \(try await routine.answer(Array(words.dropFirst())))")
            } catch let error as CaptureError {
                tell("answer error \(error.code) \(error)")
            } catch {
                tell("answer error \(error)")
            }
        }
        events.cancel()
    }

    /// The routines of iOS applications, by the first word of their commands.
    @MainActor private static let routines: [String: @MainActor () throws -> any Routine] = [
        "controller": ControllerRoutine.init,
        "controls": ControlsRoutine.init,
        "scanner": ScannerRoutine.init,
        "dual": DualRoutine.init,
        "stills": StillsRoutine.init,
        "zoom": ZoomRoutine.init,
    ]

    /// Writes a line at once.
    static func tell(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
