/// Chosen fields by name, nested as they are in a record.
struct FieldTree {
    /// The list whose elements are what was seen; in names of fields it is left out.
    static let objects = "objects"
    /// What an event has in its place.
    static let object = "object"

    /// The fields on this level; none below a field without fields of its own.
    private(set) var children: [(name: String, tree: FieldTree)] = []
    /// The place of a field without fields of its own among those that were chosen.
    private(set) var column: Int?

    /// Makes a tree of the paths of chosen fields.
    init(paths: [[String]]) {
        for (column, path) in paths.enumerated() { insert(path[...], column: column) }
    }

    private mutating func insert(_ path: ArraySlice<String>, column: Int) {
        guard let name = path.first else {
            self.column = column
            return
        }
        if !children.contains(where: { $0.name == name }) {
            children.append((name, FieldTree(paths: [])))
        }
        for index in children.indices where children[index].name == name {
            children[index].tree.insert(path.dropFirst(), column: column)
        }
    }

    /// What was chosen below a name, or nil if nothing was.
    func child(_ name: String) -> FieldTree? {
        children.first { $0.name == name }?.tree
    }
}
