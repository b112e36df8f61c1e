import Foundation
import MetadataOutput
import Synchronization

/// Movies in words, a frame a word: a number of milliseconds at which it is shown, `lost`, or `failed`, which ends it; `passed` is
/// none yet.
struct FakeMovieDecoder: MovieDecoder {
    func movie(at path: [UInt8], limits: DecodingLimits) throws(PayloadError) -> any MovieReader {
        let text = (try? String(contentsOfFile: String(decoding: path, as: UTF8.self), encoding: .utf8)) ?? ""
        guard !text.hasPrefix("no movie") else { throw PayloadError(.engineFailure, "no movie") }
        return Movie(words: text.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    func movie(from descriptor: Int32, limits: DecodingLimits) throws(PayloadError) -> any MovieReader {
        Movie(words: ["\(descriptor)", "passed", "40"])
    }

    private final class Movie: MovieReader {
        private let words: [String]
        private let next = Mutex((number: 0, time: Duration.zero))

        init(words: [String]) { self.words = words }

        func nextFrame(from earliest: Duration) -> MovieReading {
            next.withLock { next in
                while next.number < words.count {
                    let (number, word) = (next.number, words[next.number])
                    next.number += 1
                    if word == "passed" { return .passed }
                    if word == "lost" {
                        return .lost(PayloadError(.undecodable, "lost"), number: number, time: next.time)
                    }
                    guard let time = Int(word).map(Duration.milliseconds) else {
                        next.number = words.count
                        return .failed(PayloadError(.undecodable, "failed"))
                    }
                    next.time = time
                    guard time >= earliest else { continue }
                    let luma = Plane(width: 8, height: 6, samples: Array(repeating: 0, count: 48))
                    return .frame(Frame(luma: luma, time: time, duration: nil), number: number)
                }
                return .end
            }
        }
    }
}
