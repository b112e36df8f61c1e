// Frames of movies and of streams by FFmpeg's libavformat, libavcodec and libswscale, as luma and, where wanted, chroma. The libraries are not linked but opened by
// who reads a movie, and may be missing; their structures are laid out as the headers of this build have them.
//
// Ownership: a movie belongs to who created it and is freed by CFFmpegDestroy; it is used by one thread at a time.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    CFFMPEG_OK,
    /// After the last frame.
    CFFMPEG_END,
    /// One frame could not be decoded, or not as a whole; the next may be. Its number, about when it is shown, and no size.
    CFFMPEG_LOST,
    /// Nothing more can be read.
    CFFMPEG_FAILED,
    /// Nothing more is read: a picture has more pixels than were allowed; width and height are known.
    CFFMPEG_TOO_LARGE,
    /// The libraries do not know this kind of file, or there is no video in it.
    CFFMPEG_UNKNOWN,
    /// Of a stream: for the next frame more packets must be put.
    CFFMPEG_WAITING,
    /// Much was read, and no wanted frame has come yet: ask again.
    CFFMPEG_PASSED,
    /// There is nothing in it.
    CFFMPEG_EMPTY,
} CFFmpegStatus;

typedef enum {
    /// There are no colours.
    CFFMPEG_GREY,
    CFFMPEG_BT601,
    CFFMPEG_BT709,
    CFFMPEG_BT2020,
} CFFmpegMatrix;

typedef struct CFFmpegMovie CFFmpegMovie;

typedef struct {
    /// Of the picture as it is stored, in pixels.
    int32_t width;
    int32_t height;
    /// Its number among all frames of the movie, from 0; those that were lost or passed over count.
    int64_t number;
    /// When it is shown, in nanoseconds from the movie's beginning; never less than that of the frame before.
    int64_t time;
    /// How long it is shown, in nanoseconds; 0 where that is not known.
    int64_t duration;
    /// By how much it is turned to be shown, clockwise: 0, 90, 180 or 270 degrees; mirrored left to right before that.
    int32_t turn;
    bool is_mirrored;
    /// How colours became luma and chroma.
    CFFmpegMatrix matrix;
    /// Of a stream whose first packet is one of RTP: how many of its clock's units the packets' time stamp is beyond that of the first
    /// packet, as far as 32 bits tell; INT64_MIN where that is not known.
    int64_t stamp;
} CFFmpegFrame;

/// Opens the libraries; NULL, or what is wrong with them. A process that will not be able to open files later asks before.
const char *_Nullable CFFmpegOpen(void);

/// A picture of a stream of H.264 as it was sent.
typedef struct {
    /// With start codes between its units (ITU-T H.264, annex B); if it needs no other picture, then with the parameters that its decoder
    /// must know, as far as the stream or its description has said them. Valid until the next one is taken.
    const uint8_t *_Nullable bytes;
    size_t size;
    /// When it is shown, in nanoseconds from the first one on; INT64_MIN where that is not known.
    int64_t time;
    /// By what it is known again: CFFmpegFrame's stamp.
    int64_t stamp;
    /// Whether it needs no other, so that all that come after it are shown after all before it.
    bool is_key;
} CFFmpegUnit;

/// Makes a movie of an open file, which stays the caller's; nothing is read yet. One that can be sought in and stands at its beginning
/// is, and its position does not matter; everything else is read in one go, with a wait where nothing has come yet.
///
/// @param most_pixels  Of a picture.
/// @return NULL without memory, or without the libraries.
CFFmpegMovie *_Nullable CFFmpegCreate(int descriptor, int64_t most_pixels);

/// Makes a movie of a stream of RTP packets, which the caller receives.
///
/// @param description  What is sent, one video and nothing else: SDP (RFC 8866), of which the addresses do not matter.
/// @param most_pixels  Of a picture.
/// @return NULL without memory, or without the libraries.
CFFmpegMovie *_Nullable CFFmpegCreateStream(const char *_Nonnull description, size_t size, int64_t most_pixels);

/// Puts an RTP or RTCP packet of a stream, whose packets come in their order; false without memory.
bool CFFmpegPut(CFFmpegMovie *_Nonnull movie, const uint8_t *_Nonnull packet, size_t size);

/// Has a stream whose frames are not decoded as fast as they come go on at the next one that needs none before it. Those between
/// count in frames' numbers.
void CFFmpegSkipToKeyFrame(CFFmpegMovie *_Nonnull movie);

/// How many frames of a stream have been left out because no frame has come yet that needs none before it; 0 once one has.
int CFFmpegFramesBeforeKeyFrame(const CFFmpegMovie *_Nonnull movie);

/// Whether frames of a stream are wanted, as in the beginning. While they are not, CFFmpegNext takes packets in and gives none; after
/// that they go on at the next one that needs none before it. Those between do not count in frames' numbers.
void CFFmpegDecode(CFFmpegMovie *_Nonnull movie, bool decodes);

/// The next picture of a stream of H.264 that CFFmpegNext has taken in, decoded or not, in the order in which they came; false if there
/// is none, as of all other streams. They wait in memory until they are taken.
bool CFFmpegTakeUnit(CFFmpegMovie *_Nonnull movie, CFFmpegUnit *_Nonnull unit);

/// Decodes on to the next frame that is shown at `earliest` (nanoseconds from the movie's beginning) or later; those before are
/// passed over, and decoded as far as it takes to know the frame, its number and its time. A call does not take long.
CFFmpegStatus CFFmpegNext(CFFmpegMovie *_Nonnull movie, int64_t earliest, CFFmpegFrame *_Nonnull frame);

/// Writes luma of the frame that CFFmpegNext gave last, row after row, 0 black to 255 white whatever range the movie has:
/// `width * height` bytes. Where that fails it is CFFMPEG_LOST, or CFFMPEG_FAILED without memory.
CFFmpegStatus CFFmpegLuma(CFFmpegMovie *_Nonnull movie, uint8_t *_Nonnull samples);

/// Writes chroma of the same frame, 128 where there is no colour, of full range whatever range the movie has: Cb and Cr for two by two
/// pixels each, `(width + 1) / 2 * ((height + 1) / 2)` bytes. Not of a frame that is grey; else as CFFmpegLuma.
CFFmpegStatus CFFmpegChroma(CFFmpegMovie *_Nonnull movie, uint8_t *_Nonnull blue, uint8_t *_Nonnull red);

/// What went wrong last, on one line, in the libraries' words where they have some; valid until the next call.
const char *_Nonnull CFFmpegMessage(const CFFmpegMovie *_Nonnull movie);

void CFFmpegDestroy(CFFmpegMovie *_Nonnull movie);

#ifdef __cplusplus
}
#endif
