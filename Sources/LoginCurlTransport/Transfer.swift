// SPDX-License-Identifier: Apache-2.0

import CLoginCurl
import LoginHTTP

/// One request on its way and its answer, by one curl easy handle. It lives on the curl thread alone.
final class Transfer {
    let order: TransferOrder
    let handle: UnsafeMutableRawPointer
    private let continuation: TransferContinuation
    private let address: OpaquePointer
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var sentBytes = 0
    private var headBytes = 0
    private var isHeadComplete = false
    private var body: [UInt8] = []
    private var overflow: TransportError.Reason?

    /// Prepares a transfer; nil for a request that cannot be sent as it is.
    init?(_ order: TransferOrder, answering continuation: TransferContinuation, trusting authorityFile: String?) {
        guard let address = curlAddress(of: order.request) else { return nil }
        guard let fields = curlFields(of: order.request), let handle = curl_easy_init() else {
            curl_url_cleanup(address)
            return nil
        }
        self.order = order
        self.handle = handle
        self.continuation = continuation
        self.address = address
        self.fields = fields
        confine(authorityFile)
        describe(order.request)
        connectCallbacks()
    }

    deinit {
        curl_easy_cleanup(handle)
        curl_slist_free_all(fields)
        curl_url_cleanup(address)
    }

    /// Tells whoever waits how the transfer ended.
    func end(cancelled: Bool, with result: CURLcode) {
        // Set when the connection stands and the request is about to be written; zero before that.
        let mayHaveBeenReceived =
            login_curl_size(handle, CURLINFO_PRETRANSFER_TIME_T) > 0
            || login_curl_number(handle, CURLINFO_REQUEST_SIZE) > 0
        // curl takes a head that breaks off between two fields for a whole one.
        let brokeOff: TransportError.Reason? = isHeadComplete ? nil : .connectionLost
        if let reason = cancelled ? .cancelled : overflow ?? failureReason(of: result) ?? brokeOff {
            continuation.resume(
                returning: .failure(order.failure(reason, mayHaveBeenReceived: mayHaveBeenReceived)))
        } else {
            continuation.resume(returning: .success(response))
        }
    }

    private var response: HTTPResponse {
        var headers = HTTPHeaders()
        var previous: UnsafeMutablePointer<curl_header>?
        while let field = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, previous) {
            headers.add(String(cString: field.pointee.name), String(cString: field.pointee.value))
            previous = field
        }
        return HTTPResponse(
            status: Int(login_curl_number(handle, CURLINFO_RESPONSE_CODE)), headers: headers, body: body)
    }

    // MARK: What curl is told

    /// Everything that is the same for every request: where it may go, whom it trusts, how long it may take.
    private func confine(_ authorityFile: String?) {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOPROXY, "*")
        set(CURLOPT_NETRC, 0)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // A name that is still being looked up must not hold the thread when its transfer is over.
        set(CURLOPT_QUICK_EXIT, 1)
        if let authorityFile {
            set(CURLOPT_CAINFO, authorityFile)
            login_curl_set_text(handle, CURLOPT_CAPATH, nil)
        }
        let left = order.limits.deadline - (ContinuousClock.now - order.began)
        set(CURLOPT_TIMEOUT_MS, max(1, Int(left / .milliseconds(1))))
    }

    private func describe(_ request: HTTPRequest) {
        login_curl_set_pointer(handle, CURLOPT_CURLU, UnsafeMutableRawPointer(address))
        login_curl_set_pointer(handle, CURLOPT_HTTPHEADER, UnsafeMutableRawPointer(fields))
        if request.method == .head {
            set(CURLOPT_NOBODY, 1)
        } else if request.method != .get || !request.body.isEmpty {
            if !request.body.isEmpty || mayHaveBody(request.method) {
                set(CURLOPT_POST, 1)
                login_curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count))
            }
            set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        // curl sends again what an idle connection lost, but not where a body would have to be read a second time, which
        // our reader cannot do. Where there is no body, a call that may change something gets a connection of its own.
        if request.body.isEmpty, mayHaveBody(request.method) { set(CURLOPT_FRESH_CONNECT, 1) }
    }

    private func mayHaveBody(_ method: HTTPMethod) -> Bool {
        method == .post || method == .put || method == .patch
    }

    private func connectCallbacks() {
        let context = Unmanaged.passUnretained(self).toOpaque()
        login_curl_set_pointer(handle, CURLOPT_READDATA, context)
        login_curl_set_function(handle, CURLOPT_READFUNCTION, curlWantsBody)
        login_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
        login_curl_set_function(handle, CURLOPT_HEADERFUNCTION, curlReadHeaderLine)
        login_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
        login_curl_set_function(handle, CURLOPT_WRITEFUNCTION, curlReadBody)
    }

    private func set(_ option: CURLoption, _ value: Int) {
        login_curl_set_number(handle, option, value)
    }

    private func set(_ option: CURLoption, _ value: String) {
        login_curl_set_text(handle, option, value)
    }

    // MARK: What curl gives and takes

    /// The next piece of the request's body; how many bytes it is.
    func giveBody(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = order.request.body[sentBytes...].prefix(buffer.count)
        buffer.copyBytes(from: piece)
        sentBytes += piece.count
        return piece.count
    }

    /// A line of the answer's head; false ends the transfer.
    func takeHeaderLine(_ line: UnsafeRawBufferPointer) -> Bool {
        headBytes += line.count
        // An interim answer has a head of its own, and the fields behind a chunked body belong to none.
        if line.starts(with: "HTTP/".utf8) { isHeadComplete = false }
        if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) { isHeadComplete = true }
        if headBytes > headLimit { overflow = .malformedAnswer }
        return overflow == nil
    }

    /// A piece of the answer's body; false ends the transfer.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if body.count + bytes.count > order.limits.bodyBytes { overflow = .bodyTooLarge } else { body += bytes }
        return overflow == nil
    }
}

/// How many bytes of header fields an answer may have, interim answers included.
private let headLimit = 64 * 1024
