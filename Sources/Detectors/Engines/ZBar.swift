import CZBar
import Foundation
import MetadataOutput

/// zbar: the second engine for QR and the linear types.
enum ZBar {
    /// The version of the library that runs.
    static var version: String {
        var (major, minor, patch): (UInt32, UInt32, UInt32) = (0, 0, 0)
        zbar_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }

    /// Shorter side, in pixels, of planes of which every second row and column will do.
    private static let largeSide = 480

    /// Reads all symbols of some types. A scanner is made for each plane: zbar's QR reader draws random numbers
    /// from a state kept in the scanner, and a new one makes results repeatable.
    ///
    /// - Parameters:
    ///   - isStrip: Whether the bars stand upright: then columns are not scanned.
    ///   - time: As of ``ZXing/symbols(of:in:layers:options:until:)``.
    static func symbols(
        of types: Set<MetadataObjectType>, in plane: Plane, isStrip: Bool = false,
        until time: SearchTime? = nil
    ) throws(EngineFailure) -> [Symbol] {
        let wanted = symbologies.filter { types.contains($0.type) }
        guard !wanted.isEmpty else { return [] }
        let isLarge = min(plane.width, plane.height) > largeSide
        guard let scanner = Scanner(reading: wanted.map(\.native), isStrip: isStrip, isLarge: isLarge),
            let image = Image(plane)
        else {
            throw EngineFailure(engine: .zbar, reason: "out of memory")
        }
        return plane.withUnsafeSamples { samples in
            image.use(samples, of: plane)
            guard zbar_scan_image(scanner.native, image.native) > 0 else { return [] }
            var symbols: [Symbol] = []
            var budget = OutlineBudget(for: plane)
            var next = zbar_image_first_symbol(image.native)
            while let symbol = next, !time.isUp {
                if let value = Symbol(symbol, of: types, in: plane, within: &budget) {
                    symbols.append(value)
                }
                next = zbar_symbol_next(symbol)
            }
            return symbols
        }
    }

    /// UPC-A is left disabled: zbar then reports it as EAN-13 with a leading 0, as is wanted.
    fileprivate static let symbologies: [(type: MetadataObjectType, native: zbar_symbol_type_t)] = [
        (.qr, ZBAR_QRCODE), (.ean13, ZBAR_EAN13), (.ean8, ZBAR_EAN8), (.upce, ZBAR_UPCE),
        (.code39, ZBAR_CODE39), (.code39Mod43, ZBAR_CODE39), (.code32, ZBAR_CODE39), (.pzn, ZBAR_CODE39),
        (.code93, ZBAR_CODE93), (.code128, ZBAR_CODE128), (.codabar, ZBAR_CODABAR),
        (.interleaved2of5, ZBAR_I25), (.itf14, ZBAR_I25),
        (.gs1DataBar, ZBAR_DATABAR), (.gs1DataBarExpanded, ZBAR_DATABAR_EXP),
    ]
}

/// Owns an image scanner.
private struct Scanner: ~Copyable {
    let native: OpaquePointer

    init?(reading symbologies: [zbar_symbol_type_t], isStrip: Bool, isLarge: Bool) {
        guard let native = zbar_image_scanner_create() else { return nil }
        self.native = native
        zbar_image_scanner_set_config(native, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        for symbology in symbologies {
            zbar_image_scanner_set_config(native, symbology, ZBAR_CFG_ENABLE, 1)
        }
        // Every how many rows and columns are scanned; 0 for none. Lines beside each other show the same.
        let (rows, columns): (Int32, Int32) = isStrip ? (1, 0) : isLarge ? (2, 2) : (1, 1)
        zbar_image_scanner_set_config(native, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, rows)
        zbar_image_scanner_set_config(native, ZBAR_NONE, ZBAR_CFG_X_DENSITY, columns)
        // Bytes as they stand in the symbol; it also keeps structured-append symbols apart.
        zbar_image_scanner_set_config(native, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
        zbar_image_scanner_enable_cache(native, 0)
    }

    deinit {
        zbar_image_scanner_destroy(native)
    }
}

/// Owns an image; its samples stay somebody else's.
private struct Image: ~Copyable {
    let native: OpaquePointer
    /// Rows without gaps, where the plane's rows have some; zbar knows no row distance.
    private let compact: Plane?

    init?(_ plane: Plane) {
        guard let native = zbar_image_create() else { return nil }
        self.native = native
        compact = plane.bytesPerRow == plane.width ? nil : plane.compacted()
        zbar_image_set_format(native, zbar_fourcc_parse("Y800"))
        zbar_image_set_size(native, UInt32(plane.width), UInt32(plane.height))
    }

    deinit {
        zbar_image_destroy(native)
    }

    /// Points the image at its samples, which must stay until the scan is over.
    func use(_ samples: UnsafePointer<UInt8>, of plane: Plane) {
        let count = UInt(plane.width) * UInt(plane.height)
        if let compact {
            compact.withUnsafeSamples { zbar_image_set_data(native, $0, count, nil) }
        } else {
            zbar_image_set_data(native, samples, count, nil)
        }
    }
}

extension Plane {
    /// The same samples without gaps between rows.
    fileprivate func compacted() -> Plane {
        Plane(width: width, height: height, isCleared: false) { target in
            withUnsafeSamples { source in
                for row in 0..<height {
                    target.baseAddress?.advanced(by: row * width)
                        .update(from: source + row * bytesPerRow, count: width)
                }
            }
        }
    }
}

extension Symbol {
    /// Nil for a symbol without content or of a type that was not asked for.
    fileprivate init?(
        _ native: OpaquePointer, of types: Set<MetadataObjectType>, in plane: Plane,
        within budget: inout OutlineBudget
    ) {
        let nativeType = zbar_symbol_get_type(native)
        guard let entry = ZBar.symbologies.first(where: { $0.native == nativeType }),
            let data = zbar_symbol_get_data(native)
        else { return nil }
        let count = Int(zbar_symbol_get_data_length(native))
        let read = UnsafeBufferPointer(start: data, count: count).map { UInt8(bitPattern: $0) }
        let content: (type: MetadataObjectType, bytes: [UInt8])? =
            switch nativeType {
            case ZBAR_I25: (LinearContent.type(ofInterleaved: read), read)
            case ZBAR_CODE39: LinearContent.content(ofCode39: read, wanted: types)
            default: (entry.type, read)
            }
        guard let (type, bytes) = content else { return nil }
        let points = (0..<zbar_symbol_get_loc_size(native)).map {
            CGPoint(
                x: Double(zbar_symbol_get_loc_x(native, $0)), y: Double(zbar_symbol_get_loc_y(native, $0)))
        }
        let isMatrix = type.isMatrixCode
        guard isMatrix ? points.count == 4 : !points.isEmpty else { return nil }
        let scan = ScanPoints(
            points: points, direction: .init(zbar_symbol_get_orientation(native)),
            widestRun: type == .gs1DataBar || type == .gs1DataBarExpanded ? 12 : 6.5)
        var line = isMatrix ? nil : scan.line(in: plane)
        if type == .gs1DataBarExpanded, let seen = line,
            DataBarExpandedLine.isReversed(in: plane, from: seen.start, to: seen.end)
        {
            line = (seen.end, seen.start)
        }
        let isPlausible =
            switch type {
            // zbar ignores Code 128's FNC4, so characters over 127 are wrong ones.
            case .code128:
                bytes.allSatisfy { $0 <= 127 }
                    && line.map { CodablockRow.isSeen(in: plane, from: $0.start, to: $0.end) } != true
            case .gs1DataBarExpanded: GS1ElementString.isPlausible(bytes)
            default: true
            }
        let corners = isMatrix ? points : scan.outline(in: plane, along: line, within: &budget)
        var code = CodeContent(bytes: bytes, text: nil, isMirrored: isMatrix && corners.isClockwise)
        code.setText(of: [PayloadText.Segment(bytes: bytes)], in: type)
        self.init(
            type: type, corners: corners, content: code, quality: Int(zbar_symbol_get_quality(native)),
            isPlausible: isPlausible)
    }
}

extension ScanPoints.Direction {
    fileprivate init(_ orientation: zbar_orientation_t) {
        self =
            switch orientation {
            case ZBAR_ORIENT_RIGHT: .down
            case ZBAR_ORIENT_DOWN: .left
            case ZBAR_ORIENT_LEFT: .up
            default: .right
            }
    }
}
