import Synthetic

/// The clips of `clip-bench hidden`, of some people.
struct HiddenClipList {
    let clips: [(name: String, plan: OcclusionPlan)]
    static func lot(_ number: Int) -> Int { Int((UInt32(truncatingIfNeeded: number &+ 1) &* 2_654_435_761) >> 28) }

    init(people: [OcclusionClip.Portrait]) {
        var clips: [(name: String, plan: OcclusionPlan)] = []
        func person(_ number: Int) -> OcclusionClip.Portrait { people[number % people.count] }
        var turn = 0
        for rate in [25.0, 30] {
            for hidden in [10, 15, 20, 30] {
                for (kind, passer) in [
                    ("plain", OcclusionPlan.Passer.plainBar), ("checked", .checkedBar), ("rough", .roughBar),
                    ("person", .person(people[0])), ("crossing", .oneAnother),
                ] {
                    for direction in OcclusionPlan.Direction.allCases {
                        let isUpright = direction == .up || direction == .down
                        if isUpright, kind == "person" || kind == "crossing" { continue }
                        if kind == "crossing", direction == .left { continue }
                        turn += 1
                        let count = kind == "crossing" ? 2 : [1, 3, 2, 4][turn % 4]
                        var plan = OcclusionPlan(
                            (0..<count).map { person(turn + $0) }, passer: passer, hiddenFrames: hidden)
                        if case .person = passer { plan.passer = .person(person(turn + count)) }
                        if kind == "crossing" { plan.speed = 35 / Double(hidden) }
                        plan.direction = direction
                        plan.framesPerSecond = rate
                        plan.sways = turn.isMultiple(of: 3)
                        plan.speed = kind == "crossing" ? plan.speed : [2.5, 1.5, 4][turn % 3]
                        plan.stops = turn % 7 == 3 && kind != "person"
                        if turn % 5 == 1 { plan.size = (640, 360) }
                        clips.append(
                            ("\(kind)-\(direction)-\(hidden)-\(Int(rate))-\(count)\(plan.sways ? "-sways" : "")"
                                + (plan.stops ? "-stops" : "") + (plan.size.width == 640 ? "-small" : ""), plan))
                    }
                }
            }
        }
        self.clips = clips
    }
}
