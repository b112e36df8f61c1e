/// Dates and times of GS1 elements: `YYMMDD`, `YYMMDDHH`, `HHMM`.
enum GS1Date {
    /// The year that the century is told by.
    private static let referenceYear = 2026

    /// Nil for what no calendar has.
    ///
    /// - Parameter needsDay: Whether `00` is no day; otherwise it says that only the month is meant.
    static func moment(_ digits: ArraySlice<UInt8>, needsDay: Bool) -> StructuredContent.Moment? {
        guard digits.count == 6 || digits.count == 8, let number = digits.prefix(6).number else { return nil }
        let day = number % 100
        guard day > 0 || !needsDay else { return nil }
        return StructuredContent.Moment(
            year: year(number / 10_000), month: number / 100 % 100, day: day > 0 ? day : nil,
            hour: digits.count == 8 ? digits.suffix(2).number : nil)
    }

    /// The same with a time: `HHMM` of a day, `MM` of an hour, `SS` of a minute.
    static func adding(
        _ digits: ArraySlice<UInt8>, to date: StructuredContent.Moment
    ) -> StructuredContent.Moment? {
        guard let number = digits.number, date.day != nil else { return nil }
        let parts =
            [date.hour, date.minute].compactMap(\.self) + (digits.count == 4 ? [number / 100] : []) + [
                number % 100
            ]
        return StructuredContent.Moment(
            year: date.year, month: date.month, day: date.day, hour: parts[0],
            minute: parts.count > 1 ? parts[1] : nil, second: parts.count > 2 ? parts[2] : nil)
    }

    /// 51 years or more ahead are the century before, 50 or more behind the one after.
    private static func year(_ ofCentury: Int) -> Int {
        let year = referenceYear / 100 * 100 + ofCentury
        return year - referenceYear > 50 ? year - 100 : year - referenceYear < -49 ? year + 100 : year
    }
}
