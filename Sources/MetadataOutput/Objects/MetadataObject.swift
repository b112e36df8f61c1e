public import Foundation

/// One thing seen in one frame. Values; equal if all they say is equal.
public protocol MetadataObject: Sendable, Hashable {
    /// What it is.
    var type: MetadataObjectType { get }
    /// When the frame it was seen in was taken, on the source's clock; zero for a still picture.
    var time: Duration { get }
    /// How long that frame stands; nil where there is no next one.
    var duration: Duration? { get }
    /// How long it has been in view, from first sight to this frame; zero for a still picture.
    var timeInView: Duration { get }
    /// Space: 0…1 of the upright, unrotated picture, origin top left. The box around the object; may reach over
    /// the edge. After ``PreviewTransform`` it is in preview points.
    var bounds: CGRect { get }
    /// Stable while the object is in view, from 1, never reused within a session; each still picture is one.
    var objectID: Int { get }
    /// What the objects of one person or thing share once something groups them; nil until then.
    var groupID: Int? { get }
    /// How sure the object is there and says what it says, 0…1. Not Apple's.
    var confidence: Double { get }
    /// The engine whose reading speaks for it. Not Apple's.
    var engine: Engine { get }
    /// The name of the step in which that reading was made. Not Apple's.
    var step: String { get }

    /// The same object in another space: what is geometric goes through `transform`.
    func transformed(by transform: PreviewTransform) -> Self
}
