// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <curl/curl.h>

// curl_easy_setopt and its siblings are variadic macros, which Swift cannot call: one function for each kind of value.

static inline CURLcode login_curl_set_number(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode login_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode login_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode login_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

typedef size_t (*login_curl_bytes)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode login_curl_set_function(CURL *handle, CURLoption option, login_curl_bytes value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLMcode login_curl_set_limit(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline long login_curl_number(CURL *handle, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

static inline curl_off_t login_curl_size(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}
