import Foundation
import MediaFiles

/// From the times of frames to those in a movie, out of which pauses are taken.
struct MovieClock {
    /// A stretch of time without a pause.
    private struct Stretch {
        /// The time of its first frame.
        var start: Duration
        /// In the movie, in ticks.
        var tick: Int
        /// The time of its last frame so far.
        var last: Duration
        /// The latest time at which one of its frames is shown.
        var lastShown: Duration
    }

    /// How fast the movie goes: at a quarter it lasts four times as long as what it shows.
    private let rate: Double
    private var stretches: [Stretch] = []
    private var isPaused = true
    /// Between the last two frames, in ticks; a 30th of a second at first.
    private var interval: Int
    private var lastTick: Int?

    init(rate: Double = 1) {
        self.rate = rate
        interval = Int(Double(MovieDescription.timescale) / 30 / rate)
    }

    /// The clock of the file that follows: its first frame lasts as long as the last ones of this file, unless another comes.
    var ofNextFile: Self {
        var next = Self(rate: rate)
        next.interval = interval
        return next
    }

    /// When the last frame ends, supposing that it lasts as long as the one before, in ticks.
    var end: Int { lastTick.map { $0 + interval } ?? 0 }

    /// The time of the last frame.
    var lastTime: Duration? { stretches.last?.last }

    /// The time in the movie of the next frame.
    mutating func tick(of time: Duration) -> Int {
        if isPaused {
            stretches.append(Stretch(start: time, tick: end, last: time, lastShown: time))
            isPaused = false
        }
        let index = stretches.count - 1
        let stretch = stretches[index]
        let tick = stretch.tick + ticks(time - stretch.start)
        if let lastTick, tick > lastTick { interval = tick - lastTick }
        lastTick = max(tick, lastTick ?? tick)
        stretches[index].last = max(time, stretch.last)
        noteShown(time)
        return tick
    }

    /// The frame that came last is shown at this time, if that is later.
    mutating func noteShown(_ time: Duration) {
        guard let stretch = stretches.last else { return }
        stretches[stretches.count - 1].lastShown = max(time, stretch.lastShown)
    }

    /// The next frame follows the last one as if no time had gone by.
    mutating func pause() { isPaused = true }

    /// The time in the movie of what is said of a frame; nil if there is none of that time.
    func tick(ofFrameAt time: Duration) -> Int? {
        guard let stretch = stretches.last(where: { $0.start <= time }), time <= stretch.lastShown
        else {
            return nil
        }
        return stretch.tick + ticks(time - stretch.start)
    }

    /// The time in the movie of what is behind its last frame; nil if it is not.
    func tick(ofEnd time: Duration) -> Int? {
        guard let stretch = stretches.last, time > stretch.last else { return nil }
        return stretch.tick + ticks(time - stretch.start)
    }

    /// Seconds since 1970.
    static var now: Double { Date().timeIntervalSince1970 }

    /// In ticks of the movie.
    func ticks(_ duration: Duration) -> Int {
        Int((duration / .seconds(1) / rate * Double(MovieDescription.timescale)).rounded())
    }

    /// How long it took what lasts so many ticks in the movie.
    func duration(_ ticks: Int) -> Duration {
        .seconds(1) * (Double(ticks) / Double(MovieDescription.timescale) * rate)
    }
}
