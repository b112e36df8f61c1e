import Foundation

/// When a torch shines by itself: in the dark, until there is light again.
///
/// The torch must not take its own light for the end of the dark. Therefore what it adds is measured when it has come on,
/// and taken off what is seen afterwards.
struct TorchLoop {
    /// What a frame shows.
    struct Look {
        /// The mean luma of the picture, 0…255.
        var luma: Double
        /// By how much exposure and gain raise it, in EV above any fixed point; 0 where the camera does not tell.
        var exposure = 0.0

        /// How much light there is, in no unit. Pictures encode it as its 2.2th root, roughly.
        fileprivate var light: Double { pow(max(luma, 1) / 255, 2.2) / exp2(exposure) }
    }

    /// It is dark where exposure cannot bring a picture above this: 3 EV below middle grey, where codes' dark and light
    /// drown in noise.
    static let darkLuma = 45.0
    /// So much more light than when it was dark, without the torch's own, is light: 2 EV, with which the picture would be
    /// a little below middle grey.
    private static let brighter = 4.0
    /// So many looks in succession must be dark: two seconds and a half of six a second. Exposure needs most of that to
    /// follow a light that was turned off.
    private static let looksInTheDark = 15
    /// So many looks after the torch was turned on or off show cameras that expose anew.
    private static let looksToSettle = 12
    /// So many looks in succession must be light.
    private static let looksInTheLight = 15
    /// Dark again within so many looks after the torch went out, it went out for nothing: what it shone upon came nearer.
    private static let looksOfRegret = 60

    /// Whether it shines.
    private(set) var isOn = false
    private var looksToSkip = 0
    /// Looks in succession that want the other.
    private var looks = 0
    /// How much light there was when it came on, and how much would just not have been dark.
    private var (dark, enough) = (0.0, 0.0)
    /// How much the torch adds.
    private var own: Double?
    /// How long it has been out, in looks, since it was on.
    private var looksOut: Int?
    /// How much longer than usual it must be light: twice as long after each time that it went out for nothing.
    private var patience = 1

    /// Looks at a frame.
    ///
    /// - Returns: Whether it is to shine from now on; nil to leave it.
    mutating func next(_ look: Look) -> Bool? {
        looksOut = looksOut.map { $0 + 1 }
        if looksToSkip > 0 {
            looksToSkip -= 1
            return nil
        }
        return isOn ? lookWithTorch(look) : lookWithout(look)
    }

    /// Notes that the lamp did not obey: it is tried again when it has been dark, or light, for as long again.
    mutating func noteFailure() { isOn.toggle() }

    private mutating func lookWithout(_ look: Look) -> Bool? {
        looks = look.luma < Self.darkLuma ? looks + 1 : 0
        guard looks >= Self.looksInTheDark else { return nil }
        if let looksOut { patience = looksOut < Self.looksOfRegret ? min(patience * 2, 32) : 1 }
        (dark, own) = (look.light, nil)
        enough = Look(luma: Self.darkLuma, exposure: look.exposure).light
        return turn(true)
    }

    private mutating func lookWithTorch(_ look: Look) -> Bool? {
        guard let own else {
            own = max(0, look.light - dark)
            return nil
        }
        looks = look.light - own > Self.brighter * enough ? looks + 1 : 0
        guard looks >= Self.looksInTheLight * patience else { return nil }
        looksOut = 0
        return turn(false)
    }

    private mutating func turn(_ isOn: Bool) -> Bool {
        self.isOn = isOn
        looks = 0
        looksToSkip = Self.looksToSettle
        return isOn
    }
}
