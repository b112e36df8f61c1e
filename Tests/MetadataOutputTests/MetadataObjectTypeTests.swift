import Foundation
import MetadataOutput
import Testing

/// Names and identifiers are AVFoundation's, letter by letter.
@Suite struct MetadataObjectTypeTests {
    @Test func rawValuesOfAllTypes() throws {
        let expected = try Vectors.load().objectTypes
        #expect(expected.count == 27)
        #expect(MetadataObjectType.all.count == expected.count)
        for (name, rawValue) in expected {
            let type = try #require(MetadataObjectType(name: name), "\(name)")
            #expect(type.rawValue == rawValue)
            #expect(type.name == name)
        }
    }

    @Test func unknownIdentifiersAreKept() {
        let type = MetadataObjectType(rawValue: "org.example.Dots")
        #expect(type.rawValue == "org.example.Dots")
        #expect(type.name == "org.example.Dots")
        #expect(MetadataObjectType(name: "org.example.Dots") == nil)
        #expect(!type.isLinearCode && !type.isMatrixCode)
    }

    @Test func namesAreMatchedLetterByLetter() {
        #expect(MetadataObjectType(name: "QR") == nil)
        #expect(MetadataObjectType(name: "") == nil)
        #expect(MetadataObjectType(name: "dataMatrix") == .dataMatrix)
    }

    @Test func everySymbologyIsLinearOrMatrix() {
        let symbologies = MetadataObjectType.linearCodes.union(MetadataObjectType.matrixCodes)
        #expect(MetadataObjectType.linearCodes.isDisjoint(with: MetadataObjectType.matrixCodes))
        let others: Set<MetadataObjectType> = [
            .face, .humanBody, .humanFullBody, .catBody, .catHead, .dogBody, .dogHead, .salientObject,
        ]
        #expect(symbologies.union(others) == Set(MetadataObjectType.all))
    }

    /// UPC-A has no type of its own; the engines' adapters put the leading 0 before its 12 digits.
    @Test func upcAIsReportedAsEAN13() throws {
        let reported = try Vectors.load().upcA.apple
        #expect(MetadataObjectType.ean13.rawValue == reported.type)
        #expect(MetadataObjectType(name: "upca") == nil)
    }
}
