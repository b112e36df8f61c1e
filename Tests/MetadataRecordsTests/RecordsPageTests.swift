import Foundation
import MetadataOutput
import MetadataRecords
import Testing

/// docs/records.md says everything that the schema has.
@Suite struct RecordsPageTests {
    private let page: String

    init() throws {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        page = try String(contentsOf: package.appending(path: "docs/records.md"), encoding: .utf8)
    }

    @Test func namesEveryField() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(RecordSchema.text.utf8))
        let fields = names(in: schema)
        #expect(fields.count > 30)
        // Members of points and rectangles need no page.
        for field in fields.subtracting(["x", "y"]) { #expect(page.contains("`\(field)`"), "\(field)") }
    }

    @Test func namesEveryErrorAndType() {
        for error in PayloadError.Code.allCases { #expect(page.contains("`\(error.rawValue)`")) }
        for type in MetadataObjectType.all where type.isLinearCode || type.isMatrixCode || type == .face {
            #expect(page.contains("`\(type.name)` | `\(type.rawValue)`"))
        }
    }

    /// The names under every `properties` of a schema.
    private func names(in value: Any) -> Set<String> {
        if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(names(in: $1)) } }
        guard let object = value as? [String: Any] else { return [] }
        return object.reduce(into: []) { result, member in
            if member.key == "properties", let fields = member.value as? [String: Any] {
                result.formUnion(fields.keys)
            }
            result.formUnion(names(in: member.value))
        }
    }
}
