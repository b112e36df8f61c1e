import Capture
import Decoders
import Detectors
import Foundation
import MetadataOutput
import Testing

/// The shortest program of the README: it compiles and works, and it is the one printed there.
@Suite struct ShortestProgramTests {
    private func shortestProgram() async throws -> [String] {
        var printed: [String] = []
        func print(_ source: PictureSource, _ text: String) { printed.append("\(source) \(text)") }
        // begin
        let decoder = StandardPictureDecoder()
        let output = CaptureMetadataOutput(detectors: DetectorCatalog.standard(), decoder: decoder)
        try output.setMetadataObjectTypes([.qr, .ean13])
        let pictures = CapturePicturesInput(paths: ["SampleImages/qr"])
        for await picture in output.updates(from: pictures) {
            for case let code as MetadataMachineReadableCodeObject in try picture.result.get().objects {
                print(picture.source, code.stringValue ?? "")
            }
        }
        // end
        return printed
    }

    @Test func printsTheCodesOfAFolder() async throws {
        #expect(FileManager.default.changeCurrentDirectoryPath(Tool.package.path))
        #expect(
            try await shortestProgram().contains("SampleImages/qr/plain.png https://example.org/scan?id=42"))
    }

    @Test func isInTheREADME() throws {
        try expect(programIn: #filePath, isIn: "README.md")
    }
}
