/// A frame of a live source, as far as detectors want to know before they search it.
public struct LiveFrame: Sendable, Hashable {
    /// The frame's number among those that are searched, from 0.
    public var number: Int
    /// The names of the steps in which what is in view was seen last: what they read should be read again.
    public var stepsInView: Set<String>

    /// Makes the description of a frame.
    public init(number: Int, stepsInView: Set<String> = []) {
        self.number = number
        self.stepsInView = stepsInView
    }
}
