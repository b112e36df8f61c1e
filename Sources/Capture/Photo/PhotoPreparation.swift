/// What photos are prepared for, and who waits to hear that it is done.
struct PhotoPreparation {
    /// Whom to tell.
    typealias Handler = @Sendable (Bool) -> Void

    /// What is asked for; it stays until something else is.
    private(set) var settings: [CapturePhotoSettings] = []
    private var handler: Handler?
    /// Counts what was asked for, so that what was begun for one is not the end of another.
    private var number = 0

    /// Notes what is asked for.
    ///
    /// - Returns: Who waits no more, because this comes first.
    mutating func begin(_ settings: [CapturePhotoSettings], _ handler: @escaping Handler) -> Handler? {
        defer { self.handler = handler }
        self.settings = settings
        number += 1
        return self.handler
    }

    /// What somebody waits for; nil if nobody does.
    var next: (number: Int, settings: [CapturePhotoSettings])? { handler == nil ? nil : (number, settings) }

    /// Notes that it is done.
    ///
    /// - Returns: Whom to tell; nil if something else was asked for meanwhile.
    mutating func end(_ number: Int) -> Handler? {
        guard number == self.number else { return nil }
        return handler.take()
    }
}
