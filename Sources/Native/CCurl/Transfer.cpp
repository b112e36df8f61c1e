#include "Transfer.hpp"

#include <cstring>

#include <sys/socket.h>
#include <unistd.h>

CCurlTransfer::CCurlTransfer(const CCurlOptions &options)
    : is_confined_(options.is_confined), is_rtsp_(strcmp(options.scheme, "rtsp") == 0) {
    // Made before a door closes: it has a pair of sockets.
    multi_ = curl().curl_multi_init();
    easy_ = curl().curl_easy_init();
    // Whatever the name, no name is looked up: sockets come from elsewhere.
    place_ = curl().curl_slist_append(nullptr, "::127.0.0.1:1");
    is_ready_ = multi_ && easy_ && place_ && set_up(options);
}

CCurlTransfer::~CCurlTransfer() {
    if (is_running_) curl().curl_multi_remove_handle(multi_, easy_);
    if (easy_) curl().curl_easy_cleanup(easy_);
    if (multi_) curl().curl_multi_cleanup(multi_);
    curl().curl_slist_free_all(place_);
    if (descriptor_ >= 0) close(descriptor_);
}

bool CCurlTransfer::set_up(const CCurlOptions &options) {
    bool is_set = set(CURLOPT_URL, options.url) && set(CURLOPT_CONNECT_TO, place_) && set(CURLOPT_PATH_AS_IS, 1L) &&
                  set(CURLOPT_PROTOCOLS_STR, options.scheme) && set(CURLOPT_HTTP_VERSION, long(CURL_HTTP_VERSION_1_1)) &&
                  set(CURLOPT_USERAGENT, "scanwatch") && set(CURLOPT_NOSIGNAL, 1L) &&
                  // Nothing of the environment, of the user's files or of the camera's leads elsewhere.
                  set(CURLOPT_PROXY, "") && set(CURLOPT_NETRC, long(CURL_NETRC_IGNORED)) && set(CURLOPT_FOLLOWLOCATION, 0L) &&
                  set(CURLOPT_HTTP09_ALLOWED, 0L) && set(CURLOPT_BUFFERSIZE, 1L << 16) &&
                  set(CURLOPT_OPENSOCKETFUNCTION, open_socket) && set(CURLOPT_OPENSOCKETDATA, static_cast<void *>(this)) &&
                  set(CURLOPT_SOCKOPTFUNCTION, has_socket) && set(CURLOPT_SOCKOPTDATA, static_cast<void *>(this)) &&
                  set(CURLOPT_HEADERFUNCTION, take_header) && set(CURLOPT_HEADERDATA, static_cast<void *>(this)) &&
                  set(CURLOPT_WRITEFUNCTION, take_body) && set(CURLOPT_WRITEDATA, static_cast<void *>(this)) &&
                  set(CURLOPT_INTERLEAVEFUNCTION, take_packet) && set(CURLOPT_INTERLEAVEDATA, static_cast<void *>(this)) &&
                  set(CURLOPT_ERRORBUFFER, error_);
    if (options.user) {
        is_set = is_set && set(CURLOPT_USERNAME, options.user) && set(CURLOPT_PASSWORD, options.password) &&
                 set(CURLOPT_HTTPAUTH, long(CURLAUTH_BASIC | CURLAUTH_DIGEST));
    }
    if (options.authorities) {
        curl_blob blob = {const_cast<uint8_t *>(options.authorities), options.authorities_count, CURL_BLOB_COPY};
        is_set = is_set && set(CURLOPT_CAINFO_BLOB, &blob);
    }
    // Certificates and their names are checked, which is the library's default, and no others are looked for.
    const char *const none = nullptr;
    return is_set && set(CURLOPT_SSL_VERIFYPEER, 1L) && set(CURLOPT_SSL_VERIFYHOST, 2L) && set(CURLOPT_CAINFO, none) &&
           set(CURLOPT_CAPATH, none);
}

void CCurlTransfer::connect(int descriptor) {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = descriptor;
}

void CCurlTransfer::begin() {
    if (is_running_) curl().curl_multi_remove_handle(multi_, easy_);
    error_[0] = 0;
    result_ = CURLE_OK;
    wants_connection_ = is_header_too_long_ = false;
    head_.clear();
    bytes_.clear();
    is_running_ = curl().curl_multi_add_handle(multi_, easy_) == CURLM_OK;
    if (!is_running_) fail_without_memory();
}

void CCurlTransfer::begin(CCurlRTSPRequest request, const char *address) {
    constexpr long requests[] = {CURL_RTSPREQ_OPTIONS, CURL_RTSPREQ_DESCRIBE, CURL_RTSPREQ_SETUP, CURL_RTSPREQ_PLAY,
                                 CURL_RTSPREQ_RECEIVE};
    const char *const none = nullptr;
    const bool is_set = set(CURLOPT_RTSP_REQUEST, requests[request]) && set(CURLOPT_RTSP_STREAM_URI, address) &&
                        set(CURLOPT_RTSP_TRANSPORT, request == CCURL_RTSP_SETUP ? "RTP/AVP/TCP;unicast;interleaved=0-1" : none) &&
                        // From now on.
                        set(CURLOPT_RANGE, request == CCURL_RTSP_PLAY ? "npt=0.000-" : none);
    begin();
    lacks_memory_ = lacks_memory_ || !is_set;
}

CCurlStatus CCurlTransfer::run(int milliseconds) {
    if (!is_running_) return CCURL_FAILED;
    int waited = 0;
    while (true) {
        int running = 0;
        lacks_memory_ = lacks_memory_ || curl().curl_multi_perform(multi_, &running) != CURLM_OK;
        if (lacks_memory_) return ended(CURLE_OUT_OF_MEMORY);
        if (!bytes_.empty()) return CCURL_BYTES;
        if (!packets_.empty()) return CCURL_PACKETS;
        int left = 0;
        while (const CURLMsg *const message = curl().curl_multi_info_read(multi_, &left)) {
            if (message->msg == CURLMSG_DONE) return ended(message->data.result);
        }
        if (waited) return CCURL_WAITING;
        int ready = 0;
        lacks_memory_ = curl().curl_multi_poll(multi_, nullptr, 0, milliseconds, &ready) != CURLM_OK;
        if (lacks_memory_) return ended(CURLE_OUT_OF_MEMORY);
        waited = 1;
    }
}

CCurlStatus CCurlTransfer::ended(CURLcode result) {
    curl().curl_multi_remove_handle(multi_, easy_);
    is_running_ = false;
    result_ = result;
    if (result == CURLE_OK) return CCURL_END;
    if (!wants_connection_) return CCURL_FAILED;
    // Of what the camera takes, that which is sent with the next request's first words: one connection is enough then.
    const long known = info(CURLINFO_HTTPAUTH_AVAIL, 0L);
    if (known & CURLAUTH_DIGEST) set(CURLOPT_HTTPAUTH, long(CURLAUTH_DIGEST));
    else if (known & CURLAUTH_BASIC) set(CURLOPT_HTTPAUTH, long(CURLAUTH_BASIC));
    return CCURL_NEEDS_CONNECTION;
}

CCurlStatus CCurlTransfer::fail_without_memory() {
    is_running_ = false;
    lacks_memory_ = true;
    result_ = CURLE_OUT_OF_MEMORY;
    return CCURL_FAILED;
}

// The library takes no line of a head beyond its own limit, and says then that memory is lacking.
bool CCurlTransfer::has_endless_line() const {
    static const std::string end = "\r\n\r\n";
    const bool is_whole = head_.size() >= end.size() && head_.compare(head_.size() - end.size(), end.size(), end) == 0;
    return result_ == CURLE_OUT_OF_MEMORY && !lacks_memory_ && !is_whole;
}

const char *CCurlTransfer::message() const {
    if (is_header_too_long_ || has_endless_line()) return "the head of its answer does not end";
    // Its words for what begins like no answer, whatever is spoken.
    if (strstr(error_, "HTTP/0.9")) return is_rtsp_ ? "what it sends is not RTSP" : "what it sends is not HTTP";
    return error_[0] ? error_ : curl().curl_easy_strerror(result_);
}

// The given one, or another to the same place.
curl_socket_t CCurlTransfer::open_socket(void *transfer, curlsocktype, curl_sockaddr *address) {
    CCurlTransfer &self = *static_cast<CCurlTransfer *>(transfer);
    const int given = self.descriptor_;
    self.descriptor_ = -1;
    if (given < 0) {
        self.wants_connection_ = true;
        return CURL_SOCKET_BAD;
    }
    if (self.is_confined_) return given;
    sockaddr_storage peer = {};
    socklen_t count = sizeof peer;
    const bool is_known = getpeername(given, reinterpret_cast<sockaddr *>(&peer), &count) == 0;
    close(given);
    if (!is_known || count > sizeof peer) return CURL_SOCKET_BAD;
    // The library has as much room behind it as its addresses take.
    if (peer.ss_family != AF_INET && peer.ss_family != AF_INET6) return CURL_SOCKET_BAD;
    memcpy(&address->addr, &peer, count);
    address->addrlen = count;
    address->family = peer.ss_family;
    return socket(peer.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

int CCurlTransfer::has_socket(void *transfer, curl_socket_t, curlsocktype) {
    return static_cast<CCurlTransfer *>(transfer)->is_confined_ ? CURL_SOCKOPT_ALREADY_CONNECTED : CURL_SOCKOPT_OK;
}

// Appends to what has come of something; 0, which ends the conversation, without memory.
size_t CCurlTransfer::append(std::string &target, const char *bytes, size_t count) {
    try {
        target.append(bytes, count);
        return count;
    } catch (...) {
        lacks_memory_ = true;
        return 0;
    }
}

size_t CCurlTransfer::take_header(char *bytes, size_t size, size_t count, void *transfer) {
    CCurlTransfer &self = *static_cast<CCurlTransfer *>(transfer);
    self.is_header_too_long_ = self.head_.size() + size * count > most_header_bytes;
    return self.is_header_too_long_ ? 0 : self.append(self.head_, bytes, size * count);
}

size_t CCurlTransfer::take_body(char *bytes, size_t size, size_t count, void *transfer) {
    CCurlTransfer &self = *static_cast<CCurlTransfer *>(transfer);
    return self.append(self.bytes_, bytes, size * count);
}

size_t CCurlTransfer::take_packet(char *bytes, size_t size, size_t count, void *transfer) {
    CCurlTransfer &self = *static_cast<CCurlTransfer *>(transfer);
    return self.append(self.packets_, bytes, size * count);
}
