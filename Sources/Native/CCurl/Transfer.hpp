// One camera's address, and the answers that come from there.
#pragma once

#include <string>

#include "CCurl.h"
#include "Library.hpp"

struct CCurlTransfer {
  public:
    explicit CCurlTransfer(const CCurlOptions &options);
    ~CCurlTransfer();
    CCurlTransfer(const CCurlTransfer &) = delete;
    CCurlTransfer &operator=(const CCurlTransfer &) = delete;

    // Whether all that it is made of could be had.
    bool is_ready() const { return is_ready_; }

    void connect(int descriptor);
    void begin();
    void begin(CCurlRTSPRequest request, const char *address);
    CCurlStatus run(int milliseconds);

    const std::string &bytes() const { return bytes_; }
    void clear() { bytes_.clear(); }
    const std::string &packets() const { return packets_; }
    void clear_packets() { packets_.clear(); }
    const std::string &head() const { return head_; }

    template <typename Value> Value info(CURLINFO info, Value none) const {
        Value value = none;
        return curl().curl_easy_getinfo(easy_, info, &value) == CURLE_OK ? value : none;
    }

    const char *message() const;
    bool distrusts() const { return result_ == CURLE_PEER_FAILED_VERIFICATION; }
    bool was_broken_off() const {
        return result_ == CURLE_GOT_NOTHING || result_ == CURLE_PARTIAL_FILE || result_ == CURLE_RECV_ERROR ||
               result_ == CURLE_SEND_ERROR;
    }
    CCurlStatus fail_without_memory();

  private:
    // An answer's head is not longer.
    static constexpr size_t most_header_bytes = 1 << 16;

    template <typename Value> bool set(CURLoption option, Value value) {
        return curl().curl_easy_setopt(easy_, option, value) == CURLE_OK;
    }
    bool set_up(const CCurlOptions &options);
    size_t append(std::string &target, const char *bytes, size_t count);
    CCurlStatus ended(CURLcode result);
    bool has_endless_line() const;

    static curl_socket_t open_socket(void *transfer, curlsocktype, curl_sockaddr *address);
    static int has_socket(void *transfer, curl_socket_t, curlsocktype);
    static size_t take_header(char *bytes, size_t size, size_t count, void *transfer);
    static size_t take_packet(char *bytes, size_t size, size_t count, void *transfer);
    static size_t take_body(char *bytes, size_t size, size_t count, void *transfer);

    CURLM *multi_ = nullptr;
    CURL *easy_ = nullptr;
    curl_slist *place_ = nullptr;
    bool is_ready_ = false;
    bool is_confined_;
    bool is_rtsp_;
    bool is_running_ = false;
    int descriptor_ = -1;
    // Whether a socket was asked for and there was none.
    bool wants_connection_ = false;
    bool is_header_too_long_ = false;
    std::string head_, bytes_, packets_;
    CURLcode result_ = CURLE_OK;
    bool lacks_memory_ = false;
    char error_[CURL_ERROR_SIZE] = "";
};
