import JSONRPC

/// JSON Merge Patch (RFC 7396) over parsed values, written as canonical text.
enum MergePatch {
  /// Writes what `patch` makes of `target`.
  static func write(
    _ patch: JSONElement, over target: JSONElement?, into text: inout JSONWriter
  ) throws(OutOfRangeNumber) {
    guard patch.isObject else {
      try text.canonical(patch)
      return
    }
    var members: [(name: JSONString, old: JSONElement?, new: JSONElement?)] = []
    if let target, target.isObject {
      for (name, value) in target.members { members.append((name, value, nil)) }
    }
    for (name, value) in patch.members {
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].new = value
      } else {
        members.append((name, nil, value))
      }
    }
    members.sort { $0.name < $1.name }
    text.beginObject()
    for member in members {
      if let new = member.new {
        if new.isNull { continue }
        text.key(member.name.bytes)
        try write(new, over: member.old, into: &text)
      } else if let old = member.old {
        text.key(member.name.bytes)
        try text.canonical(old)
      }
    }
    text.endObject()
  }
}
