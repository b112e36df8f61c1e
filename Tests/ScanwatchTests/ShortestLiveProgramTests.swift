import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput
import Synchronization
import Testing

/// The shortest program for a camera: it compiles and works, with a camera that shows one picture, and it is the one
/// that stands in the README.
@Suite struct ShortestLiveProgramTests {
    /// Shows a picture once.
    private final class PictureCamera: CaptureInput {
        let sourceName = "picture"
        let dropsLateFrames = false

        func openStream(preset: CaptureSessionPreset) throws(CaptureError) -> any CaptureStream { Stream() }

        private final class Stream: CaptureStream {
            let formatDescription = "one picture"
            private var isShown = false

            func nextFrame(timeout: Duration) throws(CaptureError) -> CaptureFrame? {
                let file = Tool.package.appending(path: "Tests/ScanwatchTests/Pictures/hello.png")
                guard !isShown, let bytes = try? Data(contentsOf: file) else {
                    throw CaptureError(.inputEnded, "shown")
                }
                isShown = true
                return CaptureFrame(
                    payload: .encoded(Array(bytes), limits: .standard), time: .zero, sequenceNumber: 0)
            }

            func close() {}
        }
    }

    private func shortestProgram() async throws -> [String] {
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }
        // In place of the type of this name.
        func CaptureDeviceInput(device: CaptureDevice?) -> PictureCamera { PictureCamera() }
        // begin
        let output = CaptureMetadataOutput(detectors: DetectorCatalog.standard())
        try output.setMetadataObjectTypes([.qr, .face])
        for try await update in output.updates(from: CaptureDeviceInput(device: .default())) {
            for case let code as MetadataMachineReadableCodeObject in update.appeared {
                print(code.stringValue ?? "")
            }
        }
        // end
        return printed
    }

    @Test func printsTheCodesBeforeTheCamera() async throws {
        #expect(try await shortestProgram() == ["hello"])
    }

    @Test func standsInTheREADME() throws {
        try expectInREADME(programIn: #filePath)
    }

    /// The same with the type of this name itself compiles.
    @Test func takesTheDefaultCamera() {
        #expect(!CaptureDeviceInput(device: .default()).sourceName.isEmpty)
    }
}

/// Finds what stands between `// begin` and `// end` of a source file in the README.
func expectInREADME(programIn file: String) throws {
    let readme = Tool.package.appending(path: "README.md")
    guard FileManager.default.fileExists(atPath: readme.path) else { return }
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("// begin") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// end") })
    let program = lines[(begin + 1)..<end].map { $0.dropFirst(8) }.joined(separator: "\n")
    #expect(try String(contentsOf: readme, encoding: .utf8).contains(program))
}
