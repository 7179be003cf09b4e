import JSONRPC

/// Looks for nulls that say nothing: values that YAML takes for comments, as in
/// `baseBackgroundColor: #ff0000`, and names that nothing follows.
struct NullWalk {
  /// A null that its author should know of.
  struct Found {
    let index: Int
    let path: String
    let message: String
  }

  private(set) var found: [Found] = []
  private let text: SourceText
  private var next = 0

  /// No more are reported.
  private static let maximum = 50
  /// Members whose null means something if it is written out.
  private static let meaningful = ["configuration"]
  /// Members that hold values for the state or a plugin.
  private static let values = ["value", "payload", "equals", "parameters"]

  init(_ text: SourceText) { self.text = text }

  mutating func visit(_ root: JSONElement) {
    next = 1
    visitParts(of: root, at: "", isValue: false)
  }

  private mutating func visitParts(of value: JSONElement, at path: String, isValue: Bool) {
    if found.count >= NullWalk.maximum { return }
    for (key, member) in value.members {
      let name = key.string
      let place = next
      next += 1
      let isValue = isValue || NullWalk.values.contains(name)
      visit(
        member, at: path.isEmpty ? name : "\(path).\(name)", place: place,
        mayBeNull: isValue || NullWalk.meaningful.contains(name), isValue)
    }
    var count = 0
    for element in value.elements {
      visit(element, at: "\(path)[\(count)]", place: next, mayBeNull: isValue, isValue)
      count += 1
    }
  }

  private mutating func visit(
    _ value: JSONElement, at path: String, place: Int, mayBeNull: Bool, _ isValue: Bool
  ) {
    let index = next
    next += 1
    guard value.isNull else { return visitParts(of: value, at: path, isValue: isValue) }
    guard let comment = text.impliedNulls[index] else {
      if !mayBeNull { add(place, path, "is null, which counts as left out") }
      return
    }
    if comment.isEmpty {
      add(place, path, "has no value, which counts as left out; give it one, or remove it")
    } else {
      let what = comment.isColor ? "quote the colour" : "quote the text"
      add(place, path, "is null, because # begins a comment; \(what): \"\(comment)\"")
    }
  }

  private mutating func add(_ index: Int, _ path: String, _ message: String) {
    if found.count < NullWalk.maximum {
      found.append(Found(index: index, path: path, message: message))
    }
  }
}

extension String {
  /// Whether this is `#` and 3, 4, 6 or 8 hexadecimal digits.
  fileprivate var isColor: Bool {
    [4, 5, 7, 9].contains(utf8.count) && dropFirst().allSatisfy(\.isHexDigit)
  }
}
