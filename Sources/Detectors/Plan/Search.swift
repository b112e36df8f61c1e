import Foundation
import MetadataOutput

/// The search of one picture: what is known so far, and the steps that add to it.
struct Search {
    let request: DetectionRequest
    /// What the engines are asked for.
    let types: Set<MetadataObjectType>
    private(set) var readings: [Reading] = []
    private(set) var failures: [EngineFailure] = []
    private(set) var verdict = ReadingArbiter().verdict(on: [])
    private var planes: PlaneSet

    init(_ request: DetectionRequest, in picture: Plane) {
        self.request = request
        types = CodeTypes.asked(for: request.types)
        planes = PlaneSet(picture)
    }

    /// The readings of the requested types, without those that lose against a reading of another type there.
    var requestedReadings: [Reading] {
        let others = verdict.accepted.map(\.reading).filter { !request.types.contains($0.type) }
        return readings.filter { reading in
            request.types.contains(reading.type)
                && !others.contains { $0.boundingBox.intersects(reading.boundingBox) }
        }
    }

    /// Runs a step if its gate is open.
    mutating func run(_ step: Step) {
        guard isOpen(step.gate) else { return }
        switch step.operation {
        case .picture(let reader, let pixels): read(pixels, with: reader, step: step)
        }
    }

    private func isOpen(_ gate: Step.Gate) -> Bool {
        let hasCodes = verdict.accepted.contains { $0.reading.isDecoded }
        return switch gate {
        case .always: true
        case .nothingAccepted: !hasCodes
        case .inDoubt: !hasCodes || !verdict.waiting.isEmpty
        }
    }

    private mutating func read(_ pixels: Pixels, with reader: Step.Reader, step: Step) {
        guard let view = planes.view(pixels) else { return }
        add(
            symbols(in: view, with: reader), from: view, engine: reader.engine, step: step.name,
            source: pixels.isPlain ? .plain : .rescue, isTurned: pixels.isTurned,
            isInverted: pixels.isInverted)
        verdict = ReadingArbiter().verdict(on: readings)
    }

    /// What an engine reads in a view; a failure is kept once an engine.
    private mutating func symbols(in view: View, with reader: Step.Reader) -> [Symbol] {
        do throws(EngineFailure) {
            switch reader {
            case .zxing(var options):
                options.returnsUndecoded = request.includesUndecoded
                return try ZXing.symbols(
                    of: types.intersection(ZXing.supportedTypes), in: view.plane, options: options)
            case .zbar:
                return try ZBar.symbols(of: types.intersection(ZBar.supportedTypes), in: view.plane)
            }
        } catch {
            if !failures.contains(error) { failures.append(error) }
            return []
        }
    }

    private mutating func add(
        _ symbols: [Symbol], from view: View, engine: Engine, step: String, source: Evidence.Source,
        isTurned: Bool, isInverted: Bool
    ) {
        for symbol in symbols {
            var content = symbol.content
            if symbol.type.isMatrixCode, symbol.content.isDecoded {
                content.isInverted = (content.isInverted ?? false) != isInverted
            }
            readings.append(
                Reading(
                    type: symbol.type, corners: symbol.corners.map { view.toPicture($0) },
                    content: .code(content), engine: engine, step: step,
                    evidence: Evidence(
                        source: source, lines: symbol.lines, quality: symbol.quality, isTurned: isTurned)))
        }
    }
}

extension Step.Reader {
    var engine: Engine {
        switch self {
        case .zxing: .zxing
        case .zbar: .zbar
        }
    }
}

extension Reading {
    /// Whether it is a code that was decoded.
    var isDecoded: Bool {
        if case .code(let content) = content { content.isDecoded } else { false }
    }
}
