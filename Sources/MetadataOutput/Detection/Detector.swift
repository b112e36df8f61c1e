/// Finds things in a frame. A detector keeps nothing from one frame to the next.
public protocol Detector: Sendable {
    /// What it can find.
    var supportedTypes: Set<MetadataObjectType> { get }

    /// Searches one frame for the requested types it supports; the others are none of its business.
    ///
    /// What is not there is an empty list of readings. An engine that fails on a frame while others can go on is
    /// reported in the result's failures.
    ///
    /// - Throws: ``PayloadError`` where the detector can say nothing at all about the frame (a missing model).
    func detect(_ request: DetectionRequest, in frame: Frame) throws(PayloadError) -> DetectionResult
}
