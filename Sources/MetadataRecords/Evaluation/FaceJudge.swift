import Foundation

/// Judges boxes and angles of faces against the faces that are there.
struct FaceJudge {
    /// What became of the reports.
    struct Verdict {
        /// Reports that are a face which is there, by index.
        var found: [Int] = []
        /// Reports that are none, by index.
        var wrong: [Int] = []
        /// By how many degrees the angles of found faces are off, 0…180, where they are known.
        var rollErrors: [Double] = []
        var yawErrors: [Double] = []
    }

    /// Overlap (intersection over union) from which a box is the face.
    private static let foundFrom = 0.5
    /// Overlap from which a box is one that counts neither way; its centre within that box is enough, too.
    private static let ignoredFrom = 0.3

    /// Pairs boxes and faces, the best overlap first; what is left over and lies on no ignored box is wrong.
    func verdict(on reports: [ReportedPicture.Face], of picture: TruePicture) -> Verdict {
        let faces = picture.faces ?? []
        let pairs = reports.indices.flatMap { report in
            faces.indices.map { face in
                (overlap: overlap(reports[report].box, faces[face].box), report: report, face: face)
            }
        }
        var verdict = Verdict()
        var taken: Set<Int> = []
        for pair in pairs.filter({ $0.overlap >= Self.foundFrom }).sorted(by: >)
        where !taken.contains(pair.face) && !verdict.found.contains(pair.report) {
            taken.insert(pair.face)
            verdict.found.append(pair.report)
            let (report, face) = (reports[pair.report], faces[pair.face])
            verdict.rollErrors += difference(report.rollAngle, face.rollAngle)
            verdict.yawErrors += difference(report.yawAngle, face.yawAngle)
        }
        verdict.wrong = reports.indices.filter { report in
            !verdict.found.contains(report)
                && !picture.ignoredBoxes.contains { isIgnored(reports[report].box, by: $0) }
        }
        return verdict
    }

    /// Intersection over union of two boxes, 0…1.
    func overlap(_ a: CGRect, _ b: CGRect) -> Double {
        let common = a.intersection(b)
        guard !common.isNull, common.width > 0, common.height > 0 else { return 0 }
        let area = common.width * common.height
        return area / (a.width * a.height + b.width * b.height - area)
    }

    /// The smaller angle between two directions in degrees, 0…180; nothing where one of them is not known, or they are so
    /// large that nothing can be said of them.
    private func difference(_ a: Double?, _ b: Double?) -> [Double] {
        guard let a, let b, (a - b).isFinite else { return [] }
        let turn = abs(a - b).truncatingRemainder(dividingBy: 360)
        return [min(turn, 360 - turn)]
    }

    private func isIgnored(_ box: CGRect, by ignored: CGRect) -> Bool {
        overlap(box, ignored) >= Self.ignoredFrom
            || (ignored.minX...ignored.maxX).contains(box.midX)
                && (ignored.minY...ignored.maxY).contains(box.midY)
    }
}
