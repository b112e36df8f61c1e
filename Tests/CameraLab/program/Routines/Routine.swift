import AVFoundationCompat

/// One of the routines of `Ports`, as an application with it does what its user commands.
@MainActor protocol Routine: AnyObject {
    /// Carries a command out.
    func answer(_ command: [String]) async throws -> String
}

/// What an application finds missing.
struct RoutineError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}

extension AVCaptureDevice {
    /// The first camera.
    static func first() throws -> AVCaptureDevice {
        guard let device = AVCaptureDevice.default(for: .video) else {
            throw RoutineError("there is no camera")
        }
        return device
    }

    /// Tells every change of a property, by a name.
    func tell<Value>(
        _ name: String, _ keyPath: KeyPath<AVCaptureDevice, Value> & Sendable
    ) -> NSKeyValueObservation {
        observe(keyPath, options: .new) { device, _ in
            Program.tell("event \(name) \(device[keyPath: keyPath])")
        }
    }
}

extension [String] {
    /// The number at a place.
    func number(_ index: Int) throws -> Double {
        guard indices.contains(index), let number = Double(self[index]) else {
            throw RoutineError("no number at \(index)")
        }
        return number
    }
}
