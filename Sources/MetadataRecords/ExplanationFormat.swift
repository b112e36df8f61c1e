import Foundation
import MetadataOutput

/// Every reading of a picture with its evidence and why it was accepted or refused, for people.
public struct ExplanationFormat: RecordFormat {
    /// Makes the format.
    public init() {}

    /// Errors give no line.
    public var includesErrors: Bool { false }

    /// Failed engines are told.
    public var includesEngineFailures: Bool { true }

    /// Objects in the order of their ids, each with its readings; then what was refused, and engines that failed.
    public func lines(for record: Record) -> [UInt8] {
        guard case .success(let update) = record.result else { return [] }
        let source = lineSafe(String(decoding: record.source, as: UTF8.self))
        var lines = [
            "\(source): \(update.width) × \(update.height) pixels, \(update.objects.count) found, "
                + "\(update.judgements.count) read"
        ]
        let byObject = Dictionary(grouping: update.judgements, by: \.decision.object)
        for object in update.objects {
            let judgements = byObject[object.objectID] ?? []
            let confidence = RecordNumber.text(of: object.confidence, places: 4)
            lines += ["", "object \(object.objectID): \(name(of: judgements)), confidence \(confidence)"]
            lines += TextTable.lines(judgements.map(row))
        }
        for judgements in refused(in: update) {
            lines += ["", "refused: \(name(of: judgements))"] + TextTable.lines(judgements.map(row))
        }
        for failure in update.failures {
            lines += ["", "engine \(failure.engine.rawValue) failed: \(lineSafe(failure.reason))"]
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The refused readings, those of one type and content together, in the order first read.
    private func refused(in update: MetadataUpdate) -> [[Judgement]] {
        let refused = update.judgements.filter { $0.decision.object == nil }
        let groups = Dictionary(grouping: refused.enumerated()) { [$1.reading.type.rawValue, text(of: $1)] }
        return groups.values.sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element) }
    }

    /// Type and content of readings that share them.
    private func name(of judgements: [Judgement]) -> String {
        guard let first = judgements.first else { return "nothing" }
        let text = text(of: first)
        return first.reading.type.name + (text.isEmpty ? "" : " \(text)")
    }

    private func text(of judgement: Judgement) -> String {
        guard case .code(let content) = judgement.reading.content else { return "" }
        guard content.isDecoded else { return "(not decoded)" }
        return content.text.map { "\"\(lineSafe($0))\"" } ?? lineSafe(content.bytes)
    }

    /// Decision, engine, step, place, evidence.
    private func row(_ judgement: Judgement) -> [String] {
        let reading = judgement.reading
        let box = reading.boundingBox
        let place = [box.minX, box.minY, box.width, box.height].map { RecordNumber.text(of: $0, places: 0) }
        return [
            "  " + judgement.decision.words, reading.engine.rawValue, reading.step,
            "at \(place[0]),\(place[1]) \(place[2])×\(place[3])",
            reading.evidence.words(refusedBy: judgement.refusingOpinion),
        ]
    }
}

extension Judgement {
    /// The opinion that its face was refused for: the one that speaks most against it.
    fileprivate var refusingOpinion: FaceOpinion? {
        decision == .refused(.lowScore) ? reading.evidence.opinions.harshest : nil
    }
}

extension Judgement.Decision {
    /// The object it speaks for.
    fileprivate var object: Int? {
        switch self {
        case .stands(let id), .supports(let id): id
        case .refused: nil
        }
    }

    fileprivate var words: String {
        switch self {
        case .stands: "accepted"
        case .supports: "supports"
        case .refused(.needsSecondOpinion(let shortfall)):
            "\(Refusal.needsSecondOpinion(shortfall)), or \(shortfall)"
        case .refused(let refusal): "\(refusal)"
        }
    }
}

extension Evidence {
    fileprivate func words(refusedBy refusing: FaceOpinion?) -> String {
        var words = [source.words]
        if isTurned { words.append("turned") }
        if let lines { words.append(lines == 1 ? "1 line" : "\(lines) lines") }
        if let quality { words.append("quality \(quality)") }
        if let unusedErrorCorrection {
            words.append("\(Int((100 * unusedErrorCorrection).rounded())) % of error correction unused")
        }
        if let score {
            var opinions = self.opinions.map(\.words).joined(separator: ", ")
            if let refusing { opinions += "; refused by \(refusing.source.name)" }
            words.append(
                "score \(RecordNumber.text(of: score, places: 2))"
                    + (opinions.isEmpty ? "" : " (\(opinions))"))
        }
        if let proof {
            let figures = [proof.residue, proof.worst, proof.margin].map {
                RecordNumber.text(of: $0, places: 2)
            }
            words.append("bars off by \(figures[0]), at most \(figures[1]), next best \(figures[2]) behind")
            if let seam = proof.seam {
                words.append("seam \(RecordNumber.text(of: seam, places: 2))")
            }
            if let seam = proof.edgeSeam {
                words.append("edge seam \(RecordNumber.text(of: seam, places: 2))")
            }
            if let ink = proof.ink {
                words.append("ink off by \(RecordNumber.text(of: ink, places: 2))")
            }
            words.append("quiet zones \(RecordNumber.text(of: proof.quiet, places: 2)) dark")
        }
        return words.joined(separator: ", ")
    }
}

extension FaceOpinion {
    fileprivate var words: String {
        switch source {
        case .yunet: "YuNet \(figure)"
        case .otherSizes: "at other sizes \(figure)"
        case .onItsSide: "on its side \(figure)"
        case .mesh: "mesh \(figure)"
        case .otherWaysUp: value > 0 ? "alike other ways up" : "not alike other ways up"
        case .filters: "filters \(figure)"
        case .moreLooks: "more looks \(figure)"
        }
    }

    private var figure: String { RecordNumber.text(of: value, places: 2) }
}

extension FaceOpinion.Source {
    fileprivate var name: String {
        switch self {
        case .yunet: "YuNet"
        case .otherSizes: "YuNet at other sizes"
        case .onItsSide: "YuNet on its side"
        case .mesh: "the mesh"
        case .otherWaysUp: "looks at other ways up"
        case .filters: "the filters"
        case .moreLooks: "more looks of the filters"
        }
    }
}

extension Evidence.Source {
    fileprivate var words: String {
        switch self {
        case .plain: "whole picture"
        case .rescue: "changed picture"
        case .crop: "crop"
        case .strip: "strip"
        }
    }
}
