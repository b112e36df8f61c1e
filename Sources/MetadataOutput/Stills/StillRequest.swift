public import Foundation

/// What is wanted of one picture as files for people: the whole of it, smaller ones, parts of it made upright.
public struct StillRequest: Sendable {
    /// The picture.
    public var source: StillSource
    /// Space: 0…1 of the picture as it is stored, origin top left. The part of it that is meant, because it is zoomed;
    /// default all of it. Everything else here is within that part.
    public var part = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// Whether that part becomes as large as the whole picture, as a zoom's does of which the picture's size is not to tell; default
    /// false.
    public var isEnlarged = false
    /// What nobody is to see. It is made unrecognisable before anything else is made of the picture. Default nothing.
    public var hidden: [HiddenRegion] = []
    /// What is drawn upon it, after something was hidden; default nothing.
    public var outlines: [StillOutline] = []
    /// What is to be made of it, in order.
    public var views: [StillView]
    /// Whether its brightness and sharpness are wanted too, default false.
    public var includesMeasure = false
    /// What decoding may cost; default ``DecodingLimits/standard``.
    public var limits = DecodingLimits.standard

    /// Makes a request.
    public init(_ source: StillSource, views: [StillView]) {
        (self.source, self.views) = (source, views)
    }
}

/// A picture in colour, as a camera gives it.
public enum StillSource: Sendable {
    /// A JPEG; what it says of its own orientation does not matter.
    case jpeg([UInt8])
    /// Samples of luma and chroma.
    case samples(StillSamples)
}

/// Samples of luma and chroma in one piece of memory.
public struct StillSamples: Sendable {
    /// How the samples lie, under the kernel's names.
    public enum Layout: String, Sendable, Hashable, CaseIterable {
        /// Luma alone.
        case grey = "GREY"
        /// Two pixels in four bytes.
        case yuyv = "YUYV"
        /// The same with Cr first.
        case yvyu = "YVYU"
        /// Two pixels in four bytes, chroma first.
        case uyvy = "UYVY"
        /// The same with Cr first.
        case vyuy = "VYUY"
        /// A plane of luma, one of Cb and Cr for two by two pixels.
        case nv12 = "NV12"
        /// The same with Cr first.
        case nv21 = "NV21"
        /// A plane of luma, one of Cb and Cr for two pixels of a row.
        case nv16 = "NV16"
        /// The same with Cr first.
        case nv61 = "NV61"
        /// Three planes, chroma for two by two pixels.
        case yu12 = "YU12"
        /// The same with Cr first.
        case yv12 = "YV12"
        /// Three planes, chroma for two pixels of a row.
        case yuv422 = "422P"
    }

    /// What luma and chroma mean.
    public enum Matrix: String, Sendable, Hashable, CaseIterable {
        /// ITU-R BT.601.
        case bt601
        /// ITU-R BT.709.
        case bt709
        /// ITU-R BT.2020.
        case bt2020
    }

    /// How they lie.
    public var layout: Layout
    /// Pixels in a row, at least 1.
    public var width: Int
    /// Rows, at least 1.
    public var height: Int
    /// Distance between the rows of the first plane, in bytes.
    public var bytesPerRow: Int
    /// What they mean, default ``Matrix/bt601``.
    public var matrix = Matrix.bt601
    /// Whether luma goes from 0 to 255, and not from 16 to 235; default false.
    public var isFullRange = false
    /// All planes, one after the other.
    public var bytes: [UInt8]

    /// Makes samples.
    public init(layout: Layout, width: Int, height: Int, bytesPerRow: Int, bytes: [UInt8]) {
        (self.layout, self.width, self.height) = (layout, width, height)
        (self.bytesPerRow, self.bytes) = (bytesPerRow, bytes)
    }
}

/// A part of a picture that nobody is to see.
public struct HiddenRegion: Sendable, Hashable {
    /// How it is hidden.
    public enum Style: String, Sendable, Hashable, CaseIterable {
        /// It is black.
        case blanked
        /// It is a few large squares, so that one sees that somebody is there, and not who.
        case blurred
    }

    /// Space: 0…1 of the picture, origin top left. The corners of a polygon in order, at least 3, at most
    /// ``mostCorners``; what two of its parts cover counts as outside.
    public var corners: [CGPoint]
    /// How it is hidden.
    public var style: Style

    /// Most corners, those of a zone.
    public static let mostCorners = Zone.mostCorners

    /// Makes a region.
    public init(corners: [CGPoint], style: Style) {
        (self.corners, self.style) = (corners, style)
    }

    /// Makes a region of a rectangle.
    public init(_ rectangle: CGRect, style: Style) {
        self.init(
            corners: [
                CGPoint(x: rectangle.minX, y: rectangle.minY), CGPoint(x: rectangle.maxX, y: rectangle.minY),
                CGPoint(x: rectangle.maxX, y: rectangle.maxY), CGPoint(x: rectangle.minX, y: rectangle.maxY),
            ], style: style)
    }
}

/// A closed line that is drawn upon a picture.
public struct StillOutline: Sendable, Hashable {
    /// What it is around.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A code, whose first corner is marked; green.
        case code
        /// A face; blue.
        case face
    }

    /// Space: 0…1 of the picture, origin top left. In order, at most ``mostCorners``.
    public var corners: [CGPoint]
    /// What it is around.
    public var kind: Kind

    /// Most corners.
    public static let mostCorners = 100

    /// Makes an outline.
    public init(corners: [CGPoint], kind: Kind) {
        (self.corners, self.kind) = (corners, kind)
    }
}

/// One file that is made of a picture.
public struct StillView: Sendable, Hashable {
    /// Space: 0…1 of the picture, origin top left. What are to be the file's top left, top right, bottom right and bottom
    /// left corners: a flat thing is seen from the front then. What lies beyond the picture is black. Nil for the picture
    /// as it is.
    public var corners: [CGPoint]?
    /// The longer side in pixels at most; smaller ones keep their size. Nil for no limit.
    public var longestSide: Int?
    /// As libjpeg counts it, 1…100; of samples it does not matter.
    public var quality: Int
    /// What it comes as, default ``Format/jpeg``.
    public var format = Format.jpeg

    /// What a view comes as.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A JPEG.
        case jpeg
        /// Samples as the kernel's `NV12`: a plane of luma, and one of Cb and Cr for two by two pixels; BT.601, video range,
        /// rows without gaps. Of an odd side the last row or column is missing.
        case nv12
    }

    /// Makes a view.
    public init(corners: [CGPoint]? = nil, longestSide: Int? = nil, quality: Int = 90, format: Format = .jpeg)
    {
        (self.corners, self.longestSide, self.quality) = (corners, longestSide, quality)
        self.format = format
    }
}

/// What was made of a picture.
public struct StillResult: Sendable, Hashable {
    /// A file.
    public struct Still: Sendable, Hashable {
        /// A JPEG, without a word on who made it and when, or samples.
        public var bytes: [UInt8]
        /// Pixels in a row.
        public var width: Int
        /// Rows.
        public var height: Int

        /// Makes a file.
        public init(bytes: [UInt8], width: Int, height: Int) {
            (self.bytes, self.width, self.height) = (bytes, width, height)
        }
    }

    /// One for each view, in order.
    public var stills: [Still]
    /// The picture's brightness and sharpness, if they were asked for; nil otherwise.
    public var measure: StillMeasure?

    /// Makes a result.
    public init(stills: [Still], measure: StillMeasure? = nil) {
        (self.stills, self.measure) = (stills, measure)
    }
}

/// How a picture looks as a whole.
public struct StillMeasure: Sendable, Hashable {
    /// The mean of its luma, 0…255.
    public var meanLuma: Double
    /// The variance of the Laplacian of its luma over the variance of its luma: more is sharper, among pictures of one
    /// scene.
    public var sharpness: Double
    /// The mean of the luma of its upper quarter, 0…255: light that comes on while a picture is being read out shows in the lower rows
    /// alone.
    public var topLuma: Double
    /// The same of its lower quarter.
    public var bottomLuma: Double

    /// Makes a measure; the quarters are as bright as the whole unless something else is said.
    public init(meanLuma: Double, sharpness: Double, topLuma: Double? = nil, bottomLuma: Double? = nil) {
        (self.meanLuma, self.sharpness) = (meanLuma, sharpness)
        (self.topLuma, self.bottomLuma) = (topLuma ?? meanLuma, bottomLuma ?? meanLuma)
    }
}

/// Makes files of pictures. It stands behind the one door for picture data, beside the decoder.
public protocol StillMaker: Sendable {
    /// Makes what is asked for.
    ///
    /// - Throws: ``PayloadError`` if the picture is damaged or costs more than it may, or a view's corners are no
    ///   quadrilateral, or what is to be hidden is no region: no picture shows a part of that.
    func stills(_ request: StillRequest) throws(PayloadError) -> StillResult

    /// Gives back what it keeps ready between pictures, such as a worker's process; the next picture waits until that is
    /// there again. Does nothing by default.
    func release()

    /// Makes an encoder of movies; nil, as by default, if there is none. May wait until it can be said.
    func makeVideoEncoder() -> (any VideoEncoder)?
}

extension StillMaker {
    /// Does nothing.
    public func release() {}

    /// Nil: there is none.
    public func makeVideoEncoder() -> (any VideoEncoder)? { nil }
}
