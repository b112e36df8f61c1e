import Foundation

/// Judges the codes that a reader reported of one picture against those that are there.
///
/// By text first and place second: a report takes a code of its kind and text, the nearest of several; what is left
/// takes codes that nobody has read before, at its place. A reader that tells no places gets the benefit of the doubt.
/// Codes that were located and not decoded count neither way.
struct CodeJudge {
    /// What became of the reports.
    struct Verdict {
        /// Codes that were read, and which report did it, by index.
        var read: [(code: Int, report: Int)] = []
        /// Codes that nobody read, by index.
        var missed: [Int] = []
        /// Reports of what is not there, by index.
        var misread: [Int] = []
        /// Reports of codes that were reported already.
        var duplicates = 0
    }

    let forms: CodeForms

    func verdict(on reports: [ReportedPicture.Code], of picture: TruePicture) -> Verdict {
        let codes = picture.codes ?? []
        var verdict = Verdict(missed: Array(codes.indices))
        func take(_ matching: [Int], for report: Int) -> Bool {
            let nearest = matching.min {
                distance(reports[report], codes[$0]) < distance(reports[report], codes[$1])
            }
            guard let nearest else { return false }
            verdict.missed.removeAll { $0 == nearest }
            verdict.read.append((nearest, report))
            return true
        }
        let decoded = reports.indices.filter { reports[$0].isDecoded }
        let left = decoded.filter { report in
            !take(verdict.missed.filter { says(reports[report], codes[$0]) }, for: report)
        }
        for report in left {
            let unread = verdict.missed.filter {
                codes[$0].isUnread && isSameKind(reports[report], codes[$0])
                    && isAt(reports[report], codes[$0])
            }
            if take(unread, for: report) { continue }
            if verdict.read.contains(where: { isSame(reports[report], codes[$0.code]) }) {
                verdict.duplicates += 1
            } else if !isExcused(reports[report], of: picture) {
                verdict.misread.append(report)
            }
        }
        return verdict
    }

    private func isSameKind(_ report: ReportedPicture.Code, _ code: TruePicture.Code) -> Bool {
        CodeForms.family(report.type) == CodeForms.family(code.type)
    }

    /// Whether the report is of the code's kind and has its text or bytes.
    private func says(_ report: ReportedPicture.Code, _ code: TruePicture.Code) -> Bool {
        guard isSameKind(report, code), !code.isUnread else { return false }
        if let bytes = code.bytes, bytes == report.bytes { return true }
        let reported = forms.reported(report)
        if let whole = code.partOf.map({ Array($0.utf8) }),
            reported.contains(where: { !$0.isEmpty && whole.contains($0) })
        {
            return true
        }
        return !reported.isDisjoint(with: forms.expected(code))
    }

    /// Whether the report is of a code that was read already.
    private func isSame(_ report: ReportedPicture.Code, _ code: TruePicture.Code) -> Bool {
        says(report, code)
            || code.isUnread && isSameKind(report, code) && report.corners != nil && isAt(report, code)
    }

    /// Whether a report that is no expected code is nevertheless no misreading.
    private func isExcused(_ report: ReportedPicture.Code, of picture: TruePicture) -> Bool {
        if picture.isNegative { return false }
        let isOptional = picture.optionalCodes.contains {
            says(report, $0) || $0.isUnread && isSameKind(report, $0) && isAt(report, $0)
        }
        let codes = picture.codes ?? []
        if isOptional || codes.contains(where: { $0.addOn != nil && $0.addOn == report.text }) { return true }
        // Others may be visible, but not where a known one is.
        let isOnKnownCode = codes.contains {
            report.corners != nil && $0.corners != nil && isAt(report, $0)
        }
        return picture.isIncomplete && !isOnKnownCode
    }
}

// MARK: - Places

extension CodeJudge {
    private func distance(_ report: ReportedPicture.Code, _ code: TruePicture.Code) -> Double {
        guard let a = report.corners.map(centre), let b = code.corners.map(centre) else { return 0 }
        return hypot(a.x - b.x, a.y - b.y)
    }

    /// Whether the centre of either lies in the box around the other, or a place is not known.
    private func isAt(_ report: ReportedPicture.Code, _ code: TruePicture.Code) -> Bool {
        guard let a = report.corners, let b = code.corners else { return true }
        return isWithin(b, centre(a)) || isWithin(a, centre(b))
    }

    private func centre(_ corners: [CGPoint]) -> CGPoint {
        let sum = corners.reduce(CGPoint.zero) { CGPoint(x: $0.x + $1.x, y: $0.y + $1.y) }
        return CGPoint(x: sum.x / Double(corners.count), y: sum.y / Double(corners.count))
    }

    private func isWithin(_ corners: [CGPoint], _ point: CGPoint) -> Bool {
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else {
            return false
        }
        return (left...right).contains(point.x) && (top...bottom).contains(point.y)
    }
}
