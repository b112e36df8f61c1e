/// What says how a track's samples are encoded.
struct SampleDescription {
    private let description: MovieDescription

    init(_ description: MovieDescription) {
        self.description = description
    }

    func append(_ track: MovieTrack, to table: inout [UInt8]) {
        switch track {
        case .video:
            switch (description.codec, description.container) {
            case (.motionJPEG, .mp4): appendVideo("mp4v", "", to: &table, appendJPEGDescriptor)
            case (.motionJPEG, .quickTime): appendVideo("jpeg", "Photo - JPEG", to: &table) { _ in }
            case (.h264(let parameters), _):
                appendVideo("avc1", "", to: &table) { box in
                    box.appendBox("avcC") { $0 += parameters.configuration }
                }
            }
        case .metadata:
            table.appendBox("mett") { box in
                appendCommon(to: &box)
                // As it is, not compressed.
                box.append(ended: "")
                box.append(ended: description.metadataType ?? "")
            }
        case .text: appendText(to: &table)
        case .stillImageTime: appendStillImageTime(to: &table)
        }
    }

    /// What every description begins with: the file that has the data.
    private func appendCommon(to box: inout [UInt8]) {
        box.append(zeros: 6)
        box.append16(1)
    }

    private func appendVideo(
        _ type: StaticString, _ compressor: String, to table: inout [UInt8], _ more: (inout [UInt8]) -> Void
    ) {
        table.appendBox(type) { box in
            appendCommon(to: &box)
            box.append(zeros: 16)
            box.append16(description.width)
            box.append16(description.height)
            // 72 dots an inch, one frame a sample.
            box.append32(72 << 16)
            box.append32(72 << 16)
            box.append32(0)
            box.append16(1)
            box.append(UInt8(compressor.utf8.count))
            box += compressor.utf8
            box.append(zeros: 31 - compressor.utf8.count)
            // 24 bits a pixel, no table of colours.
            box.append16(24)
            box.append16(-1)
            more(&box)
        }
    }

    /// MPEG-4's way of saying that frames are JPEGs.
    private func appendJPEGDescriptor(to box: inout [UInt8]) {
        box.appendBox("esds", version: 0) { box in
            // The stream, with its number and no dependence.
            box += [3, 21]
            box.append16(MovieTrack.video.rawValue)
            box.append(0)
            // The decoder: JPEG, a visual stream, rates that nobody knows.
            box += [4, 13, 0x6c, 0x11]
            box.append(zeros: 11)
            // How it is packed: as MP4 files are.
            box += [6, 1, 2]
        }
    }

    /// QuickTime's metadata with keys, of which there is one: an integer of eight bits.
    private func appendStillImageTime(to table: inout [UInt8]) {
        table.appendBox("mebx") { box in
            appendCommon(to: &box)
            box.appendBox("keys") { box in
                let key = "com.apple.quicktime.still-image-time"
                var content: [UInt8] = []
                content.appendBox("keyd") { box in
                    box.append(code: "mdta")
                    box += key.utf8
                }
                content.appendBox("dtyp") { box in
                    box.append32(0)
                    box.append32(65)
                }
                // An entry's type is its number.
                box.append32(content.count + 8)
                box.append32(1)
                box += content
            }
        }
    }

    private func appendText(to table: inout [UInt8]) {
        table.appendBox("tx3g") { box in
            appendCommon(to: &box)
            box.append32(0)
            // Centred at the bottom, on nothing.
            box += [1, 0xff, 0, 0, 0, 0]
            let (width, height) = description.uprightSize
            for side in [0, 0, height, width] { box.append16(side) }
            // The whole text: the first font, plain, a twentieth of the height, white.
            box.append32(0)
            box.append16(1)
            box.append(0)
            box.append(UInt8(clamping: max(12, height / 20)))
            box += [0xff, 0xff, 0xff, 0xff]
            box.appendBox("ftab") { box in
                let name = "Sans-Serif"
                box.append16(1)
                box.append16(1)
                box.append(UInt8(name.utf8.count))
                box += name.utf8
            }
        }
    }
}
