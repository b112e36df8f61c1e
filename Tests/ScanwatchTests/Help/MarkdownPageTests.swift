import Testing

@testable import scanwatch

@Suite struct MarkdownPageTests {
    private let page = MarkdownPage(
        """
        # Page

        ## Names

        A paragraph with `code | **and**`, **strength** and
        a [link](https://example.org/).

        | name | meaning |
        |---|---|
        | `a\\|b` | one of two |
        | `\\t` | |

        ## Lists
        - one
          and more
        - two

        1. first

        ### Below

        ```console
        $ .x

        - 'y'
        ```
        """)

    @Test func hasBlocks() {
        #expect(
            page.blocks == [
                .heading(1, "Page"), .heading(2, "Names"),
                .paragraph(
                    "A paragraph with `code | **and**`, **strength** and a [link](https://example.org/)."),
                .table([["name", "meaning"], ["`a|b`", "one of two"], ["`\\t`", ""]]), .heading(2, "Lists"),
                .list([["-", "one and more"], ["-", "two"]]), .list([["1.", "first"]]), .heading(3, "Below"),
                .code(["$ .x", "", "- 'y'"]),
            ])
    }

    @Test func hasSections() {
        #expect(page.sections { $0 == "Names" }.blocks == Array(page.blocks[2...3]))
        #expect(page.without(["Names"]).blocks == Array(page.blocks[0...0] + page.blocks[4...]))
    }

    @Test func marksGo() {
        #expect(
            MarkdownPage.plain("`**a**` **b** [c `d`](e)") == "**a** b c d")
    }

    @Test func aTableOfTwoHalvesIsOne() {
        let table = MarkdownPage("| n | v | | n | v |\n|---|---|---|---|---|\n| 1 | 2 | | 3 | 4 |")
        #expect(table.blocks == [.table([["n", "v"], ["1", "2"], ["3", "4"]])])
    }

    @Test func fitsATerminal() {
        #expect(
            page.sections { $0 == "Names" }.text(columns: 20) == """
                A paragraph with
                code | **and**,
                strength and a link.

                  name  meaning
                  a|b   one of two
                  \\t

                """)
        for columns in 40..<200 {
            let lines = page.text(columns: columns).split(separator: "\n")
            #expect(lines.allSatisfy { $0.count <= columns })
        }
    }

    @Test func isSafeInAManual() {
        #expect(
            page.sections { $0 == "Lists" }.manual == """
                .Bl -bullet
                .It
                one and more
                .It
                two
                .El
                .Bl -enum
                .It
                first
                .El
                .Ss "Below"
                .Bd -literal -offset indent
                $ .x

                \\- \\(aqy\\(aq
                .Ed

                """)
        #expect(MarkdownPage("## A\n\n.x \\ `\"`").manual == ".Sh \"A\"\n\\&.x \\e \"\n")
    }
}
