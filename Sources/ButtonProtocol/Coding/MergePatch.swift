package import ButtonModel
package import JSONRPC

/// Lays a JSON Merge Patch (RFC 7396) over a value.
package enum MergePatch {
  /// Appends the patched value in canonical form; a nil target is absent.
  package static func write(
    _ target: JSONElement?, patchedBy patch: JSONElement, into writer: inout JSONWriter
  ) throws(OutOfRangeNumber) {
    guard patch.isObject else {
      try writer.canonical(patch)
      return
    }
    let old = sortedMembers(target)
    let new = sortedMembers(patch)
    var o = 0
    var n = 0
    writer.beginObject()
    while o < old.count || n < new.count {
      let isOld = n == new.count || (o < old.count && old[o].key < new[n].key)
      let isBoth = !isOld && o < old.count && old[o].key == new[n].key
      if isOld {
        writer.key(old[o].key.bytes)
        try within(old[o].key) { () throws(OutOfRangeNumber) in
          try writer.canonical(old[o].value)
        }
        o += 1
        continue
      }
      if !new[n].value.isNull {
        writer.key(new[n].key.bytes)
        try within(new[n].key) { () throws(OutOfRangeNumber) in
          try write(isBoth ? old[o].value : nil, patchedBy: new[n].value, into: &writer)
        }
      }
      n += 1
      if isBoth { o += 1 }
    }
    writer.endObject()
  }

  private static func within(
    _ name: JSONString, _ write: () throws(OutOfRangeNumber) -> Void
  ) throws(OutOfRangeNumber) {
    do { try write() } catch { throw OutOfRangeNumber(path: ".\(name.string)\(error.path)") }
  }

  package static func apply(
    _ patch: JSONElement, to target: StateValue?
  ) throws(ProtocolError) -> StateValue {
    guard patch.isObject else { return try StateValue(json: patch) }
    var writer = JSONWriter()
    do {
      if case .json(let text) = target {
        let parser = JSONParser()
        let element = text.bytes.withUnsafeBytes { try? parser.parse(copying: $0) }
        try write(element, patchedBy: patch, into: &writer)
        withExtendedLifetime(parser) {}
      } else {
        try write(nil, patchedBy: patch, into: &writer)
      }
    } catch {
      throw .outOfRange(path: error.path.isEmpty ? nil : String(error.path.drop { $0 == "." }))
    }
    return .json(UTF8String(copying: writer.bytes))
  }

  /// Sorted by name; of several with one name, the last counts.
  private static func sortedMembers(
    _ object: JSONElement?
  ) -> [(key: JSONString, value: JSONElement)] {
    guard let object else { return [] }
    var members: [(key: JSONString, value: JSONElement, ordinal: Int)] = []
    members.reserveCapacity(object.count)
    for (key, value) in object.members { members.append((key, value, members.count)) }
    members.sort { $0.key == $1.key ? $0.ordinal < $1.ordinal : $0.key < $1.key }
    var result: [(key: JSONString, value: JSONElement)] = []
    result.reserveCapacity(members.count)
    for member in members {
      if let last = result.last, last.key == member.key { result.removeLast() }
      result.append((member.key, member.value))
    }
    return result
  }
}
