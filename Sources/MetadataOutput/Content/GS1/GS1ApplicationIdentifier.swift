/// An application identifier of the GS1 General Specifications (§3.2): what its data is made of.
struct GS1ApplicationIdentifier: Sendable {
    /// The identifier itself, 2 to 4 digits.
    let digits: String
    let title: String?
    private let components: [Component]
    /// How many of the number's digits stand behind the decimal point; nil where there is none.
    private let decimals: Int?

    /// A part of the data.
    fileprivate struct Component {
        enum Check { case checkDigit, date, fullDate, dateAndHour, time, currency, yesNo, zero, iban, model }

        let isNumeric: Bool
        let characters: GS1Characters
        let length: ClosedRange<Int>
        let check: Check?
        let isOptional: Bool
    }

    /// The identifier that bytes begin with; nil if none is known.
    static func leading(_ bytes: ArraySlice<UInt8>) -> GS1ApplicationIdentifier? {
        (2...4).lazy.compactMap { table[bytes.prefix($0).text] }.first
    }

    static func named(_ digits: String) -> GS1ApplicationIdentifier? { table[digits] }

    /// The length of data that needs no separator behind it, by its first two digits (figure 7.8.5-2).
    var predefinedLength: Int? {
        let ranges = [0...4, 11...20, 31...36, 41...41]
        guard let number = Int(digits.prefix(2)), ranges.contains(where: { $0.contains(number) }) else {
            return nil
        }
        return components.first?.length.upperBound
    }

    /// The element with this data; nil where it is not as the specification wants it.
    func element(_ value: ArraySlice<UInt8>) -> StructuredContent.GS1Element? {
        var element = StructuredContent.GS1Element(ai: digits, title: title, value: value.text)
        var rest = value
        for component in components {
            if component.isOptional && rest.isEmpty { break }
            let part = rest.prefix(component.length.upperBound)
            guard component.length.contains(part.count), take(part, as: component, into: &element)
            else { return nil }
            rest = rest.dropFirst(part.count)
        }
        return rest.isEmpty ? element : nil
    }

    private func take(
        _ part: ArraySlice<UInt8>, as component: Component, into element: inout StructuredContent.GS1Element
    ) -> Bool {
        guard part.allSatisfy(component.characters.contains) else { return false }
        if component.check == nil, component.isNumeric, let decimals {
            let number = Array(repeating: UInt8(ascii: "0"), count: max(0, decimals - part.count)) + part
            let whole = number.dropLast(decimals).drop { $0 == UInt8(ascii: "0") }
            let fraction = number.suffix(decimals).text
            element.decimal = (whole.isEmpty ? "0" : whole.text) + (decimals > 0 ? "." + fraction : "")
        }
        switch component.check {
        case nil: return true
        case .checkDigit: return GS1CheckDigit.isRight(part)
        case .currency: element.currency = part.text
        case .yesNo: return part.text == "0" || part.text == "1"
        case .zero: return part.text == "0"
        case .iban: return IBAN.isValid(part)
        case .model: return GS1Characters.hasModelCheck(part)
        case .date, .fullDate, .dateAndHour:
            // A range of two dates is no one date.
            let isFirst = element.date == nil
            guard let date = GS1Date.moment(part, needsDay: component.check != .date) else { return false }
            element.date = isFirst ? date : nil
        case .time:
            // A delivery at any time of the day.
            if part.text == "9999", digits == "4324" || digits == "4325" { return true }
            guard let date = element.date.flatMap({ GS1Date.adding(part, to: $0) }) else { return false }
            element.date = date
        }
        return true
    }
}

// MARK: - The table

extension GS1ApplicationIdentifier {
    private static let table: [String: GS1ApplicationIdentifier] = {
        var table: [String: GS1ApplicationIdentifier] = [:]
        for line in GS1Identifiers.text.split(separator: "\n") {
            let columns = line.split(separator: "|", omittingEmptySubsequences: false)
            let components = columns[1].split(separator: " ").map { Component($0) }
            let title = columns[2].isEmpty ? nil : String(columns[2])
            // `310n`: the last digit is the number of decimals. `91-99`: all from the first to the last.
            let names = columns[0].split(separator: "-")
            if columns[0].hasSuffix("n") {
                for decimals in 0...(mostDecimals[columns[0]] ?? 5) {
                    let digits = String(columns[0].dropLast()) + String(decimals)
                    table[digits] = Self(
                        digits: digits, title: title, components: components, decimals: decimals)
                }
            } else if let first = Int(names[0]), let last = Int(names[names.count - 1]) {
                for number in first...last {
                    let digits =
                        String(repeating: "0", count: max(0, 2 - String(number).count)) + String(number)
                    table[digits] = Self(digits: digits, title: title, components: components, decimals: nil)
                }
            }
        }
        return table
    }()

    private static let mostDecimals: [Substring: Int] = [
        "390n": 9, "391n": 9, "392n": 9, "393n": 9, "394n": 3,
    ]
}

extension GS1ApplicationIdentifier.Component {
    /// `n6`, `x..20`, `n13:check`, or in brackets if it may be missing.
    fileprivate init(_ text: Substring) {
        isOptional = text.hasPrefix("[")
        let parts = text.drop { $0 == "[" }.prefix { $0 != "]" }.split(separator: ":")
        isNumeric = parts[0].hasPrefix("n")
        characters = GS1Characters(letter: parts[0].first ?? "n")
        let length = Int(parts[0].drop { !$0.isNumber }) ?? 0
        self.length = parts[0].contains("..") ? 1...length : length...length
        check =
            switch parts.count > 1 ? parts[1] : "" {
            case "check": .checkDigit
            case "date": .date
            case "full": .fullDate
            case "hour": .dateAndHour
            case "time": .time
            case "currency": .currency
            case "yesno": .yesNo
            case "zero": .zero
            case "iban": .iban
            case "model": .model
            default: nil
            }
    }
}
