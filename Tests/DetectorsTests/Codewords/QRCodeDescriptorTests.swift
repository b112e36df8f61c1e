import Decoders
import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Codewords of QR symbols, which an older ZXing-C++ does not let be read.
@Suite(.enabled(if: ZXing.isCurrent)) struct QRCodeDescriptorTests {
    private func descriptor(_ plane: Plane) throws -> QRCodeDescriptor {
        let symbols = try ZXing.symbols(of: [.qr], in: plane, options: .init())
        guard case .qr(let descriptor) = try #require(symbols.first?.content.descriptor) else {
            throw Missing()
        }
        return descriptor
    }

    private struct Missing: Error {}

    /// "hello" in version 1, level L: mode and count, five letters, terminator, padding.
    @Test func isTheDataCodewords() throws {
        let descriptor = try descriptor(HelloQR.low)
        #expect(
            descriptor.errorCorrectedPayload.map { String($0, radix: 16) }.joined()
                == "40568656c6c6f0ec11ec11ec11ec11ec11ec11")
        #expect(descriptor.symbolVersion == 1 && descriptor.errorCorrectionLevel == .levelL)
        #expect(descriptor.errorCorrectionLevel.rawValue == 76 && (0...7).contains(descriptor.maskPattern))
    }

    @Test func isThatOfTheSymbolHoweverItIsSeen() throws {
        let straight = try descriptor(HelloQR.high)
        #expect(straight.errorCorrectedPayload == [0x40, 0x56, 0x86, 0x56, 0xC6, 0xC6, 0xF0, 0xEC, 0x11])
        #expect(try descriptor(HelloQR.high.turnedRight()) == straight)
        #expect(try descriptor(HelloQR.high.mirrored()) == straight)
        let inverted = HelloQR.high.withBytes { bytes in
            Plane(width: 285, height: 225) { target in
                for place in 0..<(285 * 225) { target[place] = 255 - bytes[place] }
            }
        }
        #expect(try CodeDetector().qrDescriptors(in: inverted) == [straight])
    }

    /// In byte mode the payload is a mode, a count and the bytes, which another decoder has read: of all samples' sizes.
    @Test func saysWhatTheSymbolSays() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SampleImages/qr")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".png")
                && ($0.hasPrefix("version") || $0.hasPrefix("level") || $0.hasPrefix("mirrored"))
        }
        var versions: Set<Int> = []
        for name in names {
            let plane = try StandardPictureDecoder().frame(
                from: [UInt8](Data(contentsOf: folder.appending(path: name))), limits: .standard
            ).luma
            guard let symbol = try ZXing.symbols(of: [.qr], in: plane, options: .init()).first else {
                continue
            }
            guard case .qr(let descriptor)? = symbol.content.descriptor else {
                Issue.record("\(name) has no descriptor")
                continue
            }
            #expect(
                descriptor.symbolVersion == symbol.content.version
                    && descriptor.maskPattern == symbol.content.mask)
            #expect(descriptor.bytesOfByteMode == symbol.content.bytes, "\(name)")
            versions.insert(descriptor.symbolVersion)
        }
        #expect(versions.isSuperset(of: [1, 2, 5, 7, 10, 14, 20, 25, 30, 40]))
    }

    @Test func modulesOfNoSymbolHaveNone() {
        let light = [UInt8](repeating: 255, count: 21 * 21)
        func descriptor(_ samples: [UInt8], side: Int = 21, mask: Int = 0, level: String = "L")
            -> QRCodeDescriptor?
        {
            QRCodeDescriptor(samples: samples, side: side, mask: mask, level: level, isMirrored: false)
        }
        // Masked all over: no codeword is zero, and the errors are too many.
        #expect(descriptor(light) == nil)
        #expect(descriptor([], side: 21) == nil && descriptor(light, side: 20) == nil)
        #expect(
            descriptor(light, mask: 8) == nil && descriptor(light, level: "X") == nil
                && descriptor(light, level: "") == nil)
        #expect(descriptor([UInt8](repeating: 0, count: 181 * 181), side: 181) == nil)
    }

    @Test func impossibleOnesAreNone() {
        for (version, mask, isPossible) in [
            (1, 0, true), (40, 7, true), (0, 0, false), (41, 0, false), (1, 8, false), (1, -1, false),
        ] {
            let descriptor = QRCodeDescriptor(
                errorCorrectedPayload: [], symbolVersion: version, maskPattern: mask,
                errorCorrectionLevel: .levelM)
            #expect((descriptor != nil) == isPossible)
        }
    }
}

extension CodeDetector {
    /// Those of all readings, each once.
    fileprivate func qrDescriptors(in plane: Plane) throws -> [QRCodeDescriptor] {
        var found: [QRCodeDescriptor] = []
        for reading in try detect(DetectionRequest(types: [.qr]).unhurried, in: Frame(luma: plane)).readings {
            guard case .code(let content) = reading.content, case .qr(let descriptor)? = content.descriptor,
                !found.contains(descriptor)
            else { continue }
            found.append(descriptor)
        }
        return found
    }
}

extension QRCodeDescriptor {
    /// The bytes of a symbol in byte mode alone; nil for another one.
    fileprivate var bytesOfByteMode: [UInt8]? {
        guard let first = errorCorrectedPayload.first, first >> 4 == 4 else { return nil }
        let halves = errorCorrectedPayload.flatMap { [$0 >> 4, $0 & 15] }.dropFirst()
        let digits = symbolVersion < 10 ? 2 : 4
        let count = halves.prefix(digits).reduce(0) { $0 << 4 | Int($1) }
        let rest = Array(halves.dropFirst(digits).prefix(2 * count))
        return stride(from: 0, to: rest.count - 1, by: 2).map { rest[$0] << 4 | rest[$0 + 1] }
    }
}
