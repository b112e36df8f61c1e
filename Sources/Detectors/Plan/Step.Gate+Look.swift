extension Step.Gate {
    /// Whether it can be known without a look at the picture that it is closed, when so many codes are accepted.
    func needsNoLook(having count: Int, isLarge: Bool) -> Bool {
        switch self {
        case .always, .nothingAccepted, .nothingAcceptedAndLarge, .inDoubt: true
        case .unexplainedFineBars, .unexplainedSmallTexture: count == 0 || !isLarge
        case .crowd, .crowdOfSmall, .crowdOfSmallOthers, .inDoubtOrCrowd: count < Search.several
        case .unexplainedCode, .unexplainedCodeAndRaised, .unexplainedCodeAndBlurred, .unexplainedBars,
            .inDoubtOfBars,
            .unexplainedBullseye, .unexplainedFinderPattern:
            false
        }
    }
}
