import Foundation
import Testing

/// `Scripts/torture` with few pictures.
@Suite struct TortureTests {
    @Test func oneRecordEach() throws {
        let outcome = try Tool.run("Scripts/torture 300 --effort fast", in: Tool.package)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.output.hasPrefix("300 pictures of seed 1: 0 failures; "), "\(outcome)")
        // The mutations are neither too gentle nor too rough.
        for code in ["read", "nothing", "undecodable"] { #expect(outcome.output.contains("\(code) ")) }
    }

    /// It sees what it is to see: a tool that says nothing, says something else, or dies.
    @Test(arguments: ["true", "echo '{}'", "echo nonsense", "kill -9 $$"]) func findsFaults(fault: String)
        throws
    {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            printf '#!/bin/sh\\n%s\\n' "\(fault.replacing("$", with: "\\$"))" >tool; chmod +x tool
            SCANWATCH=$PWD/tool '\(Tool.package.path)/Scripts/torture' 20 --keep kept; echo $? $(ls kept)
            """, in: scratch.url)
        #expect(outcome.output.hasPrefix("20 pictures of seed 1: 1 failures; "), "\(outcome)")
        #expect(outcome.output.hasSuffix("1 1-0\n"), "\(outcome)")
    }
}
