import Foundation
import Testing

/// Drawings and a report as Chromium shows them, judged by a script that is not ours to run (`Looks/examine`;
/// Debian's chromium and chromium-driver). One start of Chromium, as that takes seconds.
@Suite struct LooksTests {
    @Test func chromiumShowsWhatIsThere() throws {
        let scratch = try ScratchFolder()
        let tests = Tool.package.appending(path: "Tests/ScanwatchTests")
        for (name, target) in [
            ("SampleImages", Tool.package.appending(path: "SampleImages")),
            ("Pictures", tests.appending(path: "Pictures")),
        ] {
            try FileManager.default.createSymbolicLink(
                at: scratch.url.appending(path: name), withDestinationURL: target)
        }
        let made = try Tool.run(
            """
            scanwatch --effort fast --types all --annotate drawings --report report.html \
            Pictures/{hello,markup}.png Pictures/truncated.jpg missing.png SampleImages/qr SampleImages/ean13 \
            SampleImages/mixed/exif-orientation-6.jpg SampleImages/face/three-people.jpg > records.jsonl
            """, in: scratch.url)
        try #require(made.status == 2, "\(made.errors)")
        let script = tests.appending(path: "Looks/examine").path
        let seen = try Tool.run("python3 -B '\(script)' . SampleImages", in: scratch.url)
        #expect(seen.status == 0 && seen.output.isEmpty, "\(seen.output)\(seen.errors)")
    }
}
