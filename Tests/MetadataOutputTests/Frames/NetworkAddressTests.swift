import MetadataOutput
import Testing

@Suite struct NetworkAddressTests {
    @Test func partsAreTold() throws {
        let address = try NetworkAddress("http://camera:8080/video.mjpg?size=640&fps=5#top")
        #expect(address.scheme == .http && address.host == "camera" && address.port == 8080)
        #expect(address.target == "/video.mjpg?size=640&fps=5")
        #expect(address.user == nil)
        #expect(address.description == "http://camera:8080/video.mjpg?size=640&fps=5")
        let short = try NetworkAddress("HTTPS://10.0.0.5")
        #expect(short.scheme == .https && short.port == 443 && short.target == "/")
        #expect(short.description == "HTTPS://10.0.0.5")
        #expect(short.url == "https://10.0.0.5:443/")
        let six = try NetworkAddress("http://[fe80::1]:81?a")
        #expect(six.host == "fe80::1" && six.port == 81 && six.target == "/?a")
        #expect(six.url == "http://[fe80::1]:81/?a")
    }

    /// Nobody else is to read it.
    @Test func aUserIsNoPartOfWhatIsShown() throws {
        let address = try NetworkAddress("http://ad%40min@camera/a@b")
        #expect(address.user == "ad@min" && address.host == "camera" && address.target == "/a@b")
        #expect(address.description == "http://camera/a@b")
        #expect(address.url == "http://camera:80/a@b")
    }

    /// As some cameras want it.
    @Test func aPasswordInTheQueryIsAskedForAndNotShown() throws {
        let address = try NetworkAddress("http://camera/snap?cmd=1&user=a&PassWord=b=c&pwd=d&x")
        #expect(address.target == "/snap?cmd=1&user=a&PassWord=b=c&pwd=d&x")
        #expect(address.description == "http://camera/snap?cmd=1&user=a&PassWord=***&pwd=***&x")
    }

    @Test(arguments: ["http://a:b@camera/", "http://:b@camera/", "https://a:@camera", "http://a:b@"])
    func aPasswordIsRefused(text: String) {
        #expect(throws: NetworkAddress.Problem.hasPassword) { try NetworkAddress(text) }
    }

    @Test(
        arguments: [
            "", "camera", "ftp://camera/", "http:/camera", "http://", "http:///video", "http://camera:0/",
            "http://camera:65536/", "http://camera:80a/", "http://ca mera/", "http://camera/a\nb",
            "http://[::1/",
            "http://[camera]/", "http://@camera/", "http://cam%65ra/", "http://a%0Ab@camera/",
            "http://a%4@camera/",
            "http://kamera\u{0308}/", "http://a,b/",
        ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(throws: NetworkAddress.Problem.malformed) { try NetworkAddress(text) }
    }

    @Test func whatIsMeantIsKnownByItsBeginning() {
        #expect(NetworkAddress.isMeant(by: "http://"))
        #expect(NetworkAddress.isMeant(by: "Https://a b"))
        #expect(!NetworkAddress.isMeant(by: "/dev/video0"))
        #expect(!NetworkAddress.isMeant(by: "http camera"))
    }
}
