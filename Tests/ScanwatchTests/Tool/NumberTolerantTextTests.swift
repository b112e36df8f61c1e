import Testing

@Suite struct NumberTolerantTextTests {
    @Test func closeFractionsAreEqual() {
        #expect(NumberTolerantText(#"{"x":0.123456}"#) == NumberTolerantText(#"{"x":0.123457}"#))
        #expect(NumberTolerantText("480.125 and 1") == NumberTolerantText("480.2 and 1"))
    }

    @Test func everythingElseMustBeTheSame() {
        #expect(NumberTolerantText("0.12") != NumberTolerantText("0.13"))
        #expect(NumberTolerantText("id 1, 0.5") != NumberTolerantText("id 2, 0.5"))
        #expect(NumberTolerantText("a 0.5") != NumberTolerantText("b 0.5"))
        #expect(NumberTolerantText("0.5 0.5") != NumberTolerantText("0.5"))
    }
}
