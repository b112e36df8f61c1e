import Foundation
import MetadataOutput

extension Reading {
    func write(to writer: inout WireWriter) {
        writer.put(type.rawValue)
        writer.put(corners) { $0.put($1) }
        switch content {
        case .code(let content):
            writer.put(true)
            content.write(to: &writer)
        case .face(let content):
            writer.put(false)
            content.write(to: &writer)
        }
        writer.put(engine.rawValue)
        writer.put(step)
        evidence.write(to: &writer)
    }

    init(from reader: inout WireReader) throws(MalformedMessage) {
        let type = MetadataObjectType(rawValue: try reader.name(atMost: 100))
        guard MetadataObjectType.all.contains(type) else { throw MalformedMessage(reason: "an unknown type") }
        let corners = try reader.array(atMost: 4) { (reader) throws(MalformedMessage) in try reader.point() }
        guard corners.count == 4 else { throw MalformedMessage(reason: "not four corners") }
        let isCode = try reader.bool()
        guard isCode == (type != .face) else { throw MalformedMessage(reason: "a content of another type") }
        let content: Content =
            isCode ? .code(try CodeContent(from: &reader)) : .face(try FaceContent(from: &reader))
        self.init(
            type: type, corners: corners, content: content,
            engine: Engine(rawValue: try reader.name(atMost: 40)), step: try reader.name(atMost: 100),
            evidence: try Evidence(from: &reader))
    }
}

extension CodeContent {
    fileprivate func write(to writer: inout WireWriter) {
        writer.put(bytes)
        writer.put(text) { $0.put($1) }
        writer.put(encoding) { $0.put($1) }
        writer.put(isEncodingGuessed)
        writer.put(isDecoded)
        writer.put(symbologyIdentifier) { $0.put($1) }
        writer.put(errorCorrectionLevel) { $0.put($1) }
        writer.put(version) { $0.put($1) }
        writer.put(mask) { $0.put($1) }
        writer.put(addOn) { $0.put($1) }
        writer.put(structuredAppend) {
            $0.put($1.index)
            $0.put($1.count)
            $0.put($1.id)
        }
        writer.put(isMirrored)
        writer.put(isInverted) { $0.put($1) }
        writer.put(eci) { $0.put($1) }
        writer.put(descriptor) { $1.write(to: &$0) }
    }

    fileprivate init(from reader: inout WireReader) throws(MalformedMessage) {
        // The largest symbols hold some 7,000 characters.
        let most = 1 << 14
        let bytes = try reader.byteArray(atMost: most)
        let text = try reader.optional { (reader) throws(MalformedMessage) in
            try reader.string(atMost: 3 * most)
        }
        let encoding = try reader.optional { (reader) throws(MalformedMessage) in try reader.name(atMost: 20)
        }
        let isEncodingGuessed = try reader.bool()
        guard encoding == nil || text != nil, encoding != nil || !isEncodingGuessed else {
            throw MalformedMessage(reason: "a character set of nothing")
        }
        let isDecoded = try reader.bool()
        guard isDecoded || (text == nil && bytes.isEmpty) else {
            throw MalformedMessage(reason: "what nobody decoded")
        }
        self.init(
            bytes: bytes, text: text, isDecoded: isDecoded,
            symbologyIdentifier: try reader.optional { (reader) throws(MalformedMessage) in
                try reader.symbologyIdentifier()
            },
            errorCorrectionLevel: try reader.optional { (reader) throws(MalformedMessage) in
                try reader.name(atMost: 16)
            },
            version: try reader.optional { (reader) throws(MalformedMessage) in try reader.int(1...1000) },
            mask: try reader.optional { (reader) throws(MalformedMessage) in try reader.int(0...7) },
            addOn: try reader.optional { (reader) throws(MalformedMessage) in try reader.addOn() },
            structuredAppend: try reader.optional { (reader) throws(MalformedMessage) in
                StructuredAppend(
                    index: try reader.int(0...100_000), count: try reader.int(0...100_000),
                    id: try reader.string(atMost: 1000))
            },
            isMirrored: try reader.bool(),
            isInverted: try reader.optional { (reader) throws(MalformedMessage) in try reader.bool() },
            eci: try reader.array(atMost: 1000) { (reader) throws(MalformedMessage) in
                try reader.int(0...999_999)
            })
        descriptor = try reader.optional { (reader) throws(MalformedMessage) in
            try CodeDescriptor(from: &reader)
        }
        (self.encoding, self.isEncodingGuessed) = (encoding, isEncodingGuessed)
    }
}

extension WireReader {
    /// As ISO/IEC 15424 has it: `]`, a letter, and a digit or letter.
    fileprivate mutating func symbologyIdentifier() throws(MalformedMessage) -> String {
        let text = try name(atMost: 3)
        guard text.utf8.count == 3, text.hasPrefix("]"), text.dropFirst().allSatisfy(\.isLetterOrDigit),
            text.dropFirst().first?.isNumber == false
        else { throw MalformedMessage(reason: "a symbology identifier that is none") }
        return text
    }

    /// The two or five digits beside an EAN.
    fileprivate mutating func addOn() throws(MalformedMessage) -> String {
        let text = try name(atMost: 5)
        guard [2, 5].contains(text.utf8.count), text.allSatisfy(\.isNumber) else {
            throw MalformedMessage(reason: "an add-on that is none")
        }
        return text
    }
}

extension Character {
    /// Of ASCII, as all of a name is.
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}

extension CodeDescriptor {
    fileprivate func write(to writer: inout WireWriter) {
        switch self {
        case .qr(let symbol):
            writer.put(0)
            writer.put(symbol.errorCorrectedPayload)
            writer.put(symbol.symbolVersion)
            writer.put(symbol.maskPattern)
            writer.put(symbol.errorCorrectionLevel.rawValue)
        case .aztec(let symbol):
            writer.put(1)
            writer.put(symbol.errorCorrectedPayload)
            writer.put(symbol.isCompact)
            writer.put(symbol.layerCount)
            writer.put(symbol.dataCodewordCount)
        case .dataMatrix(let symbol):
            writer.put(2)
            writer.put(symbol.errorCorrectedPayload)
            writer.put(symbol.rowCount)
            writer.put(symbol.columnCount)
            writer.put(symbol.eccVersion.rawValue)
        case .pdf417(let symbol):
            writer.put(3)
            writer.put(symbol.errorCorrectedPayload)
            writer.put(symbol.isCompact)
            writer.put(symbol.rowCount)
            writer.put(symbol.columnCount)
        }
    }

    fileprivate init(from reader: inout WireReader) throws(MalformedMessage) {
        let kind = try reader.int(0...3)
        // A QR code of version 40 has 2,956 data codewords at most, an Aztec code 1,664 of 12 bits.
        let payload = try reader.byteArray(atMost: 1 << 12)
        let symbol: CodeDescriptor?
        switch kind {
        case 0:
            let (version, mask) = (try reader.int(1...40), try reader.int(0...7))
            let level = QRCodeDescriptor.ErrorCorrectionLevel(rawValue: try reader.int(0...255))
            symbol = level.flatMap {
                QRCodeDescriptor(
                    errorCorrectedPayload: payload, symbolVersion: version, maskPattern: mask,
                    errorCorrectionLevel: $0)
            }.map(CodeDescriptor.qr)
        case 1:
            symbol = AztecCodeDescriptor(
                errorCorrectedPayload: payload, isCompact: try reader.bool(),
                layerCount: try reader.int(1...32), dataCodewordCount: try reader.int(1...2048)
            ).map(CodeDescriptor.aztec)
        case 2:
            let (rows, columns) = (try reader.int(8...144), try reader.int(8...144))
            let version = DataMatrixCodeDescriptor.ECCVersion(rawValue: try reader.int(0...255))
            symbol = version.flatMap {
                DataMatrixCodeDescriptor(
                    errorCorrectedPayload: payload, rowCount: rows, columnCount: columns, eccVersion: $0)
            }.map(CodeDescriptor.dataMatrix)
        default:
            symbol = PDF417CodeDescriptor(
                errorCorrectedPayload: payload, isCompact: try reader.bool(),
                rowCount: try reader.int(3...90), columnCount: try reader.int(1...30)
            ).map(CodeDescriptor.pdf417)
        }
        guard let symbol else { throw MalformedMessage(reason: "an impossible descriptor") }
        self = symbol
    }
}

extension FaceContent {
    fileprivate func write(to writer: inout WireWriter) {
        for angle in [rollAngle, yawAngle, pitchAngle] { writer.put(angle) { $0.put($1) } }
        writer.put(landmarks) { $0.put($1) }
    }

    fileprivate init(from reader: inout WireReader) throws(MalformedMessage) {
        func angle() throws(MalformedMessage) -> Double? {
            try reader.optional { (reader) throws(MalformedMessage) in try reader.double(0...360) }
        }
        self.init(
            rollAngle: try angle(), yawAngle: try angle(), pitchAngle: try angle(),
            landmarks: try reader.array(atMost: 468) { (reader) throws(MalformedMessage) in try reader.point()
            })
        guard landmarks.isEmpty || landmarks.count >= 5 else {
            throw MalformedMessage(reason: "\(landmarks.count) landmarks")
        }
    }
}

extension Evidence {
    private static let sources = [Source.plain, .rescue, .crop, .strip]
    /// More than any detector asks about a face.
    private static let mostOpinions = 16

    fileprivate func write(to writer: inout WireWriter) {
        writer.put(source, of: Self.sources)
        writer.put(lines) { $0.put($1) }
        writer.put(quality) { $0.put($1) }
        writer.put(unusedErrorCorrection) { $0.put($1) }
        writer.put(score) { $0.put($1) }
        writer.put(opinions) { writer, opinion in
            writer.put(opinion.source, of: FaceOpinion.Source.allCases)
            writer.put(opinion.value)
            writer.put(opinion.shortfall)
        }
        writer.put(isTurned)
        writer.put(proof) {
            $0.put($1.residue)
            $0.put($1.worst)
            $0.put($1.margin)
            $0.put($1.seam) { $0.put($1) }
            $0.put($1.edgeSeam) { $0.put($1) }
            $0.put($1.ink) { $0.put($1) }
            $0.put($1.quiet)
        }
    }

    fileprivate init(from reader: inout WireReader) throws(MalformedMessage) {
        func count() throws(MalformedMessage) -> Int? {
            try reader.optional { (reader) throws(MalformedMessage) in try reader.int(0...1_000_000_000) }
        }
        self.init(
            source: try reader.choice(of: Self.sources), lines: try count(), quality: try count(),
            unusedErrorCorrection: try reader.optional { (reader) throws(MalformedMessage) in
                try reader.double(0...1)
            },
            score: try reader.optional { (reader) throws(MalformedMessage) in try reader.double(-1e6...1e6) },
            opinions: try reader.array(of: "opinions", atMost: Self.mostOpinions) {
                (reader) throws(MalformedMessage) in
                FaceOpinion(
                    try reader.choice(of: FaceOpinion.Source.allCases), try reader.double(-1e6...1e6),
                    shortfall: try reader.double(0...1e6))
            },
            isTurned: try reader.bool(),
            proof: try reader.optional { (reader) throws(MalformedMessage) in
                LinearProof(
                    residue: try reader.double(0...1), worst: try reader.double(0...1),
                    margin: try reader.double(-1...1),
                    seam: try reader.optional { (reader) throws(MalformedMessage) in
                        try reader.double(0...1e6)
                    },
                    edgeSeam: try reader.optional { (reader) throws(MalformedMessage) in
                        try reader.double(0...1e6)
                    },
                    ink: try reader.optional { (reader) throws(MalformedMessage) in
                        try reader.double(0...1e6)
                    },
                    quiet: try reader.double(-1...2))
            })
    }
}
