import Capture
import Foundation
import MetadataOutput

/// Moving pictures through an encoder of the kernel's: what went in and what came out as files, and a line for each
/// picture that came out, with its time in microseconds, its size and whether it needs no other.
struct Encoding {
    private let coded: PixelFormat
    private let width: Int
    private let height: Int
    private let count: Int
    private let folder: URL

    /// - Parameter arguments: What it encodes into, width, height, how many pictures, and a folder.
    init(_ arguments: [String]) throws {
        guard arguments.count == 5, let coded = PixelFormat(name: arguments[0]),
            let width = Int(arguments[1]),
            let height = Int(arguments[2]), let count = Int(arguments[3])
        else { throw CaptureError(.invalidConfiguration, "encode FORMAT WIDTH HEIGHT COUNT FOLDER") }
        (self.coded, self.width, self.height, self.count) = (coded, width, height, count)
        folder = URL(fileURLWithPath: arguments[4])
    }

    func run() throws {
        let paths = HardwareEncoder.paths(for: coded)
        print("encoders \(paths.joined(separator: " "))")
        guard let path = paths.first else { return }
        let encoder = try HardwareEncoder(
            path: path, coded: coded, width: width, height: height, frameRate: 30)
        var (pictures, made) = (Data(), Data())
        func tell(_ frames: [HardwareEncoder.Coded]) {
            for frame in frames {
                made += frame.bytes
                print("frame \(frame.stamp) \(frame.bytes.count) \(frame.isKeyFrame)")
            }
        }
        for number in 0..<count {
            let samples = picture(number)
            pictures += samples
            let stills = StillSamples(
                layout: .yu12, width: width, height: height, bytesPerRow: width, bytes: samples)
            // Times as a camera's: not quite even.
            tell(try encoder.add(stills, stamp: 5_000_000 + number * 33_366 + number % 3))
        }
        tell(try encoder.finish())
        try pictures.write(to: folder.appending(path: "pictures"))
        try made.write(to: folder.appending(path: "coded"))
    }

    /// Slopes that move, each plane's another way, with a bright square that says which picture it is.
    private func picture(_ number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let isSquare = row < 16 && column / 16 == number % (width / 16)
                bytes.append(isSquare ? 230 : UInt8(40 + (row + column + number * 2) % 128))
            }
        }
        for direction in [1, -1] {
            for row in 0..<height / 2 {
                for column in 0..<width / 2 {
                    bytes.append(UInt8(96 + (row + direction * column + number + width) % 64))
                }
            }
        }
        return bytes
    }
}
