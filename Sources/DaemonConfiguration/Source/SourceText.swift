package import ButtonProtocol
package import JSONRPC

/// What somebody wrote, as JSON that the usual readers take, with the place of every part of it.
package struct SourceText: Hashable, Sendable {
  /// One JSON value.
  package let json: [UInt8]

  /// The places of all values and names, in the order of `json`: a container stands before what is
  /// in it, a name before its value.
  let places: [TextPlace]

  /// Nulls that are not written out, by index in `places`: the word that a comment behind them
  /// begins with, such as `#ff0000`, or an empty text.
  var impliedNulls: [Int: String] = [:]

  /// The limit for a text, and for the JSON that it becomes.
  package static let maximumBytes = 16 << 20

  /// Refuses a text that is too long.
  static func read(
    _ text: [UInt8], by read: (UnsafeRawBufferPointer) throws(TextFault) -> SourceText
  ) throws(TextFault) -> SourceText {
    guard text.count <= maximumBytes else {
      throw TextFault(.start, "has \(text.count) bytes; \(maximumBytes) are the most")
    }
    let result = text.withUnsafeBytes { text in
      Result { () throws(TextFault) in try read(text) }
    }
    return try result.get()
  }

  /// Where what a path names stands, or the nearest around it. `root` is `json`, parsed.
  package func place(of path: String, in root: JSONElement) -> TextPlace {
    self[index(of: path, in: root)]
  }

  /// An index of `places`.
  func index(of path: String, in root: JSONElement) -> Int {
    var walk = PathWalk()
    return walk.find(Array(path.utf8)[...], in: root).ordinal
  }

  subscript(index: Int) -> TextPlace { index < places.count ? places[index] : .start }
}
