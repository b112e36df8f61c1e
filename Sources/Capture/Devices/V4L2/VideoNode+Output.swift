import CVideo4Linux
import Glibc

/// A node that takes pictures, as those of v4l2loopback do.
extension VideoNode {
    /// Says what will be written, rows without gaps, in video range; the answer is what the driver makes of that.
    func setOutputFormat(
        _ pixelFormat: PixelFormat, width: Int, height: Int
    ) throws(SystemFailure) -> V4L2Format {
        var format = Self.captureFormat(pixelFormat, width: width, height: height)
        format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix.bytesperline = UInt32(width)
        format.fmt.pix.sizeimage = UInt32(width * height * 3 / 2)
        format.fmt.pix.colorspace = V4L2_COLORSPACE_SMPTE170M.rawValue
        try request("VIDIOC_S_FMT", CVideo4LinuxSetFormat, &format)
        return V4L2Format(format)
    }

    /// Says that pictures are going to be written; drivers that are only written to need not understand it.
    func startOutput() {
        var type = Int32(V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue)
        try? request("VIDIOC_STREAMON", CVideo4LinuxStreamOn, &type)
    }

    /// Writes a picture; false if the driver has no room for one at this moment.
    func write(_ picture: [UInt8]) throws(SystemFailure) -> Bool {
        let answer = picture.withUnsafeBytes { system(.write(file, bytes: $0)) }
        if answer == -Int(EAGAIN) { return false }
        guard answer >= 0 else { throw SystemFailure(operation: "write", number: Int32(-answer)) }
        return true
    }
}
