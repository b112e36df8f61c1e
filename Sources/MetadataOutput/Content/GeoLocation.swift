extension StructuredContent {
    /// A place (`geo:`, RFC 5870) in WGS 84, the only system that the RFC names. Another one, and the queries that some
    /// maps append (`?q=`), are no place here.
    public struct GeoLocation: Sendable, Hashable {
        /// Degrees, −90…90, positive to the north.
        public let latitude: Double
        /// Degrees, −180…180, positive to the east.
        public let longitude: Double
        /// Metres above the ellipsoid, or nil.
        public let altitude: Double?
        /// Metres by which the place may be off, 0 or more, or nil.
        public let uncertainty: Double?
        /// The coordinate reference system where the text names it: `wgs84`.
        public let crs: String?

        init?(_ bytes: ArraySlice<UInt8>) {
            var parameters = bytes.trimmedEnd.parts(at: UInt8(ascii: ";"))[...]
            guard parameters.count <= StructuredContent.mostFields, let path = parameters.popFirst()
            else { return nil }
            let coordinates = path.parts(at: UInt8(ascii: ",")).prefix(4).map(Self.number)
            guard (2...3).contains(coordinates.count), let latitude = coordinates[0],
                let longitude = coordinates[1], (-90...90).contains(latitude),
                (-180...180).contains(longitude)
            else { return nil }
            (self.latitude, self.longitude) = (latitude, longitude)
            altitude = coordinates.count == 3 ? coordinates[2] : nil
            guard coordinates.count == 2 || altitude != nil else { return nil }
            var (crs, uncertainty): (String?, Double?) = (nil, nil)
            for parameter in parameters {
                let (name, value) = parameter.divided(at: UInt8(ascii: "="))
                switch name.text.lowercased() {
                case "crs":
                    guard value?.text.lowercased() == "wgs84" else { return nil }
                    crs = "wgs84"
                case "u":
                    guard let metres = value.flatMap(Self.number), metres >= 0 else { return nil }
                    uncertainty = metres
                case "": return nil
                default: break
                }
            }
            (self.crs, self.uncertainty) = (crs, uncertainty)
        }

        /// A sign, digits, and a fraction or none (`coord-a` of the RFC), of lengths that a number keeps.
        private static func number(_ bytes: ArraySlice<UInt8>) -> Double? {
            let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
            let (whole, fraction) = digits.divided(at: UInt8(ascii: "."))
            guard digits.count <= 40, !whole.isEmpty, whole.isDigits, fraction?.isEmpty != true,
                fraction?.isDigits ?? true
            else { return nil }
            return Double(bytes.text)
        }
    }
}
