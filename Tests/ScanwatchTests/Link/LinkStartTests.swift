import Foundation
import Testing

/// Runs with a link that cannot begin.
@Suite struct LinkStartTests {
    /// Clients would wait at a socket at which nobody answers.
    @Test(arguments: [
        ("--events --event-pictures /dev/null/events", "/bin/true", 74),
        ("--preview-http 127.0.0.1:0", "./nothing", 69),
    ])
    func noSocketIsLeft(arguments: String, web: String, status: Int32) throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            "SCANWATCH_WEB=\(web) scanwatch --device synthetic:code --link link \(arguments); echo $?; ls",
            in: scratch.url)
        #expect(outcome.output == "\(status)\n", "\(outcome)")
    }
}
