import MetadataOutput
import Testing

/// Passwords that cameras want in their addresses, and what records and messages have of them.
@Suite struct NetworkAddressShownTests {
    @Test(
        arguments: [
            (
                "/user=admin&password=tops3cret&channel=1&stream=0.sdp?real_stream",
                "/user=admin&password=***&channel=1&stream=0.sdp?real_stream"
            ),
            (
                "/user=admin_password=tops3cret_channel=1_stream=0.sdp?real_stream",
                "/user=admin_password=***_channel=1_stream=0.sdp?real_stream"
            ),
            ("/snap.cgi?loginuse=admin&loginpas=tops3cret", "/snap.cgi?loginuse=admin&loginpas=***"),
            ("/?a=1;pwd=tops3cret", "/?a=1;pwd=***"),
            ("/?user_password=tops3cret&psw=tops3cret", "/?user_password=***&psw=***"),
            ("/?pass%77ord=tops3cret", "/?pass%77ord=***"), ("/?USER%5fPWD=tops3cret", "/?USER%5fPWD=***"),
            ("/?pass%7=tops3cret&x", "/?pass%7=tops3cret&x"),
            ("/password=tops3cret/video", "/password=***/video"), ("?passwd=tops3cret", "?passwd=***"),
            ("/a?b?pw=tops3cret", "/a?b?pw=***"), ("/?x,pass=tops3cret", "/?x,pass=***"),
            // Passwords have marks too, and end with = where they are Base64.
            ("/?pwd=tops_3;c/r?et&x=1", "/?pwd=***&x=1"), ("/?pwd=to/ps3cret==&x=1", "/?pwd=***&x=1"),
            ("/?pwd=to/ps3cret=", "/?pwd=***"), ("/?pwd==tops3cret", "/?pwd=***"),
            ("/?pwd=a&b=tops_1", "/?pwd=***&b=tops_1"),
            // What is none.
            ("/password/passes?bypass&pass=", "/password/passes?bypass&pass=***"),
            ("/a_b;c/d?e_f;g=h?i&&j=", "/a_b;c/d?e_f;g=h?i&&j="), ("", ""),
        ])
    func passwordsAreNotShown(target: String, shown: String) throws {
        #expect(try NetworkAddress("rtsp://camera:554\(target)").description == "rtsp://camera:554\(shown)")
        #expect(NetworkAddress.shown("rtsp://a:tops3cret@camera:554\(target)") == "rtsp://camera:554\(shown)")
    }

    /// Two cameras behind one address stay two.
    @Test func channelsAreTold() throws {
        let shown = try [1, 2].map {
            try NetworkAddress("rtsp://nvr/user=a_password=b_channel=\($0)_stream=0.sdp").description
        }
        #expect(Set(shown).count == 2)
    }

    @Test func whatACameraCallsAnAddressIsShownTheSameWay() {
        for (text, shown) in [
            ("ftp://a@b:c@d/?pwd=x", "ftp://d/?pwd=***"), ("/a?pwd=x", "/a?pwd=***"), ("://", "://"),
            ("a://b://c?pass=d", "a://b://c?pass=***"), ("", ""), ("http://[::1]:8/@b", "http://[::1]:8/@b"),
        ] {
            #expect(NetworkAddress.shown(text) == shown)
        }
    }
}
