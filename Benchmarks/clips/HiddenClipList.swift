import ArgumentParser
import OcclusionClips

/// The clips of `clip-bench hidden`: bars, people who pass and people who cross, of which speed, size of the frames, number of
/// faces and the like take turns.
struct HiddenClipList {
    /// Thresholds are chosen on one half of the clips, and shown on the other one.
    enum Half: String, ExpressibleByArgument {
        case development
        case heldOut = "held-out"
    }

    private(set) var clips: [(name: String, plan: OcclusionPlan)] = []

    /// - Parameters:
    ///   - people: They take turns.
    ///   - half: Which quarter of all combinations; two are in neither half.
    init(people: [OcclusionClip.Portrait], half: Half) {
        var turn = 0
        for rate in [25.0, 30] {
            for hidden in [10, 15, 20, 30] {
                for kind in Kind.allCases {
                    for direction in kind.directions {
                        turn += 1
                        // Scattered, so that each has some of all.
                        let quarter = (UInt32(turn) &* 2_654_435_761) >> 30
                        guard quarter == (half == .development ? 0 : 1) else { continue }
                        add(kind, direction, hidden: hidden, rate: rate, people: people, turn: turn)
                    }
                }
            }
        }
    }

    private enum Kind: String, CaseIterable {
        case plain, checked, rough, person, crossing

        var directions: [OcclusionPlan.Direction] {
            switch self {
            case .plain, .checked, .rough: OcclusionPlan.Direction.allCases
            case .person: [.right, .left]
            case .crossing: [.right]
            }
        }
    }

    private mutating func add(
        _ kind: Kind, _ direction: OcclusionPlan.Direction, hidden: Int, rate: Double, people: [OcclusionClip.Portrait],
        turn: Int
    ) {
        func person(_ number: Int) -> OcclusionClip.Portrait { people[(turn + number) % people.count] }
        let count = kind == .crossing ? 2 : [1, 3, 2, 4][turn % 4]
        let passer: OcclusionPlan.Passer =
            switch kind {
            case .plain: .plainBar
            case .checked: .checkedBar
            case .rough: .roughBar
            case .person: .person(person(count))
            case .crossing: .oneAnother
            }
        var plan = OcclusionPlan((0..<count).map(person), passer: passer, hiddenFrames: hidden)
        plan.direction = direction
        plan.framesPerSecond = rate
        plan.sways = turn.isMultiple(of: 3)
        plan.speed = kind == .crossing ? 35 / Double(hidden) : [2.5, 1.5, 4][turn % 3]
        plan.stops = turn % 7 == 3 && kind != .person && kind != .crossing
        plan.size = turn % 5 == 1 ? (640, 360) : (1280, 720)
        let features = [
            kind.rawValue, "\(direction)", "\(hidden)", "\(Int(rate))", "\(count)", plan.sways ? "sways" : nil,
            plan.stops ? "stops" : nil, plan.size.width == 640 ? "small" : nil,
        ]
        clips.append((features.compactMap(\.self).joined(separator: "-"), plan))
    }
}
