import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput
import Synchronization
import Testing

/// The shortest program for a camera: it compiles and works, with a camera that shows one picture, and it is the one
/// that docs/library.md has.
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
        try output.setMetadataObjectTypes([.qr])
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

    @Test func isInTheLibraryPage() throws {
        try expect(programIn: #filePath, isIn: "docs/library.md")
    }

    /// The same with the type of this name itself compiles.
    @Test func takesTheDefaultCamera() {
        #expect(!CaptureDeviceInput(device: .default()).sourceName.isEmpty)
    }
}

/// Finds what is between `// begin` and `// end` of a source file in a page of documentation.
func expect(programIn file: String, isIn page: String) throws {
    let page = Tool.package.appending(path: page)
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let begin = try #require(lines.firstIndex { $0.hasSuffix("// begin") })
    let end = try #require(lines.firstIndex { $0.hasSuffix("// end") })
    let program = lines[(begin + 1)..<end].map { $0.dropFirst(8) }.joined(separator: "\n")
    #expect(try String(contentsOf: page, encoding: .utf8).contains(program))
}
