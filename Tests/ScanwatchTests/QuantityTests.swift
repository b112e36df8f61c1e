import Testing

@testable import scanwatch

@Suite struct QuantityTests {
    @Test(arguments: [
        ("1", 1), ("50M", 50_000_000), ("100MB", 100_000_000), ("2k", 2_000), ("3G", 3_000_000_000),
        ("4KiB", 4_096), ("5Mi", 5 << 20), ("1Gi", 1 << 30), ("7B", 7),
    ])
    func areRead(text: String, value: Int) {
        #expect(Quantity(argument: text)?.value == value)
    }

    @Test(arguments: [
        "", "0", "-1", "M", "1.5M", "1 M", "1m", "1MM", "99999999999G", "999999999999999999999", "٣",
        "9223372036854775807",
    ])
    func areRefused(text: String) {
        #expect(Quantity(argument: text) == nil)
    }

    @Test func areWrittenShortly() {
        #expect(
            [50_000_000, 1_024, 3_000_000_000, 2_000].map { Quantity($0).description } == [
                "50M", "1024", "3G", "2k",
            ])
    }
}
