import ArgumentParser
import Foundation

/// The argument of `--roi`: `x,y,w,h`.
struct UnitRectangle: ExpressibleByArgument {
    /// The rectangle as it was written; whether it lies in 0…1 is the metadata output's to say.
    let rect: CGRect

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).compactMap {
            Double($0)
        }
        guard numbers.count == 4, argument.count(where: { $0 == "," }) == 3 else { return nil }
        rect = CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
