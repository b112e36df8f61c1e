package import Foundation

/// What a movie as a whole can say of itself in words, in the order in which files have it.
package enum MovieText: CaseIterable, Sendable {
    case title
    case description
    case author
    case copyright
    /// ``date(_:)``.
    case creationDate
    /// ISO 6709, such as `+48.1374+011.5755/`.
    case location
    case make
    case model
    case software

    /// Characters of a text that are kept; photos have as many.
    static let mostCharacters = 1000

    /// The names that QuickTime has for it: in metadata, and in user data, which are older and which more players read. The
    /// latter begins with a byte that is no text; of those for a description and an author it is what is read by others.
    var names: (key: String, userData: StaticString) {
        switch self {
        case .title: ("com.apple.quicktime.title", "nam")
        case .description: ("com.apple.quicktime.description", "cmt")
        case .author: ("com.apple.quicktime.author", "ART")
        case .copyright: ("com.apple.quicktime.copyright", "cpy")
        case .creationDate: ("com.apple.quicktime.creationdate", "day")
        case .location: ("com.apple.quicktime.location.ISO6709", "xyz")
        case .make: ("com.apple.quicktime.make", "mak")
        case .model: ("com.apple.quicktime.model", "mod")
        case .software: ("com.apple.quicktime.software", "swr")
        }
    }

    /// A date as QuickTime writes it, in this machine's time zone: `2026-11-24T03:02:04+0100`.
    package static func date(_ date: Date) -> String {
        let (time, _, offset) = PhotoDescription.text(of: date)
        let day = time.prefix(10).replacing(":", with: "-")
        return day + "T" + time.suffix(8) + offset.replacing(":", with: "")
    }
}

extension [MovieText: String] {
    /// Those that say something, in their order.
    var said: [(what: MovieText, text: String)] {
        MovieText.allCases.compactMap { what in
            guard let text = self[what], !text.isEmpty else { return nil }
            return (what, String(text.prefix(MovieText.mostCharacters)))
        }
    }

    /// Appends them as user data (`udta`); nothing if there are none.
    func appendUserData(to movie: inout [UInt8]) {
        guard !said.isEmpty else { return }
        movie.appendBox("udta") { box in
            for (what, text) in said {
                // Its length has 16 bits; a thousand characters can have more bytes in a few scripts.
                let bytes = MovieSample(text: text, time: 0).bytes
                box.append32(8 + bytes.count + 2)
                box.append(0xa9)
                box += what.names.userData.description.utf8
                box += bytes.prefix(2)
                // No language, and UTF-8 therefore.
                box.append16(0x55c4)
                box += bytes.dropFirst(2)
            }
        }
    }
}
