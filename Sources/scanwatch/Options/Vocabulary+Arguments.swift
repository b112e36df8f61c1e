public import ArgumentParser
public import MetadataOutput

// Choices of the library that are arguments as they are, by their raw values.

extension Effort: ExpressibleByArgument {}
extension PoseMethod: ExpressibleByArgument {}
extension VideoGravity: ExpressibleByArgument {}
