import scanwatch

/// The tool: it decodes and searches nothing itself.
@main
enum Main {
    static func main() async {
        ScanwatchTool.prepare(with: WorkerBackend())
        await ScanwatchTool.run()
    }
}
