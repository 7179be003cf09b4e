import TestSupport
import Testing

@testable import ButtonRender

/// The element's images are those of `buttonctl render`.
@Suite struct IconTests {
  /// Paths drawn as lines, and filled ones, of each image in the element's source.
  private func drawn() throws -> [String: (lines: String, filled: String)] {
    let source = try ProcessFile.text(
      "\(InstalledPrefix().path)/share/buttond/web/live-button/drawing.js")
    guard let start = source.firstRange(of: "export const icons = {\n")?.upperBound,
      let end = source[start...].firstRange(of: "\n};")?.lowerBound
    else { throw TestFailure("live-button/drawing.js has no table of icons") }
    var drawn: [String: (lines: String, filled: String)] = [:]
    for line in source[start..<end].split(separator: "\n") {
      let texts = line.split(separator: "\"", omittingEmptySubsequences: false)
      guard texts.count == 5 || texts.count == 7 else { throw TestFailure("\(line)") }
      drawn[String(texts[1])] = (String(texts[3]), texts.count == 7 ? String(texts[5]) : "")
    }
    return drawn
  }

  @Test func theElementHasTheImagesOfTheRenderer() throws {
    let drawn = try drawn()
    #expect(drawn.keys.sorted() == Icon.names)
    for (name, icon) in Icon.all {
      let lines = icon.shapes.filter { !$0.isFilled }.map(\.path).joined()
      let filled = icon.shapes.filter(\.isFilled).map(\.path).joined()
      #expect(drawn[name]?.lines == lines, "\(name)")
      #expect(drawn[name]?.filled == filled, "\(name)")
    }
  }
}
