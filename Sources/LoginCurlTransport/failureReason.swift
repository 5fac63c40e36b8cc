// SPDX-License-Identifier: Apache-2.0

import CLoginCurl
import LoginHTTP

/// Why a transfer failed, by curl's result; nil where it did not.
func failureReason(of result: CURLcode) -> TransportError.Reason? {
    switch result {
    case CURLE_OK: nil
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT: .cannotConnect
    case CURLE_OPERATION_TIMEDOUT: .timedOut
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
        CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_INITFAILED,
        CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
        .untrusted
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        CURLE_BAD_CONTENT_ENCODING:
        // A protocol that is not supported is HTTP/0.9 here: an answer without a status line.
        .malformedAnswer
    case CURLE_URL_MALFORMAT: .refused
    default: .connectionLost
    }
}
