// Conversations over HTTP and RTSP by libcurl, over sockets that somebody else has connected. The library is not linked but opened by who
// has a network camera, and may be missing. Swift could not call it itself: its options have any number of types.
//
// Ownership: a transfer belongs to who created it and is freed by CCurlDestroy; it is used by one thread at a time. Descriptors
// that are given are the transfer's from then on.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CCurlTransfer CCurlTransfer;

typedef struct {
    /// The address, without a user's name.
    const char *_Nonnull url;
    /// The one scheme that is spoken.
    const char *_Nonnull scheme;
    /// NULL if there are none.
    const char *_Nullable user;
    const char *_Nullable password;
    /// Certificates of authorities, PEM.
    const uint8_t *_Nullable authorities;
    size_t authorities_count;
    /// Whether sockets must be the given ones, see CCurlConnect.
    bool is_confined;
} CCurlOptions;

/// What is asked for by RTSP (RFC 2326).
typedef enum {
    CCURL_RTSP_OPTIONS,
    CCURL_RTSP_DESCRIBE,
    /// Of one medium, over the connection.
    CCURL_RTSP_SETUP,
    CCURL_RTSP_PLAY,
    /// Nothing: packets are received.
    CCURL_RTSP_RECEIVE,
} CCurlRTSPRequest;

typedef enum {
    /// Nothing came in time.
    CCURL_WAITING,
    /// See CCurlBytes.
    CCURL_BYTES,
    /// See CCurlPackets.
    CCURL_PACKETS,
    /// The answer is over.
    CCURL_END,
    /// There is no connection, or no more: CCurlConnect, then CCurlBegin.
    CCURL_NEEDS_CONNECTION,
    /// See CCurlMessage.
    CCURL_FAILED,
} CCurlStatus;

/// Opens the library; NULL, or what is wrong with it. A process that will not be able to open files later asks before.
const char *_Nullable CCurlOpen(void);

/// NULL without memory, or without the library.
CCurlTransfer *_Nullable CCurlCreate(const CCurlOptions *_Nonnull options);

/// Gives it a connected socket for the next request. In a process that is not confined another one is connected to the same
/// address and this one closed: libcurl 7.88 takes a socket that is connected for one that cannot be. Where calls of connect
/// do nothing and succeed, as in a worker, it speaks over the socket itself.
void CCurlConnect(CCurlTransfer *_Nonnull transfer, int descriptor);

/// Begins a request, over the connection of the one before if that is open.
void CCurlBegin(CCurlTransfer *_Nonnull transfer);

/// The same for a request of RTSP.
///
/// @param address  What it is for.
void CCurlBeginRTSP(CCurlTransfer *_Nonnull transfer, CCurlRTSPRequest request, const char *_Nonnull address);

/// Goes on until bytes have come, the answer is over or the time is.
CCurlStatus CCurlRun(CCurlTransfer *_Nonnull transfer, int milliseconds);

/// What has come of the answer's body since CCurlClear; valid until the next call.
const uint8_t *_Nonnull CCurlBytes(const CCurlTransfer *_Nonnull transfer, size_t *_Nonnull count);

void CCurlClear(CCurlTransfer *_Nonnull transfer);

/// What has come of RTSP's packets since CCurlClearPackets, with a dollar sign, a channel and a length before each; valid until the next
/// call.
const uint8_t *_Nonnull CCurlPackets(const CCurlTransfer *_Nonnull transfer, size_t *_Nonnull count);

void CCurlClearPackets(CCurlTransfer *_Nonnull transfer);

/// The heads of the answers to the request, several where it was asked who asks; valid until the next call.
const char *_Nonnull CCurlHead(const CCurlTransfer *_Nonnull transfer);

/// The answer's status; 0 as long as there is none.
long CCurlResponseCode(const CCurlTransfer *_Nonnull transfer);

/// What the answer says it is; NULL if it does not.
const char *_Nullable CCurlContentType(const CCurlTransfer *_Nonnull transfer);

/// Where an answer points to; NULL if it does not.
const char *_Nullable CCurlRedirect(const CCurlTransfer *_Nonnull transfer);

/// What went wrong last, on one line; valid until the next call.
const char *_Nonnull CCurlMessage(const CCurlTransfer *_Nonnull transfer);

/// Whether what went wrong was that the other side's certificate is not believed.
bool CCurlDistrusts(const CCurlTransfer *_Nonnull transfer);

/// Whether what went wrong was that the other side has ended the connection before its answer was whole.
bool CCurlWasBrokenOff(const CCurlTransfer *_Nonnull transfer);

void CCurlDestroy(CCurlTransfer *_Nonnull transfer);

#ifdef __cplusplus
}
#endif
