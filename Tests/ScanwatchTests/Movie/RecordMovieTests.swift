import Foundation
import Testing

/// `scanwatch record`, and its movies as FFmpeg sees them.
@Suite struct RecordMovieTests {
    private let streams = "ffprobe -v error -count_packets -of csv=p=0 -show_entries stream"
    /// Says nothing if FFmpeg and GStreamer find the same frames at the same times in a movie, and ExifTool nothing wrong.
    private let compare = """
        compare() {
            '\(Tool.package.appending(path: "Scripts/check-movies").path)' --readers ffmpeg,gstreamer "$1" >compared ||
                cat compared
            [ "$(exiftool -s3 -validate "$1")" = OK ] || exiftool -validate -warning -a "$1"
        }
        """

    @Test func aMovieSaysWhatWasFoundInItsFrames() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            \(compare)
            scanwatch record --device synthetic:code=badge --size 320x240 --types qr --duration 1 --output a.mp4
            compare a.mp4
            \(streams)=codec_tag_string,duration -i a.mp4
            ffmpeg -v error -i a.mp4 -map 0:d -c copy -f data records.jsonl
            ffmpeg -v error -i a.mp4 -map 0:s -f srt - | grep -c badge
            exiftool -s3 -Keys:Software -Keys:CreationDate -d %Y a.mp4
            """, in: scratch.url)
        // Which frame the first text is in depends on how fast they are searched, and on a machine without time the last may not come.
        #expect(
            outcome.output.prefixMatch(of: /a\.mp4\nmp4v,(1\.0|0\.[5-9])\d*\nmett,/) != nil
                && outcome.output.contains("\ntx3g,")
                && outcome.output.wholeMatch(of: /[^$]*\n1\nscanwatch\n20\d\d\n/) != nil,
            "\(outcome.output), \(outcome.errors)")
        let records = try String(contentsOf: scratch.url.appending(path: "records.jsonl"), encoding: .utf8)
        let lines = records.split(separator: "\n")
        #expect(!lines.isEmpty && records.hasSuffix("}\n"))
        for line in lines {
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(record?["v"] as? Int == 1 && record?["frame"] as? Int != nil)
        }
        #expect(lines.contains { $0.contains(#""text":"badge""#) })
    }

    /// By libopenh264, which is there as Scripts/bootstrap has seen to.
    @Test func aMovieOfH264IsPlayedByOthers() throws {
        let scratch = try ScratchFolder()
        let play = Tool.package.appending(path: "Tests/ScanwatchTests/Looks/play").path
        let outcome = try Tool.run(
            """
            \(compare)
            scanwatch record --device synthetic:code --size 320x240 --video-codec h264 --duration 2 --output a.mp4
            compare a.mp4
            ffprobe -v error -count_packets -count_frames -select_streams v \
                -show_entries stream=codec_name,profile,pix_fmt,nb_frames,nb_read_frames,nb_read_packets -of csv=p=0 a.mp4
            ffmpeg -v error -i a.mp4 -map 0:v -f null - 2>&1
            python3 -B '\(play)' . a.mp4
            """, in: scratch.url)
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 3, "\(outcome.output), \(outcome.errors)")
        let probed = lines[1].split(separator: ",")
        #expect(lines[0] == "a.mp4" && probed.prefix(3) == ["h264", "Constrained Baseline", "yuv420p"])
        // A busy machine misses some of sixty.
        let count = try #require(Int(probed[3]))
        #expect(count > 5 && probed[3...].allSatisfy { $0 == probed[3] }, "\(lines[1])")
        // Chromium skips what it has no time to show.
        #expect(lines[2].hasPrefix("[320, 240, 2, "), "\(lines[2])")
    }

    @Test func anEncoderThatIsKilledCostsFramesAndNotTheMovie() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            grown() {
                for i in $(seq 600); do
                    size=$(stat -c %s a.mp4 2>/dev/null || echo 0)
                    [ "$size" -gt "$1" ] && return
                    sleep 0.1
                done
            }
            "$SCANWATCH" record --device synthetic:code --size 320x240 --video-codec h264 --output a.mp4 & tool=$!
            grown 20000
            # The encoder, and the worker that is kept ready for others.
            pkill -KILL -P $tool
            grown $((size + 40000))
            kill -TERM $tool
            wait $tool
            echo $?
            ffmpeg -v error -i a.mp4 -f null - 2>&1
            ffprobe -v error -show_entries packet=flags -of csv=p=0 a.mp4 | head -n 1
            """, in: scratch.url)
        #expect(outcome.output == "a.mp4\n0\nK_\n", "\(outcome.output), \(outcome.errors)")
        #expect(outcome.errors.contains("frames are missing"), "\(outcome.errors)")
    }

    @Test func withoutTypesItIsJustTheMovieAndNothingIsWrittenOver() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            \(compare)
            scanwatch record --device synthetic:code --size 320x240 --duration 1 --output a.mov
            compare a.mov
            \(streams)=codec_tag_string,nb_read_packets -i a.mov
            cksum a.mov >before
            scanwatch record --device synthetic:code --duration 1 --output a.mov; echo $?
            cksum a.mov | cmp - before && ls *.mov
            """, in: scratch.url)
        let told = outcome.output.wholeMatch(of: /a\.mov\njpeg,(\d+)\n74\na\.mov\n/)
        // A busy machine misses some of thirty.
        let count = try #require(told.flatMap { Int($0.1) }, "\(outcome.output), \(outcome.errors)")
        #expect((6...30).contains(count))
        #expect(outcome.errors.contains("a.mov: there is such a file"))
    }

    @Test func slowMotionSaysWhatCame() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            \(compare)
            scanwatch record --device synthetic:code --size 64x64 --fps 60 --duration 1 --play-rate 0.25 --output a.mp4
            compare a.mp4
            \(streams)=nb_read_packets,duration -i a.mp4
            exiftool -s3 -AndroidCaptureFPS a.mp4
            """, in: scratch.url)
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 3, "\(outcome.output) \(outcome.errors)")
        // As many as came in a second, which on a busy machine are fewer than sixty.
        let numbers = lines[1].split(separator: ",").compactMap { Double($0) }
        #expect(numbers.count == 2 && abs(numbers[0] - 4) < 0.3)
        #expect(abs((Double(lines[2]) ?? 0) - numbers[1] / numbers[0] * 4) < 1)
    }

    @Test func aPhotoHasTheMovieAroundIt() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            scanwatch photo --device synthetic:code --size 320x240 --live motion --output a.MP.jpg
            scanwatch photo --device synthetic:code --size 320x240 --live pair --output b.jpg
            exiftool -s3 -MotionPhoto -validate -warning a.MP.jpg
            exiftool -s3 -MediaGroupUUID b.jpg >identifier
            exiftool -s3 -ContentIdentifier b.mov | cmp - identifier && echo same
            exiftool -s3 -ee -StillImageTime b.mov
            """, in: scratch.url)
        #expect(outcome.output == "a.MP.jpg\nb.jpg\nb.mov\n1\nOK\nsame\n-1\n", "\(outcome.errors)")
    }

    /// As `--output` of records: the link stays, and the file that it leads to is made.
    @Test func aLinkLeadsToTheFile() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir there; echo old >there/a.jpg
            for name in a.jpg b.MP.jpg c.jpg c.mov d.mp4; do ln -s there/$name $name; done
            camera="--device synthetic:code --size 320x240"
            scanwatch photo $camera --delay 0 --output a.jpg
            scanwatch photo $camera --live motion --output b.MP.jpg
            scanwatch photo $camera --live pair --output c.jpg
            scanwatch record $camera --duration 0.5 --output d.mp4
            for name in *.*; do [ -L $name ] && [ -s there/$name ] || echo "$name"; done
            exiftool -s3 -ImageSize there/a.jpg
            scanwatch record $camera --duration 0.5 --output d.mp4; echo $?
            """, in: scratch.url)
        let written = ["a.jpg", "b.MP.jpg", "c.jpg", "c.mov", "d.mp4"].map { "there/\($0)\n" }.joined()
        #expect(outcome.output == written + "320x240\n74\n", "\(outcome)")
        #expect(outcome.errors.contains("there/d.mp4: there is such a file"), "\(outcome.errors)")
    }

    @Test(arguments: ["INT", "TERM", "HUP"]) func aSignalFinishesTheMovie(_ signal: String) throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            set -m # Bash has commands in the background ignore SIGINT otherwise.
            env --default-signal=HUP "$SCANWATCH" record --device synthetic:code --size 320x240 --max-size 20 --output a.mp4 & movie=$!
            for i in $(seq 300); do
                [ -f a.mp4 ] && [ "$(stat -c %s a.mp4)" -gt 20000 ] && break
                sleep 0.1
            done
            kill -\(signal) $movie; wait $movie; echo $?
            [ "$(stat -c %s a.mp4)" -lt 15000000 ] && echo early
            ffprobe -v trace -i a.mp4 2>&1 | grep -c "type:'moof'"
            \(streams)=codec_tag_string -i a.mp4
            """, in: scratch.url)
        // Nothing of fragments is to be seen in it.
        #expect(outcome.output == "a.mp4\n0\nearly\n0\nmp4v\n", "\(outcome.errors)")
    }
}
