import Foundation
import MetadataOutput

extension StillSource {
    /// A JPEG, or all samples.
    var bytes: [UInt8] {
        get {
            switch self {
            case .jpeg(let bytes): bytes
            case .samples(let samples): samples.bytes
            }
        }
        set {
            switch self {
            case .jpeg: self = .jpeg(newValue)
            case .samples(var samples):
                samples.bytes = newValue
                self = .samples(samples)
            }
        }
    }
}

extension StillRequest {
    /// More than anybody asks for at once.
    private static let mostViews = 100
    /// Masks, and the faces beside them.
    private static let mostRegions = 10_000

    /// Everything but the picture's bytes.
    func write(to writer: inout WireWriter) {
        switch source {
        case .jpeg: writer.put(true)
        case .samples(let samples):
            writer.put(false)
            writer.put(samples.layout, of: StillSamples.Layout.allCases)
            for number in [samples.width, samples.height, samples.bytesPerRow] { writer.put(number) }
            writer.put(samples.matrix, of: StillSamples.Matrix.allCases)
            writer.put(samples.isFullRange)
        }
        writer.put(part)
        writer.put(isEnlarged)
        writer.put(hidden) { writer, region in
            writer.put(region.style, of: HiddenRegion.Style.allCases)
            writer.put(region.corners) { $0.put($1) }
        }
        // Nothing that is to be hidden may be left out, and outlines may.
        writer.put(outlines.prefix(Self.mostRegions)) { writer, outline in
            writer.put(outline.kind, of: StillOutline.Kind.allCases)
            writer.put(outline.corners.prefix(StillOutline.mostCorners)) { $0.put($1) }
        }
        writer.put(views) { writer, view in
            writer.put(view.corners) { writer, corners in writer.put(corners) { $0.put($1) } }
            writer.put(view.longestSide) { $0.put($1) }
            writer.put(view.quality)
            writer.put(view.format, of: StillView.Format.allCases)
        }
        writer.put(includesMeasure)
        limits.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let size = 1...1_000_000_000
        let source: StillSource
        if try reader.bool() {
            source = .jpeg([])
        } else {
            var samples = StillSamples(
                layout: try reader.choice(of: StillSamples.Layout.allCases), width: try reader.int(size),
                height: try reader.int(size), bytesPerRow: try reader.int(size), bytes: [])
            samples.matrix = try reader.choice(of: StillSamples.Matrix.allCases)
            samples.isFullRange = try reader.bool()
            source = .samples(samples)
        }
        self.init(source, views: [])
        part = try reader.unitRectangle()
        isEnlarged = try reader.bool()
        hidden = try reader.array(of: "hidden regions", atMost: Self.mostRegions) {
            (reader) throws(MalformedMessage) in
            let style = try reader.choice(of: HiddenRegion.Style.allCases)
            let corners = try reader.array(of: "corners", atMost: HiddenRegion.mostCorners) {
                (reader) throws(MalformedMessage) in try reader.point()
            }
            return HiddenRegion(corners: corners, style: style)
        }
        outlines = try reader.array(atMost: Self.mostRegions) { (reader) throws(MalformedMessage) in
            let kind = try reader.choice(of: StillOutline.Kind.allCases)
            let corners = try reader.array(atMost: StillOutline.mostCorners) {
                (reader) throws(MalformedMessage) in try reader.point()
            }
            return StillOutline(corners: corners, kind: kind)
        }
        views = try reader.array(of: "views", atMost: Self.mostViews) { (reader) throws(MalformedMessage) in
            let corners = try reader.optional { (reader) throws(MalformedMessage) in
                try reader.array(of: "corners", atMost: 4) { (reader) throws(MalformedMessage) in
                    try reader.point()
                }
            }
            let number = Int.min...Int.max
            let side = try reader.optional { (reader) throws(MalformedMessage) in try reader.int(number) }
            return StillView(
                corners: corners, longestSide: side, quality: try reader.int(number),
                format: try reader.choice(of: StillView.Format.allCases))
        }
        includesMeasure = try reader.bool()
        limits = try DecodingLimits(from: &reader)
    }
}

extension StillResult {
    func write(to writer: inout WireWriter) {
        writer.put(stills) {
            $0.put($1.bytes)
            $0.put($1.width)
            $0.put($1.height)
        }
        writer.put(measure) {
            $0.put($1.meanLuma)
            $0.put($1.sharpness)
            $0.put($1.topLuma)
            $0.put($1.bottomLuma)
        }
    }

    /// - Parameter request: What was asked for; there is neither more nor less.
    init(from reader: inout WireReader, to request: StillRequest) throws(MalformedMessage) {
        let stills = try reader.array(atMost: request.views.count) { (reader) throws(MalformedMessage) in
            Still(
                bytes: try reader.byteArray(atMost: 1 << 26), width: try reader.int(1...65_500),
                height: try reader.int(1...65_500))
        }
        guard stills.count == request.views.count else {
            throw MalformedMessage(reason: "another number of files than was asked for")
        }
        self.init(stills: stills)
        measure = try reader.optional { (reader) throws(MalformedMessage) in
            guard request.includesMeasure else {
                throw MalformedMessage(reason: "a measure nobody asked for")
            }
            return StillMeasure(
                meanLuma: try reader.double(0...255), sharpness: try reader.double(0...1e6),
                topLuma: try reader.double(0...255), bottomLuma: try reader.double(0...255))
        }
    }
}
