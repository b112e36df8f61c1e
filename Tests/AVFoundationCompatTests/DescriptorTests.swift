import Foundation
import MetadataOutput
import Testing

@testable import AVFoundationCompat

@Suite struct DescriptorTests {
    private let codewords: [UInt8] = [0x40, 0x14, 0x10, 0xEC, 0x11]

    private func object(_ descriptor: CodeDescriptor?) -> AVMetadataMachineReadableCodeObject {
        var content = CodeContent(bytes: [0x41], text: "A")
        content.descriptor = descriptor
        let code = MetadataMachineReadableCodeObject(
            type: .qr, time: .zero, timeInView: .zero, bounds: CGRect(x: 0, y: 0, width: 0.1, height: 0.1),
            objectID: 1, confidence: 1, engine: .zxing, step: "test",
            corners: [(0, 0), (0, 0.1), (0.1, 0.1), (0.1, 0)].map { CGPoint(x: $0.0, y: $0.1) },
            content: content)
        return AVMetadataMachineReadableCodeObject(code, from: nil)
    }

    @Test func aQRCodesCodewordsAreAsInCoreImage() throws {
        let core = QRCodeDescriptor(
            errorCorrectedPayload: codewords, symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelQ)
        let descriptor = try #require(
            object(core.map(CodeDescriptor.qr)).descriptor as? CIQRCodeDescriptor)
        #expect(descriptor.errorCorrectedPayload == Data(codewords))
        #expect(descriptor.symbolVersion == 1 && descriptor.maskPattern == 3)
        #expect(descriptor.errorCorrectionLevel == .levelQ && descriptor.errorCorrectionLevel.rawValue == 81)
        let same = CIQRCodeDescriptor(
            payload: Data(codewords), symbolVersion: 1, maskPattern: 3, errorCorrectionLevel: .levelQ)
        #expect(same == descriptor && Set([same, descriptor]).count == 1)
    }

    @Test func soAreThoseOfTheOtherSymbologies() throws {
        let aztec = AztecCodeDescriptor(
            errorCorrectedPayload: codewords, isCompact: true, layerCount: 2, dataCodewordCount: 6)
        let seen = try #require(
            object(aztec.map(CodeDescriptor.aztec)).descriptor as? CIAztecCodeDescriptor)
        #expect(
            seen
                == CIAztecCodeDescriptor(
                    payload: Data(codewords), isCompact: true, layerCount: 2, dataCodewordCount: 6))
        #expect(seen.errorCorrectedPayload == Data(codewords) && seen.isCompact)
        #expect(seen.layerCount == 2 && seen.dataCodewordCount == 6)

        let matrix = DataMatrixCodeDescriptor(
            errorCorrectedPayload: codewords, rowCount: 8, columnCount: 18, eccVersion: .v200)
        let other = try #require(
            object(matrix.map(CodeDescriptor.dataMatrix)).descriptor as? CIDataMatrixCodeDescriptor)
        #expect(
            other
                == CIDataMatrixCodeDescriptor(
                    payload: Data(codewords), rowCount: 8, columnCount: 18, eccVersion: .v200))
        #expect(other.rowCount == 8 && other.columnCount == 18 && other.eccVersion.rawValue == 200)

        let stacked = PDF417CodeDescriptor(
            errorCorrectedPayload: codewords, isCompact: false, rowCount: 9, columnCount: 4)
        let last = try #require(
            object(stacked.map(CodeDescriptor.pdf417)).descriptor as? CIPDF417CodeDescriptor)
        #expect(
            last
                == CIPDF417CodeDescriptor(
                    payload: Data(codewords), isCompact: false, rowCount: 9, columnCount: 4))
        #expect(last.rowCount == 9 && last.columnCount == 4 && !last.isCompact)
        #expect(
            CIAztecCodeDescriptor(payload: Data(), isCompact: true, layerCount: 5, dataCodewordCount: 1)
                == nil)
    }

    @Test func whatIsNotKnownIsNil() {
        #expect(object(nil).descriptor == nil)
        for (version, mask) in [(0, UInt8(0)), (41, 0), (1, 8)] {
            #expect(
                CIQRCodeDescriptor(
                    payload: Data(), symbolVersion: version, maskPattern: mask, errorCorrectionLevel: .levelL)
                    == nil)
        }
    }
}
