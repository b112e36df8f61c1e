/// Posts the library's notifications, one after the other.
///
/// Not on the thread of whoever starts a session, nor on one of Swift's: Foundation on Linux has who posts wait for observers on a
/// queue, such as the main one, which may just be waiting for that thread.
enum PostedNotifications {
    /// Where observers are called that ask for no queue.
    static let queue = DispatchQueue(label: "AVFoundationCompat.notifications")

    /// Posts one after those before it, and returns at once.
    static func post(_ name: Notification.Name, of object: AVObject, _ information: [String: Any]? = nil) {
        // Nobody changes it.
        nonisolated(unsafe) let information = information
        queue.async { NotificationCenter.default.post(name: name, object: object, userInfo: information) }
    }
}
