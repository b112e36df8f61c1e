import CZXing
import MetadataOutput

/// Which of ZXing's formats are one of our types.
enum ZXingFormat {
    static func bits(of type: MetadataObjectType) -> UInt32 {
        table.reduce(0) { $1.type == type ? $0 | $1.format.rawValue : $0 }
    }

    /// What a format with this content is and says, of the types that are asked for.
    static func content(
        _ format: CZXingFormat, _ bytes: [UInt8], wanted types: Set<MetadataObjectType>
    ) -> (type: MetadataObjectType, bytes: [UInt8])? {
        switch format {
        case CZXING_ITF: (LinearContent.type(ofInterleaved: bytes), bytes)
        case CZXING_CODE39: LinearContent.content(ofCode39: bytes, wanted: types)
        default: table.first { $0.format == format }.map { ($0.type, bytes) }
        }
    }

    static let table: [(type: MetadataObjectType, format: CZXingFormat)] = [
        (.qr, CZXING_QR), (.microQR, CZXING_MICRO_QR), (.rMQR, CZXING_RMQR), (.aztec, CZXING_AZTEC),
        (.dataMatrix, CZXING_DATA_MATRIX), (.pdf417, CZXING_PDF417), (.microPDF417, CZXING_MICRO_PDF417),
        (.maxiCode, CZXING_MAXICODE),
        (.ean13, CZXING_EAN13), (.ean8, CZXING_EAN8), (.upce, CZXING_UPCE),
        (.code39, CZXING_CODE39), (.code39Mod43, CZXING_CODE39), (.code32, CZXING_CODE39),
        (.pzn, CZXING_CODE39),
        (.code93, CZXING_CODE93), (.code128, CZXING_CODE128), (.codabar, CZXING_CODABAR),
        (.interleaved2of5, CZXING_ITF), (.itf14, CZXING_ITF), (.gs1DataBar, CZXING_DATABAR),
        (.gs1DataBarExpanded, CZXING_DATABAR_EXPANDED), (.gs1DataBarLimited, CZXING_DATABAR_LIMITED),
        (.telepen, CZXING_TELEPEN), (.dxFilmEdge, CZXING_DX_FILM_EDGE),
    ]
}
