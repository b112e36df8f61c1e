import Foundation
import Testing

@testable import scanwatch

/// `--event-clips`, and its clips as FFmpeg sees them.
@Suite struct EventClipTests {
    private let streams = "ffprobe -v error -of csv=p=0 -show_entries stream"
    /// As long as a clip is written it says that it goes on in fragments, also before the first of them is there.
    private let clipIsWhole = """
        ffprobe -v error c/*.mp4 2>/dev/null && [ "$(ffprobe -v trace c/*.mp4 2>&1 | grep -c "type:'mvex'")" = 0 ]
        """

    @Test func anEventHasItsClipWithTheRecordsOfItsFrames() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            "$SCANWATCH" --device synthetic:code=badge --size 320x240 --types qr --events --pre-roll 1 --post-roll 1 \
                --event-clips c --event-pictures c >records & tool=$!
            for i in $(seq 600); do
                grep -q '"clip"' records && \(clipIsWhole) && break
                sleep 0.1
            done
            kill -TERM $tool; wait $tool
            id=$(sed -n 's/.*"clip":{"id":"\\([0-9a-f]*\\)".*/\\1/p' records | head -n 1)
            grep -c "\\"pictures\\":{\\"id\\":\\"$id\\".*\\"clip\\":{\\"id\\":\\"$id\\",\\"movie\\":\\"$id.mp4\\"}" records
            ls c | sed "s/$id/ID/" | sort
            exiftool -s3 -validate c/$id.mp4
            \(streams)=codec_tag_string c/$id.mp4
            ffmpeg -v error -i c/$id.mp4 -map 0:d -c copy -f data lines
            ffmpeg -v error -i c/$id.mp4 -map 0:s -f srt - | grep -c badge
            """, in: scratch.url)
        #expect(
            outcome.output == "1\nID-object.jpg\nID.jpg\nID.mp4\nOK\nmp4v\nmett\ntx3g\n1\n",
            "\(outcome.errors)")
        let lines = try String(contentsOf: scratch.url.appending(path: "lines"), encoding: .utf8)
            .split(separator: "\n")
        for line in lines {
            let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(record?["v"] as? Int == 1 && record?["frame"] as? Int != nil)
        }
        #expect(lines.contains { $0.contains(#""text":"badge""#) })
    }

    /// The run ends with the first code: its clip has what there was.
    @Test func aRunThatEndsWithATriggerLeavesAWholeClip() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            timeout -s KILL 60 "$SCANWATCH" --device synthetic:code --size 320x240 --types qr --events --once \
                --event-clips c >records; echo $?
            ffprobe -v trace c/*.mp4 2>&1 | grep -c "type:'moof'"
            [ "$(ffmpeg -v error -i c/*.mp4 -f framecrc - | grep -c ^0)" -gt 0 ] && echo frames
            """, in: scratch.url)
        #expect(outcome.output == "0\n0\nframes\n", "\(outcome.errors)")
    }

    /// Somebody removes the folders while it runs.
    @Test func foldersThatAreRemovedAreMadeAgain() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            "$SCANWATCH" --device synthetic:blinking --size 320x240 --types qr --events --grace 0 --cooldown 0 \
                --pre-roll 0.2 --post-roll 0.2 --event-clips clips --event-pictures pictures >records & tool=$!
            until_there() { for i in $(seq 600); do
                ls clips/*.mp4 pictures/*-object.jpg >/dev/null 2>&1 && return; sleep 0.1
            done; echo nothing; }
            until_there; rm -r clips pictures; until_there
            kill -TERM $tool; wait $tool 2>/dev/null
            ls clips pictures | grep -c object
            """, in: scratch.url)
        #expect(
            Int(outcome.output.split(separator: "\n").joined()).map { $0 > 0 } == true, "\(outcome.output)")
    }

    /// The reader of the records goes as soon as it has the event.
    @Test func aRunWhoseReaderGoesLeavesWhatItHasNamed() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            timeout -s KILL 120 "$SCANWATCH" --device synthetic:code --size 320x240 --types qr --events \
                --update-interval 0.01 --event-clips c --event-pictures c --post-roll 30 | grep -m 1 '"clip"' >record
            echo ${PIPESTATUS[0]}
            id=$(sed -n 's/.*"clip":{"id":"\\([0-9a-f]*\\)".*/\\1/p' record)
            ls c | sed "s/$id/ID/" | sort
            ffprobe -v trace c/$id.mp4 2>&1 | grep -c "type:'moof'"
            """, in: scratch.url)
        #expect(outcome.output == "0\nID-object.jpg\nID.jpg\nID.mp4\n0\n", "\(outcome.errors)")
    }

    /// The pipe has room for the event, and not for much more.
    @Test func whoDoesNotReadTheRecordsTakesNothingFromClips() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            (
                head -c 61440 /dev/zero | tr '\\0' '\\n'
                exec "$SCANWATCH" --device synthetic:code --size 320x240 --fps 10 --types qr --events \
                    --update-interval 0.01 --event-clips c --post-roll 4
            ) | (
                for i in $(seq 1200); do
                    ls c/*.mp4 >/dev/null 2>&1 && \(clipIsWhole) && break
                    sleep 0.1
                done
            )
            ffmpeg -v error -i c/*.mp4 -map 0:d -c copy -f data lines
            """, in: scratch.url)
        let lines = try String(contentsOf: scratch.url.appending(path: "lines"), encoding: .utf8)
            .split(separator: "\n")
        let times = try lines.compactMap { line in
            try (JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["time"] as? Double
        }
        let span = (times.last ?? 0) - (times.first ?? 0)
        #expect(span > 2, "\(times) \(outcome.errors)")
    }

    /// Who ends the run waits for its clips, however long they take: their frames are encoded when they are wanted.
    @Test func aRunThatIsEndedFinishesItsClips() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            "$SCANWATCH" --device synthetic:code --size 1280x720 --types qr --events --update-interval 0.1 \
                --event-clips c --video-codec h264 --pre-roll 20 --status-interval 0 >records & tool=$!
            # Until there is much before the next event.
            for i in $(seq 600); do
                [ "$(grep -c '"event":"updated"' records)" -ge 50 ] && break
                sleep 0.1
            done
            kill -TERM $tool; wait $tool; echo $?
            tail -n 1 records | grep -o '"status":"stopped"'
            grep -c clipsFailed records
            ls c/*.mp4 | wc -l
            """, in: scratch.url)
        #expect(
            outcome.output == "143\n\"status\":\"stopped\"\n0\n1\n", "\(outcome.output), \(outcome.errors)")
    }

    @Test func whatIsMaskedIsInNoFrameOfAClip() throws {
        let scratch = try ScratchFolder()
        _ = try Tool.run(
            """
            timeout -s KILL 60 "$SCANWATCH" --device synthetic:code --types qr --events --once --event-clips c \
                --mask corner=0,0.9,0.1,0.9,0.1,1,0,1 >records
            ffmpeg -v error -i c/*.mp4 -frames:v 1 -pix_fmt gray -f rawvideo luma
            """, in: scratch.url)
        let luma = [UInt8](try Data(contentsOf: scratch.url.appending(path: "luma")))
        try #require(luma.count == 640 * 480)
        for (x, y) in [(4, 475), (30, 440), (60, 475)] { #expect(luma[y * 640 + x] < 8, "\(x), \(y)") }
        for (x, y) in [(100, 475), (4, 400)] { #expect(luma[y * 640 + x] > 60, "\(x), \(y)") }
    }

    @Test(.enabled(if: getuid() == 0)) func scanningGoesOnWithoutADisk() throws {
        let scratch = try ScratchFolder()
        let outcome = try Tool.run(
            """
            mkdir e
            unshare -m sh -c 'mount -t tmpfs -o size=8k none e
                "$SCANWATCH" --device synthetic:code --size 320x240 --types qr --events --event-clips e >records & tool=$!
                for i in $(seq 600); do
                    sed "1,/clipsFailed/d" records | grep -q "\\"event\\":\\"updated\\"" && break
                    sleep 0.1
                done
                kill -KILL $tool
                "$SCANWATCH" --device synthetic:code --size 320x240 --types qr --events --once --event-clips e >more
                ls -A e | wc -l'
            grep -o '"status":"clipsFailed","reason":"diskFull"' records | uniq
            grep clipsFailed records | grep -cv '"source":"synthetic:code"'
            # The record of the event named the clip that is missing.
            id=$(sed -n 's/.*"clipsFailed".*"clip":{"id":"\\([0-9a-f]*\\)","movie":"\\1.mp4"}.*/\\1/p' records | head -n 1)
            grep '"event":"appeared"' records | grep -c "${id:-none}.mp4"
            sed '1,/clipsFailed/d' records | grep -c -m 1 '"event":"updated"'
            grep -c '"event":"appeared".*"clip"' more
            """, in: scratch.url)
        #expect(
            outcome.output == "0\n\"status\":\"clipsFailed\",\"reason\":\"diskFull\"\n0\n1\n1\n1\n",
            "\(outcome.output)")
        #expect(outcome.errors.contains("1 clips are missing or not whole"), "\(outcome.errors)")
    }
}
