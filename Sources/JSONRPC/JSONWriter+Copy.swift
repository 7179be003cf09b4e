extension JSONWriter {
  /// Keeps the order of members and shortens numbers. A number that fits neither 64 bits nor a
  /// `Double` becomes null.
  package mutating func copy(_ element: JSONElement) {
    switch element.kind {
    case .null, .outOfRangeInteger: null()
    case .bool: bool(element.bool == true)
    case .integer: int(element.int ?? 0)
    case .double: double(element.double ?? 0)
    case .string:
      if let text = element.text { string(text) }
    case .array:
      beginArray()
      for item in element.elements { copy(item) }
      endArray()
    case .object:
      beginObject()
      for (name, value) in element.members {
        key(name.bytes)
        copy(value)
      }
      endObject()
    }
  }
}
