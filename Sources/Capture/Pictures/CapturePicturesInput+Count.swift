extension CapturePicturesInput {
    /// How many pictures there are: goes the way through the folders once more and reads none of the pictures.
    ///
    /// Blocks while it works. Beside a search it says how much there is left to do.
    ///
    /// - Parameter isWanted: Asked after each picture; when it says no the count is given up.
    /// - Returns: Nil if the count was given up, or if what there is can be gone through only once.
    public func count(while isWanted: () -> Bool) -> Int? {
        guard var walk = countingFinder() else { return nil }
        var count = 0
        while walk.next() != nil {
            count += 1
            guard isWanted() else { return nil }
        }
        return count
    }
}
