import Foundation
import MetadataOutput
import Testing

@testable import Detectors

/// Four corners of a GS1 DataBar in several rows: all of them, all of their width, and one symbol.
@Suite(.enabled(if: ZXing.isCurrent, "ZXing-C++ 3 alone tells rows")) struct StackOutlineTests {
    /// What zint 2.11 draws: how many modules high, and its modules as bits.
    struct Stack: CustomTestStringConvertible {
        let testDescription: String
        let type: MetadataObjectType
        let width: Int
        let rows: [(height: Int, modules: String)]
        var height: Int { rows.reduce(0) { $0 + $1.height } }

        func isDark(_ x: Int, _ y: Int) -> Bool {
            var below = y
            for row in rows {
                guard below >= row.height else {
                    let digit = Array(row.modules)[x / 4].hexDigitValue ?? 0
                    return digit >> (3 - x % 4) & 1 == 1
                }
                below -= row.height
            }
            return false
        }
    }

    /// (01)2001234567890, and (01)98898765432106(3202)012345(15)991231(10)ABCDEF123 in two and three columns.
    static let stacks = [
        Stack(
            testDescription: "stacked", type: .gs1DataBar, width: 50,
            rows: [(5, "51D04FE14DBE8"), (1, "0EADA55AA4940"), (7, "B04A58071B634")]),
        Stack(
            testDescription: "stacked, omnidirectional", type: .gs1DataBar, width: 50,
            rows: [
                (33, "51D04FE14DBE8"), (1, "0E2FA014B2400"), (1, "0555555555540"), (1, "0FB5A550E49C0"),
                (33, "B04A58071B634"),
            ]),
        Stack(
            testDescription: "two columns", type: .gs1DataBarExpanded, width: 102,
            rows: [
                (34, "46F26FF0B097DA062BC029C094"), (1, "090D900A4F6825F9D42A963F40"),
                (1, "05555555555555555555555540"), (1, "04386150B9C69E7A8940A620C0"),
                (34, "ABC79C0F46396185743F19DF28"), (1, "04386150B9C69E7A8940A620C0"),
                (1, "05555555555555555555555540"), (1, "00D3D42A537DE321D40A10E440"),
                (34, "5F2C23C0AC821CDE2BF0EF1B94"), (1, "00D3D42A537DE321D40A10E440"),
                (1, "05555555555555555555555540"), (1, "06872100A1761842C954AF4180"),
                (34, "B978DCFF5E89E7BD340310BE68"),
            ]),
        Stack(
            testDescription: "three columns", type: .gs1DataBarExpanded, width: 151,
            rows: [
                (34, "46F26FF0B097DA062BC029C094FB98FC2EA184"),
                (1, "090D900A4F6825F9D42A963F6B046502915E60"),
                (1, "05555555555555555555555555555555555540"),
                (1, "0B1CE85430E15069EA1529BEF190EA05087220"),
                (34, "B4E31781CF1EAF9611E056410E6F15F8778DCA"),
                (1, "0B1CE85430E15069EA1529BEF190EA05087220"),
                (1, "05555555555555555555555555555555555540"),
                (1, "060BD4AA4D0861BA1402138580000000000000"),
                (34, "59F42300B2F79E45EBFCEC7A74000000000000"),
            ]),
    ]

    private static let module = 3.0
    private static let side = 640

    /// Where the symbol's middle lies. Not in the plane's, where a place told from the other end of its lines would be right.
    private static let middle = CGPoint(x: 345, y: 304)

    /// The symbol about its middle, turned clockwise.
    ///
    /// - Parameter tilt: By how much a module along rows and columns is nearer, as a share of the distance from which it is seen.
    ///   - ground: What the label lies on, which ends four modules beside the symbol; it is darker and darker to the right.
    ///   - print: Modules above and below the symbol where print begins, eight modules high, whose strokes are two modules wide.
    private static func plane(
        _ stack: Stack, turnedBy degrees: Double, tilt: (x: Double, y: Double) = (0, 0), ground: Int? = nil,
        print: Double? = nil
    ) -> Plane {
        // By hand: a homography takes four times as long where nothing is optimised.
        let (cosine, sine) = (cos(degrees * .pi / 180) / module, sin(degrees * .pi / 180) / module)
        let modules = (0..<stack.height).map { y in (0..<stack.width).map { stack.isDark($0, y) } }
        let (width, height) = (Double(stack.width), Double(stack.height))
        return Plane(width: side, height: side) { samples in
            for y in 0..<side {
                for x in 0..<side {
                    var sum = 0
                    for part in 0..<4 {
                        let dx = Double(x) + (part % 2 == 0 ? 0.25 : 0.75) - middle.x
                        let dy = Double(y) + (part < 2 ? 0.25 : 0.75) - middle.y
                        let (along, down) = (cosine * dx + sine * dy, cosine * dy - sine * dx)
                        let depth = 1 / (1 - tilt.x * along - tilt.y * down)
                        let column = along * depth + width / 2
                        let row = down * depth + height / 2
                        let isInside =
                            column >= 0 && row >= 0 && column < width
                            && row < height
                        let isOnLabel =
                            -4...width + 4 ~= column && -4...height + 4 ~= row
                        let light = isOnLabel ? 255 : ground.map { $0 - x / 10 } ?? 255
                        let beyond = max(-row, row - height)
                        let isStroke =
                            print.map { $0...$0 + 8 ~= beyond } ?? false && column >= 0
                            && column < width && Int(column / 2 + beyond / 3).isMultiple(of: 2)
                        let isDark = isStroke || (isInside && modules[Int(row)][Int(column)])
                        sum += isDark ? 0 : light
                    }
                    samples[y * side + x] = UInt8(sum / 4)
                }
            }
        }
    }

    @Test(arguments: stacks, [0.0, 6, 90, 187, 270])
    func corners(stack: Stack, degrees: Double) throws {
        // Rows of 5 and 7 modules are crossed by no line that is askew.
        guard stack.height > 20 || Int(degrees).isMultiple(of: 90) else {
            let plane = Self.plane(stack, turnedBy: degrees)
            return #expect(try ZXing.symbols(of: [stack.type], in: plane, options: .init()).isEmpty)
        }
        try checkCorners(of: stack, turnedBy: degrees, within: (3, 4))
    }

    /// Its sides are no parallels: the lower row is looked at for its own.
    @Test(
        arguments: stacks.filter { $0.height > 20 && $0.type == .gs1DataBar },
        [(0.002, 0.0), (-0.0015, 0.001), (0, 0.002), (0.001, -0.002)])
    func cornersSeenFromTheSide(stack: Stack, tilt: (Double, Double)) throws {
        for degrees in [0.0, 184] {
            try checkCorners(
                of: stack, turnedBy: degrees, tilt: tilt, within: (3.5, 0.08 * Double(stack.height)))
        }
    }

    /// Lines that read a pair run along the edge of its row where the symbol lies in the picture's middle, and the ground of a label is no bar.
    @Test(arguments: stacks.filter { $0.height > 20 }, [3.0, 96, 176, 184, 267])
    func cornersOnALabel(stack: Stack, degrees: Double) throws {
        try checkCorners(of: stack, turnedBy: degrees, ground: 190, within: (4, 4))
    }

    /// What is behind paper is no row, however many strokes it has.
    @Test(arguments: stacks.filter { $0.height > 20 }, [3.0, 267])
    func cornersBetweenPrint(stack: Stack, degrees: Double) throws {
        try checkCorners(of: stack, turnedBy: degrees, print: 2, within: (4, 4))
    }

    /// - Parameter most: What corners are off by at most along rows and across, in modules.
    private func checkCorners(
        of stack: Stack, turnedBy degrees: Double, tilt: (x: Double, y: Double) = (0, 0), ground: Int? = nil,
        print: Double? = nil, within most: (along: Double, across: Double)
    ) throws {
        let plane = Self.plane(stack, turnedBy: degrees, tilt: tilt, ground: ground, print: print)
        let symbols = try ZXing.symbols(of: [stack.type], in: plane, options: .init())
        let symbol = try #require(symbols.first)
        let (width, height) = (Double(stack.width), Double(stack.height))
        let turn = Homography.scale(x: Self.module, y: Self.module).then(.rotation(degrees: degrees))
        let turnBack = Homography.rotation(degrees: -degrees)
            .then(.scale(x: 1 / Self.module, y: 1 / Self.module))
        let box = CGRect(x: -width / 2, y: -height / 2, width: width, height: height)
        let expected = box.corners.map { corner in
            let depth = 1 / (1 + tilt.x * corner.x + tilt.y * corner.y)
            return turn(CGPoint(x: corner.x * depth, y: corner.y * depth))
        }
        for (corner, expected) in zip(symbol.corners, expected) {
            let error = turnBack(
                CGPoint(x: corner.x - Self.middle.x - expected.x, y: corner.y - Self.middle.y - expected.y))
            #expect(abs(error.x) <= most.along, "along, \(error), turned \(degrees)")
            #expect(abs(error.y) <= most.across, "across, \(error), turned \(degrees)")
        }
        for other in symbols.dropFirst() { #expect(other.isSame(as: symbol)) }
    }
}
