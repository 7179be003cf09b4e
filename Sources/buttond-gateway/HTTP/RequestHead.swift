/// The head of a request: its first line and its headers.
struct RequestHead: Hashable, Sendable {
  /// `GET`, `HEAD`.
  var method: String
  /// The path as it was sent, nothing decoded, without the query.
  var path: String
  /// Whether it is HTTP/1.1 rather than 1.0.
  var isOneOne: Bool
  /// Names in lower case, in the order of the request.
  var headers: [Header]

  /// One line of the head.
  struct Header: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// The values of a header, one for each time that it is there.
  func values(_ name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// The words of headers that are lists separated by commas.
  func words(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { word in
      String(
        word.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed()
      )
    }
  }

  /// Whether a list has a word, however it is written.
  func has(_ word: String, in name: String) -> Bool {
    words(name).contains { $0.lowercased() == word }
  }

  /// Whether the connection stays open after the answer.
  var keepsAlive: Bool { isOneOne && !has("close", in: "connection") }

  /// Whether a body follows.
  var hasBody: Bool {
    !values("transfer-encoding").isEmpty || values("content-length").contains { $0 != "0" }
  }
}
