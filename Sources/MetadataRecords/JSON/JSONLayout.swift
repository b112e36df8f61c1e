/// How a JSON object is laid out.
public enum JSONLayout: Sendable, Hashable {
    /// On one line, without white space.
    case line
    /// Over several lines, two spaces a level, points and rectangles on one line each.
    case indented(inColour: Bool)
}
