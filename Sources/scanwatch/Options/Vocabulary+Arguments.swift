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
