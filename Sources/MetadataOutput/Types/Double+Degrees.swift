extension Double {
    /// The same angle in degrees, 0 ≤ angle < 360.
    public var wrappedDegrees: Double {
        let rest = truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        return positive < 360 ? positive : 0
    }
}
