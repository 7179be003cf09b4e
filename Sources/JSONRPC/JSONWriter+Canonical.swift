extension JSONWriter {
  /// Appends a value in canonical form, which is the same for equal values: no whitespace, members
  /// sorted by the bytes of their names, only the last of duplicates, the shortest numbers, the
  /// fewest escapes.
  ///
  /// If it throws, the buffer keeps what was appended so far.
  package mutating func canonical(_ element: JSONElement) throws(OutOfRangeNumber) {
    switch element.kind {
    case .null:
      null()
    case .bool:
      bool(element.bool == true)
    case .integer:
      if let value = element.int { int(value) }
    case .double:
      if let value = element.double { double(value) }
    case .string:
      if let text = element.text { string(text) }
    case .outOfRangeInteger:
      throw OutOfRangeNumber(path: "")
    case .array:
      try canonicalArray(element)
    case .object:
      try canonicalObject(element)
    }
  }

  private mutating func canonicalArray(_ array: JSONElement) throws(OutOfRangeNumber) {
    beginArray()
    var index = 0
    for element in array.elements {
      do {
        try canonical(element)
      } catch {
        throw OutOfRangeNumber(path: "[\(index)]\(error.path)")
      }
      index += 1
    }
    endArray()
  }

  private mutating func canonicalObject(_ object: JSONElement) throws(OutOfRangeNumber) {
    beginObject()
    var previous: JSONString?
    var isSorted = true
    for (key, _) in object.members {
      if let previous, !(previous < key) {
        isSorted = false
        break
      }
      previous = key
    }
    if isSorted {
      for (key, value) in object.members { try canonicalMember(key, value) }
    } else {
      try canonicalSorted(object)
    }
    endObject()
  }

  private mutating func canonicalMember(
    _ key: JSONString, _ value: JSONElement
  ) throws(OutOfRangeNumber) {
    self.key(key.bytes)
    do {
      try canonical(value)
    } catch {
      throw OutOfRangeNumber(path: ".\(key.string)\(error.path)")
    }
  }

  private mutating func canonicalSorted(_ object: JSONElement) throws(OutOfRangeNumber) {
    try withUnsafeTemporaryAllocation(of: Member.self, capacity: object.count) {
      buffer throws(OutOfRangeNumber) in
      var members = buffer
      var count = 0
      for (key, value) in object.members {
        members.initializeElement(at: count, to: Member(key: key, value: value, ordinal: count))
        count += 1
      }
      members.sort(by: <)
      for position in 0..<count {
        let member = members[position]
        if position + 1 < count, members[position + 1].key == member.key { continue }
        try canonicalMember(member.key, member.value)
      }
    }
  }

  /// Trivial, so that its memory needs no deinitialization.
  private struct Member {
    let key: JSONString
    let value: JSONElement
    let ordinal: Int

    /// Orders by name, then by position in the text.
    static func < (one: Member, other: Member) -> Bool {
      one.key == other.key ? one.ordinal < other.ordinal : one.key < other.key
    }
  }
}
