import Testing

@testable import Detectors

/// What stands before and behind a symbol's bars.
@Suite struct QuietZonesTests {
    private static let modules = 20

    /// Bars of one module each between zones of eight; what a module before or behind is, by its number.
    private static func row(_ outside: [Int: Float] = [:]) -> [Float] {
        (-ShapeProfile.rim..<modules + ShapeProfile.rim).flatMap { module in
            let isInside = 0..<modules ~= module
            let value = isInside ? (module.isMultiple(of: 2) ? 200 : 100) : outside[module] ?? 100
            return [Float](repeating: value, count: ShapeProfile.density)
        }
    }

    private static func darkness(_ row: [Float]) -> Float {
        QuietZones.darkness(of: row, modules: Float(modules))
    }

    @Test func paperIsLight() {
        #expect(Self.darkness(Self.row()) == 0)
    }

    @Test(arguments: [-3, modules + 3]) func barsBesideItAreSeen(module: Int) {
        #expect(Self.darkness(Self.row([module: 200])) > 0.9)
        #expect((0.4...0.6).contains(Self.darkness(Self.row([module: 150]))))
    }

    @Test func whatIsFartherAwayDoesNotCount() {
        #expect(Self.darkness(Self.row([-8: 200, Self.modules + 7: 200])) == 0)
    }

    @Test(arguments: [(dark: 1, most: false), (2, false), (3, true)])
    func barsInThreeBandsBesideAPieceAreMostOfThem(dark: Int, most: Bool) {
        let bands = (0..<7).map { Self.row($0 < dark ? [-3: 200] : [:]) }
        func darkness(isInMost: Bool) -> Float {
            QuietZones.darkness(ofBands: bands, modules: Float(Self.modules), isInMost: isInMost)
        }
        #expect(darkness(isInMost: false) == 0)
        #expect((darkness(isInMost: true) > 0.9) == most)
    }

    /// A long symbol, one end of which is in the shade.
    @Test func aShadowAlongTheBarsIsNoBar() {
        let modules = 120
        let row = (-ShapeProfile.rim..<modules + ShapeProfile.rim).flatMap { module in
            let isBar = 0..<modules ~= module && module.isMultiple(of: 2)
            let value = (isBar ? 200 : 100) + 60 * Float(module) / Float(modules)
            return [Float](repeating: value, count: ShapeProfile.density)
        }
        #expect(QuietZones.darkness(of: row, modules: Float(modules)) < 0.15)
    }

    /// Grey values of a long symbol on paper that grows darker to the right, by so much a module.
    private static func shaded(by growth: Float, _ outside: [Int: Float] = [:]) -> Float {
        let modules = 120
        let row = (-ShapeProfile.rim..<modules + ShapeProfile.rim).flatMap { module in
            let isBar = 0..<modules ~= module && module.isMultiple(of: 2)
            let value = (isBar ? 100 : 20) + growth * Float(module) + (outside[module - modules] ?? 0)
            return [Float](repeating: value, count: ShapeProfile.density)
        }
        return QuietZones.darkness(of: row, modules: Float(modules))
    }

    /// Of 24 modules beside a zone the lightest are the farthest.
    @Test(arguments: [Float(0.5), 1, 1.5]) func paperThatGrowsDarkerEvenlyIsNoBar(growth: Float) {
        #expect(Self.shaded(by: growth) < 0.1)
    }

    @Test(arguments: [Float(0.5), 1, 1.5]) func onPaperThatGrowsDarkerBarsAreSeen(growth: Float) {
        #expect(Self.shaded(by: growth, [2: 80]) > 0.5)
        #expect(Self.shaded(by: growth, [2: 80, 3: 80, 4: 80]) > 0.5)
    }

    @Test func aRowOfOneGreyHasNoDarkness() {
        #expect(Self.darkness([Float](repeating: 90, count: Self.row().count)) == 0)
    }
}
