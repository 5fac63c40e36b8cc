// SPDX-License-Identifier: Apache-2.0

import LoginCore
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    @Test("one line holds no blanks, and members keep their order")
    func compact() {
        let value: JSONValue = ["z": [1, true, nil], "a": ["text": "김서연"], "empty": [], "none": [:]]

        #expect(value.serializedText() == #"{"z":[1,true,null],"a":{"text":"김서연"},"empty":[],"none":{}}"#)
    }

    @Test("the layout for people is indented by two blanks")
    func indented() {
        let value: JSONValue = ["a": [1, ["b": 2]], "empty": []]

        #expect(
            value.serializedText(.indented) == """
                {
                  "a": [
                    1,
                    {
                      "b": 2
                    }
                  ],
                  "empty": []
                }
                """)
    }

    @Test("what a string may not hold is escaped, and nothing else")
    func escapes() throws {
        let text = "\"\\/\n\r\t\u{0}\u{1F}\u{7F}é🚲"

        let written = JSONValue.string(text).serializedText()

        #expect(written == "\"\\\"\\\\/\\n\\r\\t\\u0000\\u001f\u{7F}é🚲\"")
        #expect(try JSONValue(parsing: written) == .string(text))
    }

    @Test("numbers of any width are written whole")
    func wideNumbers() {
        #expect(JSONValue(UInt64.max).serializedText() == "18446744073709551615")
        #expect(JSONValue(Int8.min).serializedText() == "-128")
    }

    @Test("a secret that slips into a text stays masked")
    func secretInLiteral() {
        let value: JSONValue = ["note": "token \(Secret("s3cret"))"]

        #expect(value.serializedText() == #"{"note":"token ••••"}"#)
    }

    @Test("a member is set, replaced and taken away by name")
    func members() {
        var object = JSONObject()

        object["a"] = 1
        object["b"] = 2
        object["a"] = 3
        object["b"] = nil
        object["c"] = JSONValue.null

        #expect(JSONValue.object(object).serializedText() == #"{"a":3,"c":null}"#)
        #expect(object["missing"] == nil)
        #expect(object["c"]?.isNull == true)
    }
}
