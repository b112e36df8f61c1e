import Foundation
import Testing

@testable import Detectors

@Suite struct ModuleBlurTests {
    /// What is seen of a symbol's modules through a blur, in a light that falls off to the right.
    private func seen(_ code: DrawnQR, through shape: BlurShape) -> [Float] {
        let framed = FramedModules(dimension: code.dimension)
        let paper = framed.filled(with: code.isDark.map { $0 ? 0 : 1 }, frame: 1)
        let taps = framed.taps(of: shape.weights)
        return code.isDark.indices.map { index in
            let place = framed.place(of: index)
            let light = taps.reduce(Float(0)) { $0 + $1.weight * paper[place + $1.offset] }
            let column = Float(index % code.dimension) / Float(code.dimension)
            return ((30 + 180 * light) * (1 - 0.3 * column)).rounded()
        }
    }

    @Test(arguments: [
        BlurShape(along: 0.5, across: 0.5), BlurShape(along: 0.7, across: 0.7),
        BlurShape(along: 1, across: 0.4, angle: 0.6), BlurShape(along: 1, across: 0.4, angle: 2.2),
    ])
    func everyModuleIsFoundAgain(shape: BlurShape) throws {
        let code = DrawnQR(version: 3, seed: 4, alignment: [6, 22])
        let finders = BlurredFinders(dimension: code.dimension)
        let values = seen(code, through: shape)
        let blur = try #require(measured(values, finders))
        #expect(blur.unexplained < 0.02)
        let even = try #require(blur.evened(values, of: finders))
        let isDark = ModuleRestoration(of: even, blur, dimension: code.dimension).isDark
        let wrong = zip(isDark, code.isDark).count { $0 != $1 }
        #expect(wrong <= code.isDark.count / 100)
    }

    @Test func whatIsClearOrNoSymbolHasNone() {
        let code = DrawnQR(version: 3, seed: 4)
        let finders = BlurredFinders(dimension: code.dimension)
        let clear = seen(code, through: BlurShape(along: 0.2, across: 0.2))
        #expect(measured(clear, finders)?.unexplained == nil)
        var random = Noise(seed: 3)
        #expect(measured(clear.map { _ in Float(random.next() * 255) }, finders)?.unexplained == nil)
    }

    /// - Parameter values: Of all modules.
    private func measured(_ values: [Float], _ finders: BlurredFinders) -> ModuleBlur? {
        let known = finders.modules.map { values[$0.index] }
        return ModuleBlur(known, of: finders)?.refined(known, of: finders)
    }
}
