/// Finds messages in the bytes that arrive, however these are cut.
public struct LinkParser: Sendable {
    /// How long messages may be.
    public struct Limits: Sendable, Hashable {
        /// Most bytes of a header.
        public var headerBytes: Int
        /// Most bytes of a body.
        public var bodyBytes: Int

        /// Makes limits.
        public init(headerBytes: Int, bodyBytes: Int) {
            self.headerBytes = headerBytes
            self.bodyBytes = bodyBytes
        }

        /// What a server takes from its clients: short words, no pictures.
        public static let fromClient = Limits(headerBytes: 16_384, bodyBytes: 0)
        /// What a client takes from the server: a frame's record may have thousands of objects.
        public static let fromServer = Limits(headerBytes: 16_777_216, bodyBytes: 67_108_864)
    }

    private let limits: Limits
    private var bytes: [UInt8] = []
    /// How many of them are done with; they are removed now and then, not at each message.
    private var done = 0

    /// Makes a parser that has seen nothing.
    public init(limits: Limits) {
        self.limits = limits
    }

    /// Takes what arrived. Memory stays within the limits if ``next()`` is called until it returns nil before more is given.
    public mutating func append(_ more: some Sequence<UInt8>) {
        if done > 0 {
            bytes.removeFirst(done)
            done = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next whole message; nil if more must arrive first.
    ///
    /// - Throws: ``LinkError`` if what stands there can be no message; the connection is of no use any more.
    public mutating func next() throws(LinkError) -> LinkMessage? {
        guard bytes.count - done >= 8 else { return nil }
        let (count, headerCount) = (number(at: done), number(at: done + 4))
        guard count >= 4, headerCount <= count - 4 else {
            throw LinkError("a header of \(headerCount) bytes in a message of \(count)")
        }
        let bodyCount = count - 4 - headerCount
        guard headerCount <= limits.headerBytes, bodyCount <= limits.bodyBytes else {
            throw LinkError("a message of \(count) bytes, which is too long")
        }
        guard bytes.count - done >= 4 + count else { return nil }
        let header = done + 8
        let body = header + headerCount
        defer { done = body + bodyCount }
        return LinkMessage(
            header: Array(bytes[header..<body]), body: Array(bytes[body..<body + bodyCount]))
    }

    private func number(at place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}

/// What is wrong with what the other end sent.
public struct LinkError: Error, Hashable, CustomStringConvertible {
    /// In one line.
    public let description: String

    /// Makes an error.
    public init(_ description: String) {
        self.description = description
    }
}
