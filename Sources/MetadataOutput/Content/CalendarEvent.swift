extension StructuredContent {
    /// An event (`VEVENT` of RFC 5545 or vCalendar 1.0), in a calendar or alone.
    public struct CalendarEvent: Sendable, Hashable {
        /// What it is about, or nil.
        public let summary: String?
        /// When it begins: a day, or a time.
        public let start: Moment
        /// When it ends, the first moment after it; or nil.
        public let end: Moment?
        /// How long it takes as ISO 8601 has it, such as `PT1H30M`; or nil.
        public let duration: String?
        /// Where it is, or nil.
        public let location: String?
        /// More about it, or nil.
        public let details: String?
        /// Who holds it: mostly a `mailto:` address; or nil.
        public let organizer: String?
        /// An address with more about it, or nil.
        public let url: String?
        /// What tells it from all other events, or nil.
        public let uid: String?
        /// How it repeats, as `RRULE` has it; or nil.
        public let recurrence: String?

        /// The events of a calendar, or one alone; nil where one has no start or a date that is none, or there are none.
        static func events(in component: LineComponent) -> [CalendarEvent]? {
            let all =
                switch component.name {
                case "VEVENT": [component]
                case "VCALENDAR": component.components.filter { $0.name == "VEVENT" }
                default: [LineComponent]()
                }
            let events = all.compactMap(CalendarEvent.init)
            return events.isEmpty || events.count < all.count ? nil : events
        }

        private init?(_ component: LineComponent) {
            guard let startLine = component["DTSTART"], let start = Self.moment(startLine) else { return nil }
            self.start = start
            if let line = component["DTEND"] {
                guard let end = Self.moment(line) else { return nil }
                self.end = end
            } else {
                end = nil
            }
            duration = component["DURATION"]?.text
            guard duration.map(Self.isDuration) ?? true, end == nil || duration == nil else { return nil }
            summary = component["SUMMARY"]?.text
            location = component["LOCATION"]?.text
            details = component["DESCRIPTION"]?.text
            organizer = component["ORGANIZER"]?.text
            url = component["URL"]?.text
            uid = component["UID"]?.text
            recurrence = component["RRULE"]?.text
        }

        private static func moment(_ line: ContentLine) -> Moment? {
            let moment = Moment(iCalendar: line.value.trimmed, timeZone: line.parameter("TZID")?.nonEmpty)
            let isDay = line.parameter("VALUE")?.uppercased() == "DATE"
            return isDay && moment?.hour != nil ? nil : moment
        }

        /// Whether it is a period of weeks, days, hours, minutes and seconds (RFC 5545 §3.3.6), not negative.
        private static func isDuration(_ text: String) -> Bool {
            var letters = Array("WDTHMS".utf8)[...]
            var (digits, hasPart) = (0, false)
            guard text.utf8.first == UInt8(ascii: "P") else { return false }
            for byte in text.utf8.dropFirst() {
                if byte.isDigit {
                    digits += 1
                } else {
                    // Each letter at most once and in this order; T alone has no number, and stands before a time.
                    let isTime = "HMS".utf8.contains(byte)
                    guard let place = letters.firstIndex(of: byte),
                        (byte == UInt8(ascii: "T")) == (digits == 0),
                        !isTime || !letters.contains(UInt8(ascii: "T"))
                    else { return false }
                    hasPart = hasPart || digits > 0
                    (letters, digits) = (letters[(place + 1)...], 0)
                }
            }
            return hasPart && digits == 0
        }
    }
}
