import MetadataOutput

extension DetectionRequest {
    /// The same for any machine: what is found then depends on what is looked at, and not on the time that it takes.
    var unhurried: DetectionRequest {
        var request = self
        request.deadline = .seconds(10_000)
        return request
    }
}
