import Testing

@testable import MetadataRecords

@Suite struct RecordNumberTests {
    @Test(arguments: [
        (0.0, 6, "0"), (-0.0, 6, "0"), (-0.000_000_4, 6, "0"), (1, 6, "1"), (0.5, 6, "0.5"),
        (0.123_456_49, 6, "0.123456"), (0.123_456_51, 6, "0.123457"), (0.000_001, 6, "0.000001"),
        (0.999_999_6, 6, "1"), (-0.25, 6, "-0.25"), (-12.345_67, 3, "-12.346"), (100.05, 2, "100.05"),
        (7.4, 0, "7"), (1e300, 3, "1000000000"), (-.infinity, 3, "-1000000000"), (.nan, 3, "0"),
    ])
    func isRoundedWithoutTrailingZeros(value: Double, places: Int, text: String) {
        #expect(RecordNumber.text(of: value, places: places) == text)
    }

    @Test func readsBackAsTheRoundedValue() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let value = Double.random(in: -3...3, using: &random)
            let back = try #require(Double(RecordNumber.text(of: value, places: 6)))
            #expect(abs(back - value) <= 0.500_001e-6, "\(value)")
        }
    }
}
