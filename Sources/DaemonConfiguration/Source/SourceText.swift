package import ButtonProtocol
package import JSONRPC

/// What somebody wrote, as JSON that the usual readers take, with the place of every part of it.
package struct SourceText: Hashable, Sendable {
  /// One JSON value.
  package let json: [UInt8]

  /// The places of all values and of all names of members, in the order of `json`: a container
  /// stands before what is in it, a name before its value.
  let places: [TextPlace]

  /// The nulls that nothing is written for, by their indices in `places`: each with the word that a
  /// comment behind it begins with, such as `#ff0000`, or an empty text.
  var impliedNulls: [Int: String] = [:]

  /// The most bytes of a text, and of the JSON it becomes.
  package static let maximumBytes = 16 << 20

  /// What `read` makes of a text that is not too long.
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

  /// The place of what a path names, `buttons[2].style`, or of the nearest that there is of what is
  /// around it. `root` is the parsed form of `json`.
  package func place(of path: String, in root: JSONElement) -> TextPlace {
    self[index(of: path, in: root)]
  }

  /// The same as an index of `places`.
  func index(of path: String, in root: JSONElement) -> Int {
    var walk = PathWalk()
    return walk.find(Array(path.utf8)[...], in: root).ordinal
  }

  /// A place by its index.
  subscript(index: Int) -> TextPlace { index < places.count ? places[index] : .start }
}
