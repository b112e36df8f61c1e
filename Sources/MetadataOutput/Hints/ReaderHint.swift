/// Why a frame's codes or faces cannot be read, as far as its picture shows that.
public enum ReaderHint: String, Sendable, Hashable, CaseIterable {
    /// There is too little light, for the whole picture.
    case tooDark
    /// It is dark before something that is much brighter, for which the camera is exposed.
    case backlit
    /// It moved, or the camera did, while the picture was taken.
    case motionBlur
    /// The lens is set to another distance.
    case outOfFocus
    /// It is too small: modules have fewer than two pixels.
    case tooFar
    /// A part of it lies outside of the picture.
    case cutOff
    /// Something bright is mirrored in it.
    case glare

    /// A few words for a person.
    public var message: String {
        switch self {
        case .tooDark: "too dark"
        case .backlit: "light from behind"
        case .motionBlur: "blurred by motion"
        case .outOfFocus: "out of focus"
        case .tooFar: "too far away"
        case .cutOff: "partly outside of the picture"
        case .glare: "a reflection on it"
        }
    }
}
