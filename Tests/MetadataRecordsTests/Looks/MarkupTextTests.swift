import Foundation
import MetadataOutput
import Testing

@testable import MetadataRecords

@Suite struct MarkupTextTests {
    @Test func nothingStaysMarkup() {
        #expect(MarkupText.escaped(#"</a b="c" d='e'>&"#) == "&lt;/a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;")
        #expect(MarkupText.escaped("a\u{0}\u{1B}\u{FFFF}\n") == "a\u{FFFD}\u{FFFD}\u{FFFD}&#10;")
    }

    @Test func everythingIsVisible() {
        #expect(
            MarkupText.visible("a\n\u{1B}[31m\u{7F}\u{85}\u{202E}\u{2028}é")
                == #"a␊␛[31m␡\u0085\u202e\u2028é"#)
        // A family is one character with joiners.
        #expect(MarkupText.visible("👨‍👩‍👧") == "👨‍👩‍👧")
    }

    @Test func aReferenceIsNothingButAPath() {
        func reference(_ file: String, _ folder: String) -> String {
            RelativeReference.reference(to: Array(file.utf8), from: Array(folder.utf8))
        }
        #expect(reference("/a/b/c.png", "/a") == "./b/c.png")
        #expect(reference("/a/c.png", "/a/b/d") == "../../c.png")
        #expect(reference("/javascript:x", "/") == "./javascript%3Ax")
        #expect(reference("/a", "/a/b") == "../../a")
        #expect(reference("/ü\"<?#%", "/") == "./%C3%BC%22%3C%3F%23%25")
    }

    /// Browsers refuse the script if this is wrong.
    @Test func theScriptsHash() throws {
        let (python, output, input) = (Process(), Pipe(), Pipe())
        python.executableURL = URL(filePath: "/usr/bin/python3")
        python.arguments = [
            "-c",
            "import base64, hashlib, sys;"
                + "print(base64.b64encode(hashlib.sha256(sys.stdin.buffer.read()).digest()).decode(), end='')",
        ]
        (python.standardInput, python.standardOutput) = (input, output)
        try python.run()
        try input.fileHandleForWriting.write(contentsOf: Data(ReportScript.text.utf8))
        try input.fileHandleForWriting.close()
        let hash = String(decoding: try #require(try output.fileHandleForReading.readToEnd()), as: UTF8.self)
        #expect(ReportScript.hash == "sha256-" + hash)
    }

    @Test func labelsNeverLieUponEachOther() throws {
        let box = CGRect(x: 40, y: 40, width: 20, height: 20)
        var layout = LabelLayout(
            size: CGSize(width: 100, height: 100), obstacles: Array(repeating: box, count: 30), marks: [box])
        var places: [CGRect] = []
        for index in 0..<30 {
            let place = layout.place(
                CGSize(width: 30, height: 10), forObjectAt: index, gap: 2, mayHideOwn: false)
            if let place { places.append(place) }
        }
        #expect(places.count > 3 && places.count < 30)
        for (index, place) in places.enumerated() {
            #expect(!place.intersects(box) && !places[..<index].contains { $0.intersects(place) })
        }
    }
}
