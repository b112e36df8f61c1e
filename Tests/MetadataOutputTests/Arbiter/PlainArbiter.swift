import Foundation

@testable import MetadataOutput

/// The arbiter's rules in the plainest words, where each sighting is compared with each other one.
struct PlainArbiter {
    private(set) var accepted: [Reading] = []
    private(set) var waiting: [Reading] = []

    init(_ readings: [Reading]) {
        let sightings = Self.sightings(of: readings)
        let decodedMatrix = sightings.filter {
            $0.type.isMatrixCode && $0.content.isDecoded && !$0.isMostlyNull
        }
        let matrix = Self.firstOfEachPlace(
            decodedMatrix.filter { one in
                !one.isStrained
                    || !decodedMatrix.contains {
                        !$0.isStrained && $0.type == one.type && $0.place.isShared(with: one.place)
                    }
            })
        let candidates = sightings.filter { candidate in
            candidate.type.isLinearCode && candidate.content.isDecoded
                && candidate.content.bytes.count >= LinearRule.rule(for: candidate.type).shortest
                && !matrix.contains { $0.place.covers(candidate.place) }
        }
        let linear = candidates.filter { piece in
            !candidates.contains { Self.isPiece(piece, of: $0) && $0.place.isShared(with: piece.place) }
        }
        let strongest = linear.filter(\.stands).enumerated()
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element)
        var decoded = matrix
        for sighting in Self.firstOfEachPlace(strongest)
        where sighting.stands(by: LinearRule.rule(for: sighting.type).besideAnother)
            || !decoded.contains(where: { $0.place.touches(sighting.place) })
        {
            decoded.append(sighting)
        }
        let located = Self.firstOfEachPlace(
            sightings.filter { candidate in
                !candidate.content.isDecoded && !decoded.contains { $0.place.isShared(with: candidate.place) }
            })
        let standing = Set(decoded + located)
        accepted = sightings.filter(standing.contains).map { $0.readings[0] }
        waiting =
            linear.filter { candidate in
                !decoded.contains(candidate) && !decoded.contains { $0.place.isShared(with: candidate.place) }
            }
            .flatMap(\.readings)
    }

    /// Readings of the same type, content and place, by the first of them.
    private static func sightings(of readings: [Reading]) -> [Sighting] {
        var members: [[Reading]] = []
        for reading in readings {
            let known = members.firstIndex { isSame($0[0], reading) }
            if let known { members[known].append(reading) } else { members.append([reading]) }
        }
        // The readings of one alone are one sighting, whoever joins them.
        return members.flatMap { Sighting.all(in: $0).sightings }
    }

    private static func isSame(_ a: Reading, _ b: Reading) -> Bool {
        guard case .code(let first) = a.content, case .code(let second) = b.content else { return false }
        return a.type == b.type && first.isDecoded == second.isDecoded
            && (first.bytes == second.bytes || (first.text != nil && first.text == second.text))
            && Place(of: a).isShared(with: Place(of: b))
    }

    private static func firstOfEachPlace(_ sightings: [Sighting]) -> [Sighting] {
        sightings.reduce(into: []) { kept, sighting in
            if !kept.contains(where: { $0.place.isShared(with: sighting.place) }) { kept.append(sighting) }
        }
    }

    private static func isPiece(_ piece: Sighting, of other: Sighting) -> Bool {
        let interleaved: Set<MetadataObjectType> = [.interleaved2of5, .itf14]
        return interleaved.contains(piece.type) && interleaved.contains(other.type)
            && piece.content.bytes.count < other.content.bytes.count
            && other.content.bytes.contains(piece.content.bytes)
    }
}
