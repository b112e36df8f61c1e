import Capture
import Foundation

/// An application with a session and one camera, the first there is at its start, for what the tool does not show.
///
/// Each line on standard input is a command, to which a line `answer …` comes on standard output; what happens to the
/// session is a line `event …`.
@main struct Program {
    static func main() async throws {
        let camera = try Camera()
        let events = Task { await camera.tellEvents() }
        // Whoever reads lines blocks a thread, which must not be one of Swift's pool.
        let lines = AsyncStream<String> { lines in
            Thread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }.start()
        }
        for await line in lines {
            do throws(CaptureError) {
                tell("answer \(try await camera.answer(line.split(separator: " ").map(String.init)))")
            } catch {
                tell("answer error \(error.code) \(error)")
            }
        }
        events.cancel()
    }

    /// Writes a line at once.
    static func tell(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }
}
