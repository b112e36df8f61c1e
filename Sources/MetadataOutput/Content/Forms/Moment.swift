public import Foundation

extension StructuredContent {
    /// A day, a month, or a time of a day, as a text names it; always one of the Gregorian calendar.
    public struct Moment: Sendable, Hashable {
        /// 1…9999.
        public let year: Int
        /// 1…12.
        public let month: Int
        /// 1…31; nil where only the month is named.
        public let day: Int?
        /// 0…23; nil where no time is named.
        public let hour: Int?
        /// 0…59; nil without ``hour``, or where only the hour is named.
        public let minute: Int?
        /// 0…60; nil without ``minute``, or where none are named.
        public let second: Int?
        /// Whether the time is in UTC; otherwise it is in ``timeZone``, or wherever it is read.
        public let isUTC: Bool
        /// The name of the time zone as it stands in the text, such as `Europe/Vienna`, or nil.
        public let timeZone: String?

        /// Nil for what no calendar has.
        init?(
            year: Int, month: Int, day: Int? = nil, hour: Int? = nil, minute: Int? = nil, second: Int? = nil,
            isUTC: Bool = false, timeZone: String? = nil
        ) {
            guard (1...9999).contains(year), (1...12).contains(month),
                (1...Self.days(in: month, of: year)).contains(day ?? 1),
                (0...23).contains(hour ?? 0), (0...59).contains(minute ?? 0), (0...60).contains(second ?? 0)
            else { return nil }
            (self.year, self.month, self.day) = (year, month, day)
            (self.hour, self.minute, self.second) = (hour, minute, second)
            (self.isUTC, self.timeZone) = (isUTC, timeZone)
        }

        /// The same for Foundation's calendars; without a time zone where the text has none or Foundation none of
        /// that name.
        public var dateComponents: DateComponents {
            DateComponents(
                timeZone: isUTC ? TimeZone(secondsFromGMT: 0) : timeZone.flatMap(TimeZone.init(identifier:)),
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        }

        /// As ISO 8601 has it, such as `2026-11`, `2026-11-22` and `2026-11-22T18:30:00Z`; the time zone is left out.
        public var iso8601: String {
            var text = Self.padded(year, to: 4) + "-" + Self.padded(month)
            if let day { text += "-" + Self.padded(day) }
            for (sign, part) in [("T", hour), (":", minute), (":", second)] {
                if let part { text += sign + Self.padded(part) }
            }
            return isUTC ? text + "Z" : text
        }

        private static func padded(_ number: Int, to count: Int = 2) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }

        private static func days(in month: Int, of year: Int) -> Int {
            switch month {
            case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }
    }
}

extension StructuredContent.Moment {
    /// Eight digits in one of two orders: `20261122`, or `11222026` with the month first.
    init?(date digits: ArraySlice<UInt8>, isMonthFirst: Bool = false) {
        guard digits.count == 8, let number = digits.number else { return nil }
        if isMonthFirst {
            self.init(year: number % 10_000, month: number / 1_000_000, day: number / 10_000 % 100)
        } else {
            self.init(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        }
    }

    /// A DATE or DATE-TIME of iCalendar (RFC 5545 §3.3.4, §3.3.5): `20261122`, `20261122T183000`, `20261122T183000Z`.
    init?(iCalendar text: ArraySlice<UInt8>, timeZone: String?) {
        let (date, time) = text.divided(at: UInt8(ascii: "T"))
        guard let day = Self(date: date) else { return nil }
        guard let time else {
            self = day
            return
        }
        let isUTC = time.last == UInt8(ascii: "Z")
        guard time.count == (isUTC ? 7 : 6), let number = time.prefix(6).number else { return nil }
        self.init(
            year: day.year, month: day.month, day: day.day, hour: number / 10_000,
            minute: number / 100 % 100, second: number % 100, isUTC: isUTC, timeZone: isUTC ? nil : timeZone)
    }
}
