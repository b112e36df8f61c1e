import Glibc
public import MetadataOutput
import Synchronization

/// The names in a list of pictures and folders, read from it as they are asked for; never all of it at once.
///
/// Names are bytes and taken as they are: a return before a line feed, or a space, is part of one. Empty ones are
/// passed over. A list is gone through once. Asking for the next name waits for whoever writes the list.
public final class PictureList: Sequence, IteratorProtocol, Sendable {
    /// What ends a name.
    public enum Separator: Sendable {
        /// A line feed, as `ls`, `find` and `fd` write.
        case lineFeed
        /// A zero byte, as `find -print0` and `fd -0` write: the only byte that no name holds.
        case zero
    }

    private let names: Mutex<Names>
    private let lastError = Mutex(PayloadError?.none)

    /// Opens a list; of a pipe, waits until somebody writes to it.
    ///
    /// - Throws: `PayloadError` where it cannot be opened, or is a folder.
    public init(_ source: PictureSource, separator: Separator = .lineFeed) throws(PayloadError) {
        names = Mutex(
            Names(file: try OpenFile.named(source), separator: separator == .zero ? 0 : UInt8(ascii: "\n")))
    }

    /// The next name, as a file or folder whatever it is (`-` too), or nil at the end.
    public func next() -> PictureSource? {
        do {
            return try names.withLock { (names) throws(PayloadError) in try names.next() }.map {
                .file($0)
            }
        } catch {
            lastError.withLock { $0 = error }
            return nil
        }
    }

    /// Why the list ended where it did, if it could not be read to its end; nil as long as nothing went wrong.
    public var error: PayloadError? { lastError.withLock { $0 } }

    /// The names, a piece of the list at a time.
    private struct Names: ~Copyable {
        let file: OpenFile
        let separator: UInt8
        private var piece = [UInt8](repeating: 0, count: 1 << 16)
        /// What of the piece is not yet handed out.
        private var unread = 0..<0

        /// The system opens no longer name; what is longer is cut here and refused there.
        private static let longestName = Int(PATH_MAX) + 1

        init(file: consuming OpenFile, separator: UInt8) {
            self.file = file
            self.separator = separator
        }

        mutating func next() throws(PayloadError) -> [UInt8]? {
            var name: [UInt8] = []
            while true {
                if unread.isEmpty {
                    unread = 0..<(try FileReader.readSome(from: file.descriptor, into: &piece))
                    if unread.isEmpty { return name.isEmpty ? nil : name }
                }
                let end = piece[unread].firstIndex(of: separator)
                name += piece[unread.lowerBound..<(end ?? unread.upperBound)].prefix(
                    Self.longestName - name.count)
                unread = (end.map { $0 + 1 } ?? unread.upperBound)..<unread.upperBound
                if end != nil && !name.isEmpty { return name }
            }
        }
    }
}
