public import ArgumentParser
public import Capture
public import MetadataOutput

// Choices of the library that are arguments as they are, by their raw values.

extension Effort: ExpressibleByArgument {}
extension PoseMethod: ExpressibleByArgument {}
extension VideoGravity: ExpressibleByArgument {}

extension PixelFormat: ExpressibleByArgument {
    /// By name.
    public init?(argument: String) {
        self.init(name: argument)
    }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
    /// The raw values. As ArgumentParser's own, which goes by a key path: such a path's types are looked for among all that a
    /// program has, a millisecond of each start.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}
