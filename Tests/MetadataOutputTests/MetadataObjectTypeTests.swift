import AVFoundationVectors
import Foundation
import MetadataOutput
import Testing

/// Names and identifiers are AVFoundation's, letter by letter; our own begin otherwise.
@Suite struct MetadataObjectTypeTests {
    @Test func rawValuesOfAllTypes() throws {
        let expected = try Vectors.load().objectTypes
        #expect(expected.count == 27)
        let ours = MetadataObjectType.all.filter { $0.rawValue.hasPrefix("org.metadataoutput.") }
        #expect(MetadataObjectType.all.count == expected.count + ours.count)
        #expect(Set(ours) == [.rMQR, .maxiCode, .upca, .code32, .pzn, .telepen, .dxFilmEdge])
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

    /// On Apple's systems UPC-A has no type of its own; ours has one on request.
    @Test func upcAIsReportedAsEAN13() throws {
        let reported = try Vectors.load().upcA.apple
        #expect(MetadataObjectType.ean13.rawValue == reported.type)
    }
}
