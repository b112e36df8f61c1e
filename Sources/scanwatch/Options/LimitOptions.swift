import ArgumentParser
import MetadataOutput

/// What one picture may cost.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Largest number of pixels in a picture.", valueName: "count"))
    var maxPixels = Quantity(DecodingLimits.standard.pixels)

    @Option(help: ArgumentHelp("Largest size of a file.", valueName: "bytes"))
    var maxFileSize = Quantity(DecodingLimits.standard.fileBytes)

    @Option(
        help: ArgumentHelp(
            "Most memory for decoding a picture (an estimate). Units: k, M, G, Ki, Mi, Gi.",
            valueName: "bytes"
        ))
    var maxMemory = Quantity(DecodingLimits.standard.memoryBytes)

    /// Whether both ask for the same.
    func isSame(as other: Self) -> Bool {
        maxPixels.value == other.maxPixels.value && maxFileSize.value == other.maxFileSize.value
            && maxMemory.value == other.maxMemory.value
    }

    /// The same for the decoder.
    var decodingLimits: DecodingLimits {
        DecodingLimits(pixels: maxPixels.value, fileBytes: maxFileSize.value, memoryBytes: maxMemory.value)
    }
}

/// A number above 0 with an optional unit: `50M`, `64MiB`, `1000000`.
struct Quantity: ExpressibleByArgument, CustomStringConvertible {
    /// The number itself.
    let value: Int

    /// Several can be added without a look at the sum.
    private static let largest = 1 << 60

    private static let units = [
        ("", 1), ("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("Ki", 1 << 10), ("Mi", 1 << 20),
        ("Gi", 1 << 30),
    ]

    init(_ value: Int) {
        self.value = value
    }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        var unit = argument.dropFirst(digits.count)
        if unit.last == "B" { unit = unit.dropLast() }
        guard let number = Int(digits), let factor = Self.units.first(where: { $0.0 == unit })?.1 else {
            return nil
        }
        let (product, overflow) = number.multipliedReportingOverflow(by: factor)
        guard product > 0, product <= Self.largest, !overflow else { return nil }
        value = product
    }

    /// The number with the largest unit that leaves it whole.
    var description: String {
        let unit = Self.units.last { ["", "k", "M", "G"].contains($0.0) && value % $0.1 == 0 }
        return unit.map { "\(value / $0.1)\($0.0)" } ?? String(value)
    }

    var defaultValueDescription: String { description }
}
