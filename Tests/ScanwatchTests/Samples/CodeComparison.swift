import Foundation
import MetadataOutput

/// What is wrong with the codes read in a picture, one line each.
struct CodeComparison {
    /// Symbols that were not read, or not where they are: what a known miss may have.
    private(set) var misses: [String] = []
    /// Codes that are not there, or there twice: nothing excuses them.
    private(set) var inventions: [String] = []

    init(truth: SampleTruth, update: MetadataUpdate) {
        let size = CGSize(width: update.width, height: update.height)
        if (truth.width, truth.height) != (update.width, update.height) {
            misses.append("the picture is \(update.width) × \(update.height)")
        }
        var found = update.objects.compactMap { $0 as? MetadataMachineReadableCodeObject }
        for symbol in truth.objects {
            let readings = found.indices.filter { Self.says(found[$0], symbol) }
            guard
                let nearest = readings.min(by: {
                    Self.offset(found[$0], symbol, size) < Self.offset(found[$1], symbol, size)
                })
            else {
                misses.append("not read: \(symbol.name)")
                continue
            }
            let object = found.remove(at: nearest)
            misses += Self.contradictions(object, symbol)
            misses += CornerComparison(object.corners.map { $0.scaled(to: size) }, symbol).complaints
        }
        inventions = found.map { "not there or twice: \($0.type.name) \($0.content.shown)" }
    }

    /// Whether an object is this symbol by type, text and, of 2-D symbols, bytes.
    private static func says(
        _ object: MetadataMachineReadableCodeObject, _ symbol: SampleTruth.Object
    ) -> Bool {
        object.type.name == symbol.type && object.stringValue == symbol.text
            && symbol.bytes.map { $0 == object.rawBytes.hexadecimal } ?? true
    }

    /// Distance of the middles in pixels.
    private static func offset(
        _ object: MetadataMachineReadableCodeObject, _ symbol: SampleTruth.Object, _ size: CGSize
    ) -> Double {
        object.corners.map { $0.scaled(to: size) }.middle.distance(to: symbol.quad.middle)
    }

    /// What the engine told beside the content and the encoder knows better; what it does not tell is no fault.
    private static func contradictions(
        _ object: MetadataMachineReadableCodeObject, _ symbol: SampleTruth.Object
    ) -> [String] {
        let content = object.content
        var complaints: [String] = []
        func compare<Value: Equatable>(_ name: String, _ told: Value?, _ true: Value?) {
            if let told, let `true`, told != `true` {
                complaints.append("\(symbol.name): \(name) is \(told), not \(`true`)")
            }
        }
        compare("version", content.version, symbol.version)
        compare("level", content.errorCorrectionLevel, symbol.errorCorrectionLevel)
        compare("part", content.structuredAppend?.index, symbol.structuredAppend?.index)
        compare("parts", content.structuredAppend?.count, symbol.structuredAppend?.count)
        compare("add-on", content.addOn, symbol.addOn)
        compare("ECI", content.eci.isEmpty ? nil : content.eci, symbol.eci)
        compare("inverted", content.isInverted, symbol.inverted ?? false)
        compare("mirrored", content.isMirrored, symbol.mirrored ?? false)
        return complaints
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension CodeContent {
    fileprivate var shown: String { text.map(\.debugDescription) ?? bytes.hexadecimal }
}
