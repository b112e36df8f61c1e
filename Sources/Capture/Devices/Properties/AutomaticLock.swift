/// What `V4L2_CID_3A_LOCK` can hold still while it stays automatic, as bits of its value
/// (kernel: Camera Control Reference).
struct AutomaticLock: OptionSet {
    let rawValue: Int

    static let exposure = AutomaticLock(rawValue: 1 << 0)
    static let whiteBalance = AutomaticLock(rawValue: 1 << 1)
    static let focus = AutomaticLock(rawValue: 1 << 2)
}

extension CaptureDevice {
    /// Whether the camera can hold this still.
    func canLock(_ part: AutomaticLock) -> Bool {
        control(.threeALock).map { AutomaticLock(rawValue: $0.maximum).contains(part) } ?? false
    }

    /// Whether the camera holds this still by its lock.
    func isLocked(_ part: AutomaticLock) -> Bool {
        canLock(part) && AutomaticLock(rawValue: value(of: .threeALock) ?? 0).contains(part)
    }

    /// Holds this still or lets it go; nothing happens where the camera has no such lock.
    func setLocked(_ part: AutomaticLock, to isLocked: Bool) throws(CaptureError) {
        guard canLock(part), isLocked != self.isLocked(part) else { return }
        let others = AutomaticLock(rawValue: value(of: .threeALock) ?? 0)
        try set(.threeALock, to: (isLocked ? others.union(part) : others.subtracting(part)).rawValue)
    }
}
