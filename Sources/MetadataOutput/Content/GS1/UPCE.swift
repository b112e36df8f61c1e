/// UPC-E, which leaves zeros of a UPC-A number out.
package enum UPCE {
    /// The whole number as EAN-13, which zbarimg reports, of 8 digits: number system, six digits, check digit.
    package static func ean13(of digits: String) -> String? {
        guard digits.utf8.count == 8, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        let digits = Array(digits)
        let (maker, last) = (String(digits[1...5]), digits[6])
        let number =
            switch last {
            case "0", "1", "2": "\(maker.prefix(2))\(last)0000\(maker.suffix(3))"
            case "3": "\(maker.prefix(3))00000\(maker.suffix(2))"
            case "4": "\(maker.prefix(4))00000\(maker.suffix(1))"
            default: "\(maker)0000\(last)"
            }
        return "0\(digits[0])\(number)\(digits[7])"
    }
}
