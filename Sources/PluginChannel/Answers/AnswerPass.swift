package import ButtonModel

/// What style and handler set in one trait set.
package struct AnswerPass: Hashable, Sendable {
  package var properties: PropertyList
  /// The third parties' properties (`x-…`), ascending, which pass to clients untouched.
  package var extras: [Parameter]

  package init(properties: PropertyList = PropertyList(), extras: [Parameter] = []) {
    self.properties = properties
    self.extras = extras
  }
}

extension FrameBuffer {
  package mutating func append(_ pass: AnswerPass) {
    append(pass.properties)
    append(UInt8(pass.extras.count))
    for extra in pass.extras {
      append(extra.name, length: UInt8.self)
      append(extra.value)
    }
  }
}

extension FrameReader {
  /// Enforces the limits on what a plugin may set.
  mutating func readPass() throws(MalformedFrame) -> AnswerPass {
    let start = offset
    let count = Int(try read(UInt16.self, "property count"))
    guard count <= ChannelLimits.propertiesPerButton else {
      throw MalformedFrame("too many properties", at: start)
    }
    var entries: [PropertyList.Entry] = []
    entries.reserveCapacity(count)
    var previous: Property?
    var textLeft = ChannelLimits.bytesPerButton
    for _ in 0..<count {
      let (property, value) = try readProperty(
        after: previous, textLimit: ChannelLimits.bytesPerString)
      textLeft -= value.textBytes
      guard textLeft >= 0 else { throw MalformedFrame("too much text", at: offset) }
      entries.append(PropertyList.Entry(property: property, value: value.value))
      previous = property
    }
    let extras = try readExtras(
      room: ChannelLimits.propertiesPerButton - count, textLeft: &textLeft)
    return AnswerPass(properties: PropertyList(ascending: entries), extras: extras)
  }

  private mutating func readExtras(
    room: Int, textLeft: inout Int
  ) throws(MalformedFrame) -> [Parameter] {
    let count = Int(try read(UInt8.self, "extra count"))
    guard count > 0 else { return [] }
    guard count <= room else { throw MalformedFrame("too many properties", at: offset - 1) }
    var extras: [Parameter] = []
    var previous = UnsafeRawBufferPointer(start: nil, count: 0)
    for _ in 0..<count {
      let start = offset
      let name = try readText(length: UInt8.self, "extra name")
      guard ExtraName.isValid(name), previous.lexicographicallyPrecedes(name) else {
        throw MalformedFrame("extra name malformed or out of order", at: start)
      }
      previous = name
      let value = try readValue("extra value")
      switch value {
      case nil, .json: throw MalformedFrame("extra value of this type", at: offset)
      case .string(let text)?:
        textLeft -= text.count
        guard text.count <= ChannelLimits.bytesPerString, textLeft >= 0 else {
          throw MalformedFrame("extra value too long", at: start)
        }
      case .null?, .bool?, .int?, .double?: break
      }
      guard let value else { continue }
      extras.append(
        Parameter(name: String(decoding: name, as: UTF8.self), value: value.stateValue))
    }
    return extras
  }
}
