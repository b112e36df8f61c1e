import Foundation
import MetadataOutput
import Synchronization

/// A camera's automatic functions that can be told where to look (`V4L2_UVC_REGION_OF_INTEREST_AUTO_…`, UVC 1.5,
/// 4.2.2.1.20); those that nobody here asks for are left out.
struct RegionFunctions: OptionSet {
    let rawValue: Int

    static let exposure = RegionFunctions(rawValue: 1 << 0)
    static let focus = RegionFunctions(rawValue: 1 << 3)
}

// A camera has one region for all its functions. It is in the pixels of the sensor, whatever format runs.

extension CaptureDevice {
    /// Sides that may differ by this before the camera is told of faces that have moved: each time is a message over USB.
    private static let tolerance = 0.05

    /// Which functions the camera has look at a region; none where the driver knows none.
    var regionFunctions: RegionFunctions {
        guard let control = control(.regionOfInterestAuto), !control.isReadOnly,
            let region = try? openNode().control(.regionOfInterestRect), region.isRectangle,
            !region.isDisabled
        else { return [] }
        return RegionFunctions(rawValue: control.maximum)
    }

    /// Whether the camera itself exposes for a point.
    var exposesForRegion: Bool { automaticExposure != nil && regionFunctions.contains(.exposure) }

    /// Has the camera's exposure look where it is wanted, or nowhere in particular.
    func lookAtExposurePoint() throws(CaptureError) {
        guard exposesForRegion else { return }
        let (point, forFaces) = state.withLock {
            ($0.configuration.exposurePoint, $0.configuration.exposesForFaces)
        }
        try look(at: point, forFaces: forFaces, with: .exposure)
    }

    /// Has the camera's focus look where it is wanted, or nowhere in particular.
    func lookAtFocusPoint() throws(CaptureError) {
        guard isFocusPointOfInterestSupported else { return }
        let (point, forFaces) = state.withLock {
            ($0.configuration.focusPoint, $0.configuration.focusesForFaces)
        }
        try look(at: point, forFaces: forFaces, with: .focus)
    }

    /// - Parameters:
    ///   - point: 0…1 of the unrotated picture; nil for the whole picture.
    ///   - forFaces: Whether faces go before it.
    ///   - function: Which of the camera's functions.
    private func look(
        at point: CGPoint?, forFaces: Bool, with function: RegionFunctions
    ) throws(CaptureError) {
        state.withLock { state in
            if forFaces {
                state.configuration.regionFollowsFaces.insert(function)
            } else {
                state.configuration.regionFollowsFaces.remove(function)
            }
        }
        let current = RegionFunctions(rawValue: value(of: .regionOfInterestAuto) ?? 0)
        var functions = current
        if point != nil || forFaces {
            try setRegion(Self.region(around: point))
            functions.insert(function)
        } else {
            functions.remove(function)
        }
        if functions != current { try set(.regionOfInterestAuto, to: functions.rawValue) }
    }

    /// What to look at for the sake of a point, 0…1 of the picture; all of it if there is none.
    private static func region(around point: CGPoint?) -> CGRect {
        point.map(LumaMeter.window) ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    }

    /// Has the camera look at faces, or at what it looked at before there were any, when it has obeyed as to those before.
    ///
    /// - Parameter faces: 0…1 of the unrotated picture.
    func beginToFollow(_ faces: [CGRect]) {
        let isTold = state.withLock { state in
            defer { state.facesToFollow = faces }
            return state.facesToFollow == nil
        }
        if isTold { exposureQueue.async { [self] in followFaces() } }
    }

    private func followFaces() {
        exposureTurn.withLock { _ in
            let (faces, configuration) = state.withLock { ($0.facesToFollow.take(), $0.configuration) }
            // Somebody may have wanted something else meanwhile.
            guard let faces, !configuration.regionFollowsFaces.isEmpty else { return }
            let point = configuration.exposurePoint ?? configuration.focusPoint
            let target = faces.first.map { faces.reduce($0) { $0.union($1) } } ?? Self.region(around: point)
            // What fails is tried again with the next frame.
            try? setRegion(target, unlessWithin: Self.tolerance)
        }
    }

    /// Sets the region of interest.
    ///
    /// - Parameters:
    ///   - rect: 0…1 of the unrotated picture.
    ///   - tolerance: The region stays if no side of it would move by more than this share of the sensor's.
    private func setRegion(_ rect: CGRect, unlessWithin tolerance: Double = 0) throws(CaptureError) {
        let node = try openNode()
        let sensor = try asking { () throws(SystemFailure) in
            (
                least: try node.rectangle(.least, of: .regionOfInterestRect),
                greatest: try node.rectangle(.greatest, of: .regionOfInterestRect)
            )
        }
        let region = NodeRectangle(
            softwareZoom.part(of: rect), ofSensor: sensor.greatest, atLeast: sensor.least)
        let known = state.withLock { $0.configuration.region }
        if let known, known.isWithin(tolerance, of: region, onSensor: sensor.greatest) { return }
        try asking { () throws(SystemFailure) in
            try node.setRectangle(region, of: .regionOfInterestRect)
        }
        state.withLock { state in
            state.configuration.region = region
            state.lastSet = MonotonicClock.now
        }
    }

    /// Gives the camera the region that it had.
    func restoreRegion() throws(CaptureError) {
        guard let region = state.withLock({ $0.configuration.region }), !regionFunctions.isEmpty else {
            return
        }
        let node = try openNode()
        try asking { () throws(SystemFailure) in
            try node.setRectangle(region, of: .regionOfInterestRect)
        }
    }
}

extension NodeRectangle {
    /// The part of a sensor's pixels at `part`, 0…1, within it and not less than `least`.
    fileprivate init(_ part: CGRect, ofSensor sensor: NodeRectangle, atLeast least: NodeRectangle) {
        func side(_ start: Double, _ length: Double, of most: Int, atLeast least: Int) -> (Int, Int) {
            let most = max(most, 1)
            let pixels = min(max(Int((length * Double(most)).rounded()), least, 1), most)
            return (min(max(Int((start * Double(most)).rounded()), 0), most - pixels), pixels)
        }
        (left, width) = side(part.minX, part.width, of: sensor.width, atLeast: least.width)
        (top, height) = side(part.minY, part.height, of: sensor.height, atLeast: least.height)
    }

    /// Whether no side of both differs by more than a share of the sensor's.
    fileprivate func isWithin(_ share: Double, of other: NodeRectangle, onSensor sensor: NodeRectangle)
        -> Bool
    {
        let across = [left - other.left, left + width - other.left - other.width]
        let down = [top - other.top, top + height - other.top - other.height]
        return across.allSatisfy { abs(Double($0)) <= share * Double(sensor.width) }
            && down.allSatisfy { abs(Double($0)) <= share * Double(sensor.height) }
    }
}
