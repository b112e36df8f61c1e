import Foundation
import MetadataOutput
import MetadataRecords
import Testing

/// That records meet the schema is tested with a real validator on what the tool writes (`ScanwatchTests`).
@Suite struct RecordSchemaTests {
    @Test func isJSONAndNamesEveryTypeAndError() throws {
        let schema = try JSONSerialization.jsonObject(with: Data(RecordSchema.text.utf8)) as? [String: Any]
        let definitions = try #require(schema?["$defs"] as? [String: Any])
        let code = try #require((definitions["code"] as? [String: Any])?["properties"] as? [String: Any])
        let names = try #require((code["type"] as? [String: Any])?["enum"] as? [String])
        #expect(
            Set(names)
                == Set((MetadataObjectType.linearCodes.union(MetadataObjectType.matrixCodes)).map(\.name)))
        for error in PayloadError.Code.allCases {
            #expect(RecordSchema.text.contains("\"\(error.rawValue)\""))
        }
    }
}
