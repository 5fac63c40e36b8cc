// SPDX-License-Identifier: Apache-2.0

extension HTTPRequest {
    /// The fields of the query; empty where there is none.
    public func queryFields() throws(FormError) -> FormFields {
        try FormFields(parsing: query ?? "")
    }

    /// The fields of a form body; nil where the body is of another type.
    public func formFields() throws(FormError) -> FormFields? {
        guard contentType == "application/x-www-form-urlencoded" else { return nil }
        return try FormFields(parsing: body)
    }

    /// The media type of the body in lower case, without parameters; nil where it is not given.
    public var contentType: String? { mediaType(of: headers["Content-Type"]) }

    /// A POST of a form to an absolute address; nil where the address is not one.
    public static func form(_ fields: FormFields, to address: String, headers: HTTPHeaders = HTTPHeaders())
        -> HTTPRequest?
    {
        var request = HTTPRequest(.post, address, headers: headers, body: Array(fields.encoded.utf8))
        request?.headers["Content-Type"] = "application/x-www-form-urlencoded"
        return request
    }
}

extension HTTPResponse {
    /// The media type of the body in lower case, without parameters; nil where it is not given.
    public var contentType: String? { mediaType(of: headers["Content-Type"]) }
}

private func mediaType(of field: String?) -> String? {
    guard let field else { return nil }
    let type = field.utf8.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 && $0 != 0x09 }
    return type.isEmpty ? nil : String(decoding: type, as: UTF8.self).lowercased()
}
