import Foundation
import MetadataOutput

/// Pixels made from the picture (shrunk, cut out, turned) and the way back to it.
struct View: Sendable {
    let plane: Plane
    /// From continuous coordinates of ``plane`` to continuous pixels of the picture.
    let toPicture: Homography
    /// Of a part of the picture that is searched as all of it would be, the picture's longer side in its pixels.
    private let pictureSide: Int?

    /// The picture itself.
    init(_ picture: Plane) {
        self.init(plane: picture, toPicture: .identity)
    }

    init(plane: Plane, toPicture: Homography, pictureSide: Int? = nil) {
        self.plane = plane
        self.toPicture = toPicture
        self.pictureSide = pictureSide
    }

    /// A part of a picture, to be searched as all of it would be; copies nothing.
    init(_ part: CGRect, of picture: Plane) {
        let crop = View(picture).crop(around: part)
        self.init(
            plane: crop.plane, toPicture: crop.toPicture, pictureSide: max(picture.width, picture.height))
    }

    /// The view's longer side; of a part of the picture what it would be of all of it.
    var wholeSide: Int {
        pictureSide.map { Int((Double($0) / linearScale).rounded()) } ?? max(plane.width, plane.height)
    }

    /// Pixels of the picture a pixel of an affine view is wide, in the mean of its directions.
    var linearScale: Double {
        let e = toPicture.elements
        return abs(e[0] * e[4] - e[1] * e[3]).squareRoot() / abs(e[8])
    }

    /// The view shrunk so that its ``wholeSide`` is at most `longerSide`; itself if it is not longer.
    func shrunk(toLongerSide longerSide: Int) -> View {
        let longer = wholeSide
        guard longer > longerSide else { return self }
        return resized(by: Double(longerSide) / Double(longer), interpolation: .area)
    }

    /// The view at another size.
    func resized(by factor: Double, interpolation: Interpolation) -> View {
        let width = max(1, Int((Double(plane.width) * factor).rounded()))
        let height = max(1, Int((Double(plane.height) * factor).rounded()))
        let back = Homography.scale(
            x: Double(plane.width) / Double(width), y: Double(plane.height) / Double(height))
        return View(
            plane: plane.resized(width: width, height: height, interpolation: interpolation),
            toPicture: back.then(toPicture), pictureSide: pictureSide)
    }

    /// The view in parts of at most a side, in pixels, as few as that takes; each shares so many with the next. Copies nothing.
    func parts(ofSide side: Int, sharing overlap: Int) -> [View] {
        func spans(_ length: Int) -> [Range<Int>] {
            let count = max(1, (length - overlap + side - overlap - 1) / (side - overlap))
            return (0..<count).map { index in
                let start = count == 1 ? 0 : (length - min(side, length)) * index / (count - 1)
                return start..<start + min(side, length)
            }
        }
        return spans(plane.height).flatMap { rows in
            spans(plane.width).map { columns in
                crop(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
            }
        }
    }

    /// A part of the view; copies nothing.
    func crop(x: Int, y: Int, width: Int, height: Int) -> View {
        View(
            plane: plane.crop(x: x, y: y, width: width, height: height),
            toPicture: Homography.translation(x: Double(x), y: Double(y)).then(toPicture))
    }

    /// The part of the view within a rectangle in its own pixels, whole pixels and at least one; copies nothing.
    func crop(around box: CGRect) -> View {
        // Clamped before it becomes an integer: a candidate's far corner may lie anywhere, or nowhere.
        func pixel(_ value: Double, below limit: Int) -> Int {
            value > 0 ? Int(min(value, Double(limit))) : 0
        }
        let x = pixel(box.minX.rounded(.down), below: plane.width - 1)
        let y = pixel(box.minY.rounded(.down), below: plane.height - 1)
        let right = max(pixel(box.maxX.rounded(.up), below: plane.width), x + 1)
        let bottom = max(pixel(box.maxY.rounded(.up), below: plane.height), y + 1)
        return crop(x: x, y: y, width: right - x, height: bottom - y)
    }

    /// Other pixels at the same places (contrast, inversion).
    func replacing(_ plane: Plane) -> View {
        View(plane: plane, toPicture: toPicture, pictureSide: pictureSide)
    }

    /// The view cut out along an affine map from the result's continuous coordinates to this view's.
    func warped(
        width: Int, height: Int, along map: Homography, interpolation: Interpolation = .linear,
        border: Border = .replicated
    ) -> View {
        let matrix = Array(map.forPixelCentres.elements.prefix(6))
        return View(
            plane: plane.warped(
                width: width, height: height, matrix: matrix, interpolation: interpolation, border: border),
            toPicture: map.then(toPicture), pictureSide: pictureSide)
    }
}
