#include "CCurl.h"

#include <memory>

#include "Transfer.hpp"

const char *CCurlOpen(void) {
    try {
        return curl().problem[0] ? curl().problem : nullptr;
    } catch (...) {
        return "it cannot be initialised";
    }
}

CCurlTransfer *CCurlCreate(const CCurlOptions *options) {
    if (CCurlOpen()) return nullptr;
    try {
        auto transfer = std::make_unique<CCurlTransfer>(*options);
        return transfer->is_ready() ? transfer.release() : nullptr;
    } catch (...) {
        return nullptr;
    }
}

void CCurlConnect(CCurlTransfer *transfer, int descriptor) { transfer->connect(descriptor); }

void CCurlBegin(CCurlTransfer *transfer) { transfer->begin(); }

void CCurlBeginRTSP(CCurlTransfer *transfer, CCurlRTSPRequest request, const char *address) {
    transfer->begin(request, address);
}

CCurlStatus CCurlRun(CCurlTransfer *transfer, int milliseconds) {
    try {
        return transfer->run(milliseconds);
    } catch (...) {
        return transfer->fail_without_memory();
    }
}

const uint8_t *CCurlBytes(const CCurlTransfer *transfer, size_t *count) {
    *count = transfer->bytes().size();
    return reinterpret_cast<const uint8_t *>(transfer->bytes().data());
}

void CCurlClear(CCurlTransfer *transfer) { transfer->clear(); }

const uint8_t *CCurlPackets(const CCurlTransfer *transfer, size_t *count) {
    *count = transfer->packets().size();
    return reinterpret_cast<const uint8_t *>(transfer->packets().data());
}

void CCurlClearPackets(CCurlTransfer *transfer) { transfer->clear_packets(); }

const char *CCurlHead(const CCurlTransfer *transfer) { return transfer->head().c_str(); }

long CCurlResponseCode(const CCurlTransfer *transfer) { return transfer->info(CURLINFO_RESPONSE_CODE, 0L); }

const char *CCurlContentType(const CCurlTransfer *transfer) {
    return transfer->info(CURLINFO_CONTENT_TYPE, static_cast<const char *>(nullptr));
}

const char *CCurlRedirect(const CCurlTransfer *transfer) {
    return transfer->info(CURLINFO_REDIRECT_URL, static_cast<const char *>(nullptr));
}

const char *CCurlMessage(const CCurlTransfer *transfer) { return transfer->message(); }

bool CCurlDistrusts(const CCurlTransfer *transfer) { return transfer->distrusts(); }

bool CCurlWasBrokenOff(const CCurlTransfer *transfer) { return transfer->was_broken_off(); }

void CCurlDestroy(CCurlTransfer *transfer) { delete transfer; }
