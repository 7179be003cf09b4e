extension JSONWriter {
  /// Appends a value in the one form that equal values share: no whitespace, members sorted by
  /// the bytes of their names, of several with one name the last, shortest numbers, fewest
  /// escapes.
  ///
  /// If it throws, what it appended stays.
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
    var members: [(ordinal: Int, key: JSONString, value: JSONElement)] = []
    members.reserveCapacity(object.count)
    for (key, value) in object.members { members.append((members.count, key, value)) }
    members.sort { $0.key == $1.key ? $0.ordinal < $1.ordinal : $0.key < $1.key }
    for (position, member) in members.enumerated() {
      if position + 1 < members.count, members[position + 1].key == member.key { continue }
      try canonicalMember(member.key, member.value)
    }
  }
}
