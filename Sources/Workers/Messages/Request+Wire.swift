import Foundation
import MetadataOutput

extension DetectionRequest {
    /// Most readings of an answer to it, those included that its detectors refused themselves: the client judges them, compares them
    /// and writes them down. Sheets of a thousand codes are read many times over, and cameras' frames have no time for that.
    package var mostReadings: Int { liveFrame == nil ? 10_000 : 3_000 }

    /// More than anybody tracks.
    private static let mostInView = 1000

    func write(to writer: inout WireWriter) {
        writer.put(types.map(\.rawValue).sorted()) { $0.put($1) }
        writer.put(rectOfInterest)
        writer.put(effort, of: Effort.allCases)
        writer.put(pose, of: PoseMethod.allCases)
        for flag in [
            includesLandmarks, includesMesh, includesUndecoded, separatesUPCA, includesMotionPlane,
            runsSideBySide, includesHints,
        ] {
            writer.put(flag)
        }
        writer.put(liveFrame) {
            $0.put($1.number)
            $0.put($1.time)
            $0.put($1.previousTime) { $0.put($1) }
            $0.put($1.stepsInView.sorted()) { $0.put($1) }
            $0.put($1.inView.prefix(Self.mostInView)) {
                $0.put($1.type.rawValue)
                $0.put($1.bounds)
            }
        }
        writer.put(min(max(deadline, .zero), WireReader.longestDuration))
        writer.put(views.thumbnailSide) { $0.put($1) }
        writer.put(views.includesPicture)
        writer.put(disabledSteps.sorted()) { $0.put($1) }
        writer.put(disabledEngines.map(\.rawValue).sorted()) { $0.put($1) }
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let names = try reader.array(of: "types", atMost: 100) { (reader) throws(MalformedMessage) in
            try reader.name(atMost: 100)
        }
        self.init(types: Set(names.map(MetadataObjectType.init(rawValue:))))
        rectOfInterest = try reader.rectangle()
        effort = try reader.choice(of: Effort.allCases)
        pose = try reader.choice(of: PoseMethod.allCases)
        includesLandmarks = try reader.bool()
        includesMesh = try reader.bool()
        includesUndecoded = try reader.bool()
        separatesUPCA = try reader.bool()
        includesMotionPlane = try reader.bool()
        runsSideBySide = try reader.bool()
        includesHints = try reader.bool()
        liveFrame = try reader.optional { (reader) throws(MalformedMessage) in
            var frame = LiveFrame(
                number: try reader.int(0...Int.max), time: try reader.duration(),
                previousTime: try reader.optional { (reader) throws(MalformedMessage) in try reader.duration()
                },
                stepsInView: Set(
                    try reader.array(atMost: 1000) { (reader) throws(MalformedMessage) in
                        try reader.name(atMost: 100)
                    }))
            frame.inView = try reader.array(atMost: Self.mostInView) { (reader) throws(MalformedMessage) in
                ObjectInView(
                    type: MetadataObjectType(rawValue: try reader.name(atMost: 100)),
                    bounds: try reader.unitRectangle())
            }
            return frame
        }
        deadline = try reader.duration()
        views.thumbnailSide = try reader.optional { (reader) throws(MalformedMessage) in
            try reader.int(Int.min...Int.max)
        }
        views.includesPicture = try reader.bool()
        disabledSteps = Set(
            try reader.array(atMost: 1000) { (reader) throws(MalformedMessage) in try reader.name(atMost: 100)
            })
        disabledEngines = Set(
            try reader.array(atMost: 100) { (reader) throws(MalformedMessage) in
                Engine(rawValue: try reader.name(atMost: 100))
            })
    }
}

extension DecodingLimits {
    func write(to writer: inout WireWriter) {
        for limit in [pixels, fileBytes, memoryBytes] { writer.put(limit) }
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let range = 0...Int.max
        self.init(
            pixels: try reader.int(range), fileBytes: try reader.int(range),
            memoryBytes: try reader.int(range))
    }
}
