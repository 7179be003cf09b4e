package import ButtonModel

/// Something that a worker saw its plugin do during a check.
package struct NoteFrame: Hashable, Sendable {
  package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
    /// A read of `name` was refused with `status`.
    case refusedRead
    /// A set of `name` was refused with `status`; the rest is the value.
    case refusedSet
    /// An `intern` returned no key; `name` is as much of the name as can be shown.
    case refusedName
    /// The plugin returned a table for the unknown extension `name`.
    case unknownExtension
    /// From the tenth part of the plugin's lives on, the heap grew by `bits` bytes and the address
    /// space by `second` bytes.
    case growth
    /// At the beginning of a batch the heap has `bits` bytes and the address space `second` bytes.
    case memory
    /// The button does not have the parameter `name` that was read.
    case absentParameter
  }

  package var kind: Kind
  /// The index in its batch of the button being resolved; nil outside of batches.
  package var item: UInt32?
  package var status: Int32
  /// The type, with the header's numbers.
  package var valueType: UInt32
  /// Not used for text.
  package var bits: UInt64
  package var second: UInt64
  package var name: UTF8String
  /// The beginning of a text value, repaired where it is not UTF-8.
  package var text: UTF8String

  package init(
    _ kind: Kind, item: UInt32? = nil, status: Int32 = 0, valueType: UInt32 = 0, bits: UInt64 = 0,
    second: UInt64 = 0, name: UTF8String = "", text: UTF8String = ""
  ) {
    self.kind = kind
    self.item = item
    self.status = status
    self.valueType = valueType
    self.bits = bits
    self.second = second
    self.name = name
    self.text = text
  }

  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    guard let kind = Kind(rawValue: try reader.read(UInt8.self, "note kind")) else {
      throw MalformedFrame("unknown note", at: 0)
    }
    self.kind = kind
    let item = try reader.read(UInt32.self, "note item")
    self.item = item == .max ? nil : item
    status = try reader.read(Int32.self, "note status")
    valueType = try reader.read(UInt32.self, "note value type")
    bits = try reader.read(UInt64.self, "note value")
    second = try reader.read(UInt64.self, "note second value")
    let limit = ChannelLimits.bytesPerMessage
    name = UTF8String(
      copying: try reader.readText(length: UInt16.self, atMost: limit, "note name"))
    text = UTF8String(
      copying: try reader.readText(length: UInt16.self, atMost: limit, "note text"))
    try reader.finish()
  }

  /// Name and text have at most 1 KiB each.
  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.note)
    buffer.append(kind.rawValue)
    buffer.append(item ?? .max)
    buffer.append(status)
    buffer.append(valueType)
    buffer.append(bits)
    buffer.append(second)
    for part in [name, text] {
      buffer.append(UInt16(part.bytes.count))
      buffer.append(part.bytes)
    }
    buffer.endFrame(start)
  }
}
