/// The request line and the headers of a request.
struct HTTPRequestHead: Hashable, Sendable {
  /// The method, such as `GET`.
  var method: String
  /// The path as sent, without the query and not decoded.
  var path: String
  /// Whether the version is HTTP/1.1 rather than 1.0.
  var isOneOne: Bool
  /// The headers in the order of the request.
  var headers: [Header]

  /// One header.
  struct Header: Hashable, Sendable {
    /// The name in lower case.
    let name: String
    let value: String
  }

  /// The values of every header with this name, which is in lower case.
  func values(_ name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// The elements of headers that hold comma-separated lists.
  func words(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { word in
      let isBlank = { (character: Character) in character == " " || character == "\t" }
      return String(word.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
  }

  /// Whether a list contains a word, which is in lower case.
  func has(_ word: String, in name: String) -> Bool {
    words(name).contains { $0.lowercased() == word }
  }

  /// Whether the connection stays open after the response.
  var keepsAlive: Bool { isOneOne && !has("close", in: "connection") }

  /// Whether a body follows.
  var hasBody: Bool {
    !values("transfer-encoding").isEmpty || values("content-length").contains { $0 != "0" }
  }
}
