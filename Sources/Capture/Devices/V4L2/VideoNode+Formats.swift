import CVideo4Linux

/// What a node delivers: formats, sizes and rates.
extension VideoNode {
    /// What it offers.
    func pixelFormats() -> [PixelFormat] {
        (0..<Self.mostEntries).firstValues { index in
            var entry = v4l2_fmtdesc()
            entry.index = index
            entry.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard (try? request("VIDIOC_ENUM_FMT", CVideo4LinuxEnumerateFormats, &entry)) != nil else {
                return nil
            }
            return PixelFormat(rawValue: entry.pixelformat)
        }
    }

    /// The sizes of a pixel format, each a single one or a range.
    func frameSizes(_ format: PixelFormat) -> [FrameSizes] {
        (0..<Self.mostEntries).firstValues { index in
            var entry = v4l2_frmsizeenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            let number = CVideo4LinuxEnumerateFrameSizes
            guard (try? request("VIDIOC_ENUM_FRAMESIZES", number, &entry)) != nil else { return nil }
            if entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue {
                let (width, height) = (Int(entry.discrete.width), Int(entry.discrete.height))
                return FrameSizes(widths: width...width, heights: height...height)
            }
            let range = entry.stepwise
            // A range has one entry; later indices are refused by the kernel's rules, but not by every driver.
            guard index == 0, range.min_width <= range.max_width, range.min_height <= range.max_height else {
                return nil
            }
            return FrameSizes(
                widths: Int(range.min_width)...Int(range.max_width),
                heights: Int(range.min_height)...Int(range.max_height),
                widthStep: Int(range.step_width), heightStep: Int(range.step_height))
        }
    }

    func frameRates(_ format: PixelFormat, width: Int, height: Int) -> [FrameRateRange] {
        (0..<Self.mostEntries).firstValues { index in
            var entry = v4l2_frmivalenum()
            entry.index = index
            entry.pixel_format = format.rawValue
            (entry.width, entry.height) = (UInt32(width), UInt32(height))
            let number = CVideo4LinuxEnumerateFrameIntervals
            guard (try? request("VIDIOC_ENUM_FRAMEINTERVALS", number, &entry)) != nil else { return nil }
            if entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue {
                let interval = FrameInterval(entry.discrete)
                return FrameRateRange(shortest: interval, longest: interval)
            }
            guard index == 0 else { return nil }
            return FrameRateRange(
                shortest: FrameInterval(entry.stepwise.min), longest: FrameInterval(entry.stepwise.max))
        }
    }

    /// The format that is set now.
    func format() throws(SystemFailure) -> V4L2Format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try request("VIDIOC_G_FMT", CVideo4LinuxGetFormat, &format)
        return V4L2Format(format)
    }

    /// Asks for a format; the answer is what the driver will deliver, which may be another.
    func setFormat(
        _ pixelFormat: PixelFormat, width: Int, height: Int
    ) throws(SystemFailure) -> V4L2Format {
        var format = Self.captureFormat(pixelFormat, width: width, height: height)
        try request("VIDIOC_S_FMT", CVideo4LinuxSetFormat, &format)
        return V4L2Format(format)
    }

    /// The kernel's own structure for a format, for whoever hands it to a library.
    static func structure(of format: V4L2Format) -> [UInt8] {
        var structure = captureFormat(format.pixelFormat, width: format.width, height: format.height)
        structure.fmt.pix.bytesperline = UInt32(format.bytesPerRow)
        structure.fmt.pix.sizeimage = UInt32(format.byteCount)
        return withUnsafeBytes(of: structure) { Array($0) }
    }

    static func captureFormat(_ pixelFormat: PixelFormat, width: Int, height: Int) -> v4l2_format {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        (format.fmt.pix.width, format.fmt.pix.height) = (UInt32(width), UInt32(height))
        format.fmt.pix.pixelformat = pixelFormat.rawValue
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        return format
    }

    /// The time between frames that is set now; nil where the driver does not say.
    func frameInterval() -> FrameInterval? {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        let answer: ()? = try? request("VIDIOC_G_PARM", CVideo4LinuxGetParameters, &parameters)
        guard answer != nil else { return nil }
        let interval = FrameInterval(parameters.parm.capture.timeperframe)
        return interval.seconds > 0 ? interval : nil
    }

    /// Asks for a time between frames; nil asks for the driver's own.
    func setFrameInterval(_ interval: FrameInterval?) throws(SystemFailure) {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        parameters.parm.capture.timeperframe = v4l2_fract(
            numerator: UInt32(interval?.numerator ?? 0), denominator: UInt32(interval?.denominator ?? 0))
        try request("VIDIOC_S_PARM", CVideo4LinuxSetParameters, &parameters)
    }
}

extension V4L2Format {
    init(_ format: v4l2_format) {
        let pixels = format.fmt.pix
        self.init(
            pixelFormat: PixelFormat(rawValue: pixels.pixelformat), width: Int(pixels.width),
            height: Int(pixels.height), bytesPerRow: Int(pixels.bytesperline),
            byteCount: Int(pixels.sizeimage), encoding: YUVEncoding(pixels))
    }
}

extension YUVEncoding {
    /// What the driver says, or the kernel's rules where it leaves it to them (V4L2_MAP_YCBCR_ENC_DEFAULT,
    /// V4L2_MAP_QUANTIZATION_DEFAULT).
    fileprivate init(_ format: v4l2_pix_format) {
        let space = v4l2_colorspace(rawValue: format.colorspace)
        matrix =
            switch v4l2_ycbcr_encoding(rawValue: format.ycbcr_enc) {
            case V4L2_YCBCR_ENC_601, V4L2_YCBCR_ENC_XV601: .bt601
            case V4L2_YCBCR_ENC_709, V4L2_YCBCR_ENC_XV709: .bt709
            case V4L2_YCBCR_ENC_BT2020, V4L2_YCBCR_ENC_BT2020_CONST_LUM: .bt2020
            default:
                switch space {
                case V4L2_COLORSPACE_REC709, V4L2_COLORSPACE_DCI_P3: .bt709
                case V4L2_COLORSPACE_BT2020: .bt2020
                default: .bt601
                }
            }
        isFullRange =
            switch v4l2_quantization(rawValue: format.quantization) {
            case V4L2_QUANTIZATION_FULL_RANGE: true
            case V4L2_QUANTIZATION_LIM_RANGE: false
            default: space == V4L2_COLORSPACE_JPEG
            }
    }
}

extension FrameInterval {
    fileprivate init(_ fraction: v4l2_fract) {
        self.init(numerator: Int(fraction.numerator), denominator: Int(fraction.denominator))
    }
}
