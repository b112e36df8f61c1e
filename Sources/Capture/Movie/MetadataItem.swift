public import Foundation
import MediaFiles

/// Something that a movie's file says of the movie as a whole; AVFoundation's `AVMetadataItem`.
public struct MetadataItem: Sendable, Hashable {
    /// What is said; the raw values are those of AVFoundation's common keys.
    public enum Key: String, Sendable, CaseIterable {
        /// The title.
        case title
        /// What is to be seen.
        case description
        /// Who has made it.
        case author
        /// Whose it is.
        case copyrights
        /// When it was recorded, as QuickTime writes it: `2026-11-24T03:02:04+0100`.
        case creationDate
        /// Where, in ISO 6709: latitude, longitude and, if it is known, height, such as `+48.1374+011.5755+519/`.
        case location
        /// The camera's maker.
        case make
        /// The camera's name.
        case model
        /// What has recorded it.
        case software
    }

    /// What is said.
    public var key: Key
    /// In these words, of which files have a thousand characters at most; empty for nothing.
    public var value: String

    /// Makes an item.
    public init(_ key: Key, _ value: String) {
        (self.key, self.value) = (key, value)
    }

    /// Makes an item of a date, in this machine's time zone.
    public init(_ key: Key, _ date: Date) {
        self.init(key, MovieText.date(date))
    }
}

extension MetadataItem {
    fileprivate var text: MovieText {
        switch key {
        case .title: .title
        case .description: .description
        case .author: .author
        case .copyrights: .copyright
        case .creationDate: .creationDate
        case .location: .location
        case .make: .make
        case .model: .model
        case .software: .software
        }
    }
}

extension [MovieText: String] {
    /// What movies say by themselves.
    ///
    /// - Parameters:
    ///   - make: The camera's maker; nil of what is no camera.
    ///   - model: Its name.
    init(make: String?, model: String?) {
        self = [.software: "scanwatch"]
        (self[.make], self[.model]) = (make, model)
    }

    /// What movies of an input say by themselves.
    init(of input: any CaptureInput) {
        let device = input.camera
        self.init(make: device?.manufacturer, model: device?.localizedName)
    }

    /// The same, where items that somebody has given stand in place of those with their keys; the last one counts.
    func replaced(by items: [MetadataItem]) -> Self {
        merging(items.map { ($0.text, $0.value) }) { $1 }
    }
}
