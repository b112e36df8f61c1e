/// Joins the symbols of structured-append sequences, of one picture or of the frames that follow one another: once all
/// parts of a message were seen, each part in view has the whole. Pure: the same objects give the same messages.
struct StructuredAppendJoiner: Sendable {
    /// What the parts of a message have in common. How many there are not all of them say.
    private struct Message: Hashable {
        let type: MetadataObjectType
        let id: String
    }

    private var parts: [Message: [Int: CodeContent]] = [:]
    /// By when they were begun.
    private var messages: [Message] = []

    /// Messages and parts that are remembered: a picture could name as many as it likes.
    private static let mostMessages = 16
    private static let mostParts = 1000

    /// The objects of one more picture, the parts of messages that are complete with the whole.
    mutating func joined(_ objects: [any MetadataObject]) -> [any MetadataObject] {
        for case let code as MetadataMachineReadableCodeObject in objects { note(code) }
        return objects.map { object in
            guard var code = object as? MetadataMachineReadableCodeObject,
                let place = code.content.structuredAppend
            else { return object }
            code.content.structuredAppend?.message = message(Message(type: code.type, id: place.id))
            return code
        }
    }

    private mutating func note(_ code: MetadataMachineReadableCodeObject) {
        guard code.content.isDecoded, let place = code.content.structuredAppend else { return }
        let message = Message(type: code.type, id: place.id)
        var known = parts[message] ?? [:]
        // Another message under the same id begins anew.
        if let old = known[place.index], old.bytes != code.content.bytes { known = [:] }
        guard known[place.index] == nil, known.count < Self.mostParts else { return }
        known[place.index] = code.content
        if parts[message] == nil { messages.append(message) }
        parts[message] = known
        if messages.count > Self.mostMessages { parts[messages.removeFirst()] = nil }
    }

    /// The whole in order; nil as long as a part is missing.
    private func message(_ message: Message) -> StructuredAppend.Message? {
        guard let known = parts[message],
            let count = known.values.compactMap(\.structuredAppend?.count).max(), count == known.count
        else { return nil }
        let contents = (0..<count).compactMap { known[$0] }
        guard contents.count == count else { return nil }
        let bytes = contents.flatMap(\.bytes)
        // A character may begin in one symbol and end in the next; ECIs hold through all of them.
        let ecis = Set(contents.map(\.eci))
        let text =
            if let eci = ecis.first, ecis.count == 1, eci.count <= 1 {
                PayloadText([.init(eci: eci.first, bytes: bytes)], in: message.type)?.text
            } else {
                contents.allSatisfy { $0.text != nil } ? contents.compactMap(\.text).joined() : nil
            }
        return .init(bytes: bytes, text: text)
    }
}
