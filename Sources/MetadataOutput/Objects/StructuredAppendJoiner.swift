/// Joins the symbols of structured-append sequences, of one picture or of the frames that follow one another: once all
/// parts of a message were seen, each part in view has the whole. Pure: the same objects give the same messages.
struct StructuredAppendJoiner: Sendable {
    /// What the parts of a message have in common. How many there are not all of them say.
    private struct Key: Hashable {
        let type: MetadataObjectType
        let id: String

        init?(_ code: MetadataMachineReadableCodeObject) {
            guard code.content.isDecoded, let id = code.content.structuredAppend?.id else { return nil }
            (type, self.id) = (code.type, id)
        }
    }

    private struct Message {
        let key: Key
        /// By their places.
        var parts: [Int: CodeContent] = [:]
        /// When a part was in view last.
        var time: Duration
        /// The whole, made once for all parts in view and all frames, as it may be long; nil as long as a part is missing.
        var whole: StructuredAppend.Message?
    }

    /// By when they were begun.
    private var messages: [Message] = []

    /// Messages and parts that are remembered: a picture could name as many as it likes.
    private static let mostMessages = 16
    private static let mostParts = 1000
    /// How long a message is remembered of which nothing is in view. Ids are often the same: many programs count no further than
    /// their first.
    private static let memory = Duration.seconds(5)

    /// The objects of one more picture, the parts of messages that are complete with the whole.
    ///
    /// - Parameter time: When it was taken; default zero, for one alone.
    mutating func joined(_ objects: [any MetadataObject], at time: Duration = .zero) -> [any MetadataObject] {
        // Of a clock that begins anew nothing is remembered.
        messages.removeAll { !(Duration.zero...Self.memory).contains(time - $0.time) }
        let codes = objects.compactMap { $0 as? MetadataMachineReadableCodeObject }
        let ambiguous = Self.ambiguous(codes)
        messages.removeAll { ambiguous.contains($0.key) }
        for code in codes {
            if let key = Key(code), !ambiguous.contains(key) { note(code.content, key, at: time) }
        }
        return objects.map { object in
            guard var code = object as? MetadataMachineReadableCodeObject, let key = Key(code) else {
                return object
            }
            code.content.structuredAppend?.message = messages.first { $0.key == key }?.whole
            return code
        }
    }

    /// Messages of which two symbols in one picture are the same part and say something else: nobody knows which belong together.
    private static func ambiguous(_ codes: [MetadataMachineReadableCodeObject]) -> Set<Key> {
        var seen: [Key: [Int: [UInt8]]] = [:]
        var ambiguous: Set<Key> = []
        for code in codes {
            guard let key = Key(code), let place = code.content.structuredAppend?.index else { continue }
            let bytes = seen[key, default: [:]].updateValue(code.content.bytes, forKey: place)
            if let bytes, bytes != code.content.bytes { ambiguous.insert(key) }
        }
        return ambiguous
    }

    private mutating func note(_ content: CodeContent, _ key: Key, at time: Duration) {
        guard let place = content.structuredAppend?.index else { return }
        var index = messages.firstIndex { $0.key == key }
        // Another message under the same id begins anew.
        if let known = index, let old = messages[known].parts[place], old.bytes != content.bytes {
            messages.remove(at: known)
            index = nil
        }
        if index == nil {
            messages.append(Message(key: key, time: time))
            if messages.count > Self.mostMessages { messages.removeFirst() }
        }
        let known = index ?? messages.count - 1
        messages[known].time = time
        guard messages[known].parts[place] == nil, messages[known].parts.count < Self.mostParts else {
            return
        }
        messages[known].parts[place] = content
        messages[known].whole = Self.whole(of: messages[known].parts, type: key.type)
    }

    /// The parts in order, joined; nil as long as one is missing.
    private static func whole(
        of known: [Int: CodeContent], type: MetadataObjectType
    ) -> StructuredAppend.Message? {
        guard let count = known.values.compactMap(\.structuredAppend?.count).max(), count == known.count
        else { return nil }
        let contents = (0..<count).compactMap { known[$0] }
        guard contents.count == count else { return nil }
        let bytes = contents.flatMap(\.bytes)
        // A character may begin in one symbol and end in the next; ECIs hold through all of them.
        let ecis = Set(contents.map(\.eci))
        let text =
            if let eci = ecis.first, ecis.count == 1, eci.count <= 1, !contents.allSatisfy(\.isKnown) {
                PayloadText([.init(eci: eci.first, bytes: bytes)], in: type)?.text
            } else {
                contents.allSatisfy { $0.text != nil } ? contents.compactMap(\.text).joined() : nil
            }
        return .init(bytes: bytes, text: text)
    }
}

extension CodeContent {
    /// Whether what its bytes say is known without those of other symbols: by the modes that they are in.
    fileprivate var isKnown: Bool {
        guard let text, eci.isEmpty, !isEncodingGuessed else { return false }
        return encoding != nil || text.utf8.allSatisfy { $0 < 0x80 }
    }
}
