import JSONRPC

/// Looks for a path in a value, counting the parts it passes. Names may have dots and brackets, so
/// all ways to go on are tried, and the one that explains most of the path wins.
struct PathWalk {
  struct Found {
    /// The ordinal of the value, or of the name before it.
    var ordinal: Int
    /// Bytes at the end of the path that lead to something that is not there.
    var rest: Int
  }

  private var next = 0

  /// The part that the path names, or the nearest around it.
  mutating func find(_ path: ArraySlice<UInt8>, in value: JSONElement) -> Found {
    var best = Found(ordinal: next, rest: path.count)
    next += 1
    for (key, member) in value.members {
      let name = next
      next += 1
      guard let rest = path.rest(behind: key) else {
        skip(member)
        continue
      }
      var found = find(rest, in: member)
      if found.rest == rest.count { found.ordinal = name }
      if found.rest < best.rest { best = found }
    }
    var index = 0
    for element in value.elements {
      defer { index += 1 }
      guard let rest = path.rest(behind: index) else {
        skip(element)
        continue
      }
      let found = find(rest, in: element)
      if found.rest < best.rest { best = found }
    }
    return best
  }

  private mutating func skip(_ value: JSONElement) { next += PathWalk.parts(of: value) }

  /// How many places a value takes: one for itself, and one for every name and value in it.
  static func parts(of value: JSONElement) -> Int {
    var count = 1
    for (_, member) in value.members { count += 1 + parts(of: member) }
    for element in value.elements { count += parts(of: element) }
    return count
  }
}

extension ArraySlice<UInt8> {
  /// Nil when the path does not go there.
  fileprivate func rest(behind name: JSONString) -> ArraySlice<UInt8>? {
    let path = first == UInt8(ascii: ".") ? dropFirst() : self
    guard !path.isEmpty, path.starts(with: name.bytes) else { return nil }
    let rest = path.dropFirst(name.count)
    switch rest.first {
    case nil, UInt8(ascii: "."), UInt8(ascii: "["): return rest
    default: return nil
    }
  }

  /// Nil when the path does not go there.
  fileprivate func rest(behind index: Int) -> ArraySlice<UInt8>? {
    let step = Array("[\(index)]".utf8)
    return starts(with: step) ? dropFirst(step.count) : nil
  }
}
