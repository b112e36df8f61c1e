import ArgumentParser
import Capture

/// The argument of `--video-codec`.
enum VideoCodecArgument: String, ExpressibleByArgument, CaseIterable {
    case jpeg, h264

    var codec: MovieVideoCodec {
        switch self {
        case .jpeg: .jpeg
        case .h264: .h264
        }
    }
}
