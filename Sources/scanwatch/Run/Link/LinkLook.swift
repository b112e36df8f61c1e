/// How pictures should be shown, unless whoever looks wants them otherwise.
struct LinkLook: Sendable, Hashable {
    var rotation = 0
    var isMirrored = false
    var gravity = "resizeAspect"
}
