import Foundation
import Glibc
import MediaFiles
import MetadataOutput

// Compiled as a part of what Capture has for files.

/// What the tool itself, and no worker, reads of files and of cameras' pictures; the first byte says as what.
@_cdecl("LLVMFuzzerTestOneInput")
public func readFile(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 2 else { return 0 }
    let given = Array(UnsafeBufferPointer(start: start, count: count))
    let bytes = Array(given.dropFirst(2))
    switch given[0] {
    case 0: walkArchive(bytes)
    case 1:
        precondition(TIFFPages.count(in: bytes) <= bytes.count)
        precondition(AnimationFrames.count(in: bytes) <= bytes.count)
    case 2: readJPEG(bytes)
    case 3: readVideo(bytes)
    case 4: readList(bytes)
    default:
        let names = ["GREY", "Y10", "Y16-BE", "Y10B", "Y12P", "Y14P", "pRAA", "RG10"]
        let (width, height) = (1 + Int(bytes[0]), 1 + Int(given[1]))
        guard let layout = SensorLayout(named: names[Int(given[0]) % names.count]) else { return 0 }
        let samples = layout.samples(bytes, width: width, height: height, bytesPerRow: Int(given[1]))
        precondition(samples.map { $0.count == width * height } ?? true)
    }
    return 0
}

/// Calls `body` with the name of a file of these bytes.
private func withFile(_ bytes: [UInt8], _ body: (PictureSource) -> Void) {
    guard let file = tmpfile() else { fatalError("there is no file") }
    defer { fclose(file) }
    precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0)
    body(.file(Array("/proc/self/fd/\(fileno(file))".utf8)))
}

/// An archive is not longer than what is handed out of it.
private func walkArchive(_ bytes: [UInt8]) {
    withFile(bytes) { source in
        guard let archive = try? TarArchive(source),
            let excluded = PathPattern(Array("**/thumbs/**/x".utf8))
        else { return }
        let rule = InputRule(
            recognizer: StandardPictureRecognizer(), filter: PictureFilter(excluded: [excluded]))
        var walk = ArchiveWalk(
            archive: archive, rule: rule, subset: PictureSubset(), limit: 1 << 20, report: { _ in })
        var handedOut = 0
        while let picture = walk.next() {
            handedOut += (try? picture.contents(limit: 1 << 20).get().count) ?? 0
        }
        precondition(handedOut <= bytes.count)
    }
}

private func readList(_ bytes: [UInt8]) {
    withFile(bytes) { source in
        guard let list = try? PictureList(source) else { return }
        var handedOut = 0
        while let name = list.next() {
            precondition((1...Int(PATH_MAX) + 1).contains(name.bytes.count))
            handedOut += name.bytes.count
        }
        precondition(handedOut <= bytes.count && list.error == nil)
    }
}

private func readJPEG(_ bytes: [UInt8]) {
    _ = MotionJPEG.selfContained(bytes)
    let inner = bytes.withUnsafeBytes { MotionJPEG.picture(in: $0)?.count }
    precondition(inner ?? 0 <= bytes.count)
    guard let file = JPEGFile(bytes) else { return }
    guard let size = JPEGFile.size(of: bytes) else { fatalError("a JPEG without a size") }
    precondition(size == (file.width, file.height) && size.width > 0 && size.height > 0)
    // What was put together anew is the same picture.
    guard let again = JPEGFile(file.file(exif: [])) else { fatalError("a file that is none") }
    precondition(again.width == file.width && again.height == file.height && again.picture == file.picture)
    precondition(JPEGFile(file.frame)?.picture == file.picture)
}

/// A frame as cameras send it, and a movie of it.
private func readVideo(_ bytes: [UInt8]) {
    let units = H264Units(bytes)
    var parameters = H264Parameters()
    parameters.take(units)
    // Each unit gets a length of four bytes for a start code of three at least.
    precondition(units.sample.count <= 2 * bytes.count + 4)
    guard parameters.areComplete else { return }
    var movie = MovieFile(MovieDescription(.mp4, .h264(parameters), width: 16, height: 9))
    for time in 0..<3 {
        movie.add(MovieSample(units.sample, time: time, isKeyFrame: units.isKeyFrame), to: .video)
    }
    guard let fragment = movie.takeFragment(endingAt: 3) else { fatalError("a movie without frames") }
    movie.commit(fragment)
    precondition(movie.frameCount == 3 && movie.duration == 3)
    precondition(movie.byteCount + movie.index.count <= 16_384 + 2 * bytes.count + 3 * units.sample.count)
}

/// Leaves files to begin with in the folder that FUZZ_SEEDS names: an archive with a long path, pages, a JPEG, a frame of
/// H.264, a list.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    let bigPages: [UInt8] = [0x4D, 0x4D, 0, 43, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16]
    let jpeg: [UInt8] = [
        0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 16, 1, 1, 0x11, 0, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0,
        7, 0xff, 0, 0xff, 0xd0, 9, 0xff, 0xd9,
    ]
    let samples: [(UInt8, [UInt8])] = [
        (0, archive),
        (1, [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0, 1, 4, 0, 1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]),
        (1, bigPages + [UInt8](repeating: 0, count: 40)),
        (2, jpeg),
        (3, [0, 0, 1, 0x67, 66, 0, 30, 1, 0, 0, 1, 0x68, 1, 2, 0, 0, 1, 0x65, 5, 5]),
        (4, Array("a.png\nb/c.jpg\n\n".utf8)),
        (8, [UInt8](repeating: 5, count: 600)),
    ]
    for (number, (kind, bytes)) in samples.enumerated() {
        try? Data([kind, 3] + bytes).write(to: URL(filePath: "\(folder)/\(number)"))
    }
    return 0
}

/// A header of POSIX with a path, and the file that it is of.
private var archive: [UInt8] {
    let record = Array("19 path=a/b/c.png\n\n".utf8)
    let end = [UInt8](repeating: 0, count: 1_024)
    return block("x", record) + block("0", Array("P5 1 1 255 x".utf8)) + end
}

private func block(_ type: Character, _ data: [UInt8]) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
        block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, _ count: Int) -> String {
        let digits = String(number, radix: 8)
        return String(repeating: "0", count: count - digits.count) + digits
    }
    put("short.png", at: 0)
    put(octal(data.count, 11), at: 124)
    put(octal(1_700_000_000, 11), at: 136)
    put(String(type), at: 156)
    put("ustar\u{0}00", at: 257)
    put(String(repeating: " ", count: 8), at: 148)
    put(octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0}", at: 148)
    return block + data + [UInt8](repeating: 0, count: (512 - data.count % 512) % 512)
}
