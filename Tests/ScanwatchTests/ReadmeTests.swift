import Detectors
import Foundation
import MetadataOutput
import Testing

@testable import scanwatch

/// What the README says of types, and docs/installing.md of packages, is what the code and the scripts say.
@Suite struct ReadmeTests {
    private let readme: String

    init() throws {
        readme = try String(contentsOf: Tool.package.appending(path: "README.md"), encoding: .utf8)
    }

    @Test func tableOfTypes() {
        let rows = DetectorCatalog.types.map { entry in
            let engines = entry.engines.map(\.rawValue).joined(separator: ", ")
            return
                "| `\(entry.type.name)` | `\(entry.type.rawValue)` | \(engines) | \(Types.limits[entry.type] ?? "") |"
        }
        let table = ["| type | identifier | engines | limits |", "|---|---|---|---|"] + rows
        #expect(
            readme.contains(table.joined(separator: "\n") + "\n\n"), "\(table.joined(separator: "\n"))")
    }

    @Test func packages() throws {
        let bootstrap = try String(
            contentsOf: Tool.package.appending(path: "Scripts/bootstrap"), encoding: .utf8)
        let lists = bootstrap.matches(
            of: /(?m)^(?:libraries|test|services|bench|samples|camera|package|at_scale|movies)="([^"]*)"/)
        let packages = Set(lists.flatMap { $0.output.1.split { $0.isWhitespace || $0 == "\\" } })
        #expect(lists.count == 9)
        let page = try String(contentsOf: Tool.package.appending(path: "docs/installing.md"), encoding: .utf8)
        for package in packages { #expect(page.contains("`\(package)`"), "\(package)") }
    }
}
