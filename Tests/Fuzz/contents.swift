import Foundation

// Compiled as a part of MetadataOutput.

/// What any text is; the first byte says whose symbol it is from.
@_cdecl("LLVMFuzzerTestOneInput")
public func readContent(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let (type, identifier): (MetadataObjectType, String) =
        switch bytes[0] {
        case 0: (.dataMatrix, "]d2")
        case 1: (.ean13, "]E0")
        default: (.qr, "]Q1")
        }
    let payload = Array(bytes.dropFirst())
    let text = String(decoding: payload, as: UTF8.self)
    let code = CodeContent(bytes: payload, text: text, symbologyIdentifier: identifier)
    let found = StructuredContent(type: type, content: code)
    // Nothing is said more often than it stands there, but for a link's elements and their dates.
    precondition("\(found.map(String.init(describing:)) ?? "")".utf8.count <= 400_000 + 64 * text.utf8.count)
    return 0
}

/// Leaves texts to begin with in the folder that FUZZ_SEEDS names.
@_cdecl("LLVMFuzzerInitialize")
public func leaveSeeds(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    let samples = [
        "\u{0}010401234567890117261200310300175010LOT\u{1D}2112345", "\u{1}4012345678901",
        "QWIFI:T:WPA;S:a\\;b;P:c;H:true;;", "QMECARD:N:Doe,John;TEL:1;ADR:a,b,c,d,e,f,g;;",
        "QBEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BC=\r\nller;J\r\nEND:VCARD",
        "QBEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nDTSTART;TZID=X:20261122T183000\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR",
        "Qhttps://example.org/01/09506000134352/10/A?17=261231", "Qmailto:a@b.c,d@e.f?cc=g@h.i&subject=%41",
        "Qsms:1,2?body=x", "Qgeo:1.5,-2.5,3;crs=wgs84;u=4", "Qtel:+1-2;ext=3",
        "Qotpauth://totp/a:b?secret=AA&digits=6",
        "QM1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100^100",
        "Q@\n\u{1E}\rANSI 636000100102DL00410278ZV03190008DLDAQ1\nDCGUSA\nDBB01021990\rZVZVA01\r",
        "QBCD\n001\n1\nSCT\nBHBLDEHHXXX\nFranz\nDE71110220330123456789\nEUR1\n\nR",
    ]
    for (number, sample) in samples.enumerated() {
        try? Data(sample.utf8).write(to: URL(filePath: "\(folder)/\(number)"))
    }
    return 0
}
