import Foundation
import MetadataOutput
import Testing

@Suite struct CalendarEventTests {
    private func events(_ text: String) -> [StructuredContent.CalendarEvent]? {
        guard case .calendar(let events) = StructuredContent(text: text) else { return nil }
        return events
    }

    private func event(_ lines: String...) -> StructuredContent.CalendarEvent? {
        events((["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).joined(separator: "\r\n"))?.first
    }

    @Test func everyFieldIsRead() throws {
        let event = try #require(
            self.event(
                "UID:1@example.org", "DTSTART;TZID=Europe/Vienna:20261122T183000", "DTEND:20261122T200000Z",
                "SUMMARY:Concert\\, se", " cond half", "LOCATION:Hall\\; 2", "DESCRIPTION:a\\nb",
                "ORGANIZER;CN=\"Doe: Jane\":mailto:jane@example.org", "URL:https://example.org/",
                "RRULE:FREQ=WEEKLY;COUNT=3"))
        #expect(event.start.iso8601 == "2026-11-22T18:30:00" && event.start.timeZone == "Europe/Vienna")
        #expect(event.end?.iso8601 == "2026-11-22T20:00:00Z" && event.end?.timeZone == nil)
        #expect(
            event.summary == "Concert, second half" && event.location == "Hall; 2" && event.details == "a\nb")
        #expect(event.organizer == "mailto:jane@example.org" && event.url == "https://example.org/")
        #expect(event.uid == "1@example.org" && event.recurrence == "FREQ=WEEKLY;COUNT=3")
        let components = event.start.dateComponents
        #expect(components.hour == 18 && components.timeZone?.identifier == "Europe/Vienna")
        #expect(event.end?.dateComponents.timeZone?.secondsFromGMT() == 0)
    }

    @Test func aDayIsADay() throws {
        let day = try #require(self.event("DTSTART;VALUE=DATE:20240229", "DURATION:P1DT2H30M"))
        #expect(day.start.iso8601 == "2024-02-29" && day.start.hour == nil && day.duration == "P1DT2H30M")
        #expect(day.start.dateComponents == DateComponents(year: 2024, month: 2, day: 29))
    }

    @Test func eventsOfACalendarAreReadAndWhatElseIsInItIsNot() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//x//y
            BEGIN:VTIMEZONE
            TZID:Here
            END:VTIMEZONE
            BEGIN:VEVENT
            DTSTART:20260101T000000Z
            SUMMARY:a
            BEGIN:VALARM
            DESCRIPTION:wake up
            END:VALARM
            END:VEVENT
            BEGIN:VEVENT
            DTSTART:20260102
            SUMMARY:b
            END:VEVENT
            END:VCALENDAR
            """
        let events = try #require(self.events(text))
        #expect(events.map(\.summary) == ["a", "b"] && events[0].details == nil)
    }

    @Test func theOldFormIsRead() throws {
        let text = """
            BEGIN:VCALENDAR
            VERSION:1.0
            BEGIN:VEVENT
            DTSTART:20261122T183000Z
            SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Gr=C3=BC=
            =C3=9Fe
            END:VEVENT
            END:VCALENDAR
            """
        #expect(events(text)?.first?.summary == "Grüße")
    }

    @Test(arguments: [
        "SUMMARY:no start", "DTSTART:20261301", "DTSTART:20260229", "DTSTART:20260101T250000",
        "DTSTART:20260101T0000",
        "DTSTART:2026-01-01", "DTSTART;VALUE=DATE:20260101T000000", "DTSTART:20260101\r\nDTEND:x",
        "DTSTART:20260101\r\nDURATION:1H", "DTSTART:20260101\r\nDURATION:P1M",
        "DTSTART:20260101\r\nDURATION:PT",
        "DTSTART:20260101\r\nDTEND:20260102\r\nDURATION:P1D", "DTSTART:20260101\r\nBEGIN:VALARM",
        "DTSTART:00000101",
    ])
    func whatIsNotOfTheFormIsNone(lines: String) {
        #expect(event(lines) == nil)
        // One bad event spoils the calendar.
        #expect(
            events(
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDTSTART:20260101\r\nEND:VEVENT\r\n"
                    + "BEGIN:VEVENT\r\n\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR") == nil)
    }

    @Test func aCalendarWithoutEventsIsNone() {
        #expect(events("BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR") == nil)
    }
}
