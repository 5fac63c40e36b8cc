// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoginCore
import LoginHTTP
import Testing

@testable import LoginServer

/// Writes every sample page, so that a person or a browser test can look at states that a walk hardly reaches.
@Suite struct GalleryTests {
    static let folder = ProcessInfo.processInfo.environment["PAGE_GALLERY"]

    @Test(
        "writes every page in both languages into the folder PAGE_GALLERY",
        .enabled(if: folder != nil, "PAGE_GALLERY names no folder"))
    func gallery() throws {
        let folder = URL(filePath: try #require(Self.folder))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let stylesheet = Stylesheet(providers: [SamplePages.kakao, SamplePages.other])

        try stylesheet.text.write(to: folder.appending(path: "login.css"), atomically: true, encoding: .utf8)
        for (name, draw) in SamplePages.all {
            for language in Language.allCases {
                let file = folder.appending(path: "\(name).\(language.rawValue).html")
                try draw(language).text.write(to: file, atomically: true, encoding: .utf8)
            }
        }
    }
}
