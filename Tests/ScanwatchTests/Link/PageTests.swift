import Foundation
import Testing

/// What SIGHUP does to a run with a page, whose process is a program of the test's. The command lines are like that of
/// `Examples/unattended/scanwatch.service`.
@Suite(.timeLimit(.minutes(5))) struct PageTests {
    /// Writes the program and a configuration, and has the tool run with both beside what follows.
    private func run(page: String, _ line: String) throws -> Tool.Outcome {
        let scratch = try ScratchFolder()
        try Data("#!/bin/sh\n\(page)\n".utf8).write(to: scratch.url.appending(path: "web"))
        return try Tool.run(
            """
            chmod +x web
            echo first >tokens
            printf '%s\\n' 'device: "synthetic:code"' 'types: qr' 'preview-http: "127.0.0.1:0"' \
                'preview-token-file: tokens' >config.yaml
            # Whoever runs tests may have it ignored, and what is ignored stays so.
            XDG_STATE_HOME=$PWD SCANWATCH_WEB=$PWD/web \
                env --default-signal=HUP "$SCANWATCH" --config config.yaml >records 2>messages &
            tool=$!
            # Waits for a file with so many such lines, while the tool runs.
            until_there() {
                until [ "$(cat "$1" 2>&1 | grep -c "$2")" -ge "$3" ]; do kill -0 $tool || return; sleep 0.05; done
            }
            \(line)
            kill $tool
            wait $tool
            """, in: scratch.url)
    }

    /// The page is begun before the cameras are opened, and so before signals are waited for.
    @Test func aHangUpAtTheStartIsKept() throws {
        let outcome = try run(
            page: "kill -HUP $PPID; kill -KILL $$",
            "until_there records '\"status\":\"configured\"' 1 && echo lives")
        #expect(outcome.output == "lives\n", "\(outcome)")
    }

    /// Who has a token that is gone is not to look on; tokens that are half written end nothing but the page.
    @Test func otherTokensAreReadAgain() throws {
        let outcome = try run(
            page: """
                cat tokens >>shown
                [ -e begun ] || { touch begun; kill -KILL $$; }
                ! grep -q wrong tokens || exit 78
                exec sleep 600
                """,
            """
            until_there shown first 2
            echo wrong >tokens; kill -HUP $tool
            until_there messages 'no page until' 1
            echo second >tokens; kill -HUP $tool
            until_there shown second 1
            until_there records '"status":"configured"' 2
            # These are the same.
            kill -HUP $tool
            until_there records '"status":"configured"' 3
            uniq -c shown | xargs
            """)
        #expect(outcome.output == "2 first 1 wrong 1 second\n", "\(outcome)")
    }
}
