import MetadataOutput

/// One step of the plan: an engine on some pixels, behind a gate.
struct Step: Sendable {
    /// What a record says, and what `disabledSteps` switches off.
    let name: String
    let gate: Gate
    let operation: Operation

    /// When a step is worth its time.
    enum Gate: Sendable, Hashable {
        /// Always.
        case always
        /// Nothing is accepted yet.
        case nothingAccepted
        /// Nothing is accepted yet of a picture that other steps see shrunk; of at most so many pixels.
        case nothingAcceptedAndLarge(upTo: Int = .max)
        /// Nothing is accepted yet of a picture that other steps see shrunk, or bars of the picture itself lie where no accepted
        /// code explains them; of a camera's frame, the first alone.
        case unexplainedFineBars
        /// Nothing is accepted yet, or a reading waits for a second opinion.
        case inDoubt
        /// Finder patterns lie where no accepted code explains them.
        case unexplainedCode(Look)
        /// Finder patterns lie where no accepted code explains them, and so they do with contrast raised; raising it costs more
        /// than finding out that nothing is left to be read.
        case unexplainedCodeAndRaised
        /// Finder patterns lie where no accepted code explains them, or nothing is accepted, and some are seen that blur has left of
        /// their rings; looking for these costs more than finding out that nothing is left to be read.
        case unexplainedCodeAndBlurred
        /// Bars lie where no accepted code explains them.
        case unexplainedBars
        /// In doubt, and bars lie where no accepted code explains them.
        case inDoubtOfBars
        /// What looks like the middle of an Aztec code lies where no accepted code explains it.
        case unexplainedBullseye
        /// A finder pattern lies where no accepted code explains it, and rectangular Micro QR Codes, which have one, are wanted.
        case unexplainedFinderPattern
        /// Three codes and more are accepted, and finder patterns lie elsewhere.
        case crowd
        /// The same of codes so small that other steps, which see the picture shrunk, may miss some.
        case crowdOfSmall
        /// The same of three codes and more of other types, in a picture of at most so many pixels; if all are linear, bars must lie
        /// in it as it is where none of them explains them.
        case crowdOfSmallOthers(upTo: Int)
        /// In doubt, or a crowd.
        case inDoubtOrCrowd
        /// Something is accepted of a picture that other steps see shrunk, and small parts of it with edges in all directions lie
        /// where no accepted code explains them.
        case unexplainedSmallTexture
    }

    /// What a step does.
    enum Operation: Sendable, Hashable {
        /// An engine on the whole picture.
        case picture(Reader, Pixels, of: Kinds = .all)
        /// ZXing on a crop around each unexplained QR candidate, perhaps with local contrast raised.
        case codeCrops(Look, hasContrast: Bool = false)
        /// Engines on a straightened strip of each unexplained bar region, until one of them is believed.
        case barStrips([StripReader], Look = .plain)
        /// The modules of each unexplained QR candidate, sampled through all its alignment patterns.
        case codeGrids(Look, as: QRGridSampler.Appearance = .flat)
        /// ZXing on crops around what looks like the middle of an Aztec code.
        case bullseyes
        /// ZXing on the hexagons of MaxiCodes, sampled around what looks like the middle of one.
        case maxiCodes
        /// ZXing on the modules of rectangular Micro QR Codes, sampled along their edges from each unexplained finder pattern.
        case rMQRGrids
        /// ZXing on the whole picture turned so that the largest bar regions stand upright.
        case straightened
        /// ZXing on overlapping tiles of a size that suits the codes read so far.
        case tiles
        /// EAN-13 from the grey values of strips of bar regions.
        case barFits
        /// ZXing, for linear codes, on strips of bar regions, drawn without the blur they have.
        case blurredStrips
        /// ZXing, for Data Matrix, on crops around textures.
        case textureCrops
        /// ZXing, for square codes, on crops of the picture itself around small textures.
        case smallTextureCrops
    }

    /// Whether it can find one of some types: others it would look for in vain, and in a live frame nothing else in its turn.
    func finds(_ types: Set<MetadataObjectType>) -> Bool {
        switch operation {
        case .picture(_, _, let kinds): types.contains(where: kinds.contains)
        // Tiles have room for a crowd of QR codes.
        case .codeCrops, .codeGrids, .tiles: types.contains(.qr)
        case .barStrips, .straightened, .barFits: types.contains(where: \.hasBars)
        case .blurredStrips: types.contains(where: \.isLinearCode)
        case .bullseyes: types.contains(.aztec)
        case .maxiCodes: types.contains(.maxiCode)
        case .rMQRGrids: types.contains(.rMQR)
        case .textureCrops: types.contains(.dataMatrix)
        case .smallTextureCrops: !types.isDisjoint(with: Search.smallTextureTypes)
        }
    }

    /// What is looked for in a whole picture.
    enum Kinds: Sendable, Hashable {
        case all
        /// A linear code needs more evidence than a changed picture gives beside accepted ones.
        case matrixCodes
        /// Of QR codes there are candidates, which cost less.
        case allButQR
        /// A corner of a QR code whose modules were smoothed away looks like a Micro QR Code, of which the smallest have two codewords to
        /// tell.
        case allButMicroQR
        /// A linear code needs more evidence than a picture gives that is changed twice.
        case matrixCodesButMicroQR
        /// Types of which ZXing reads a mirrored symbol only in a mirror: rMQR, MicroPDF417, and Data Matrix of 8 rows and others that
        /// are much wider than high.
        case readUnmirroredAlone
        /// What is peened into metal.
        case dataMatrix
        case linearCodes

        func contains(_ type: MetadataObjectType) -> Bool {
            switch self {
            case .all: true
            case .matrixCodes: type.isMatrixCode
            case .allButQR: type != .qr
            case .allButMicroQR: type != .microQR
            case .matrixCodesButMicroQR: type.isMatrixCode && type != .microQR
            case .readUnmirroredAlone: [.rMQR, .microPDF417, .dataMatrix].contains(type)
            case .dataMatrix: type == .dataMatrix
            case .linearCodes: type.isLinearCode
            }
        }
    }

    /// Which engine reads, and how.
    enum Reader: Sendable, Hashable {
        case zxing(ZXing.Options)
        case zbar

        var engine: Engine {
            switch self {
            case .zxing: .zxing
            case .zbar: .zbar
            }
        }
    }

    /// An engine on a strip of a bar region.
    struct StripReader: Sendable, Hashable {
        let reader: Reader
        /// Whether local contrast is raised.
        var hasContrast = false
        /// Factor on the strip's size.
        var magnification = 1.0

        /// What it looks for of some types.
        func types(of wanted: Set<MetadataObjectType>) -> Set<MetadataObjectType> {
            guard case .zxing(let options) = reader, options.hasNarrowQuietZones else {
                return wanted.filter(\.hasBars)
            }
            // An older library knows no such quiet zones, and would read the same again.
            return ZXing.isCurrent ? wanted.filter(\.hasOwnGuards) : []
        }
    }
}
