import Glibc
package import JSONRPC

/// The difference between two appearances as a JSON Merge Patch (RFC 7396), which turns the earlier
/// into exactly the later. Both are borrowed and as the daemon writes them: without whitespace and
/// duplicate names.
package struct AppearancePatch {
  private let old: FlatMembers
  private let new: FlatMembers

  package init(from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer) {
    self.old = FlatMembers(old)
    self.new = FlatMembers(new)
  }

  /// False if a merge patch cannot express it, because a member becomes null or an object. The
  /// caller must then remove what was appended.
  package func write(into writer: inout JSONWriter) -> Bool {
    writer.beginObject()
    var hint = old.start
    for member in new {
      if let held = find(member.name, in: old, &hint) {
        if isEqual(held.value, member.value) { continue }
      }
      switch member.value.first {
      case UInt8(ascii: "n"), UInt8(ascii: "{"), nil: return false
      default: break
      }
      writer.value(raw: member.name)
      writer.raw(byte: UInt8(ascii: ":"))
      writer.value(raw: member.value)
    }
    hint = new.start
    for member in old where find(member.name, in: new, &hint) == nil {
      writer.value(raw: member.name)
      writer.raw(byte: UInt8(ascii: ":"))
      writer.null()
    }
    writer.endObject()
    return true
  }

  /// Searches from `hint`, as both objects mostly have the same order.
  private func find(
    _ name: UnsafeRawBufferPointer, in members: FlatMembers, _ hint: inout FlatMembers.Offset
  ) -> FlatMembers.Member? {
    var offset = hint
    while let member = members.next(&offset) {
      guard isEqual(member.name, name) else { continue }
      hint = offset
      return member
    }
    offset = members.start
    while offset != hint, let member = members.next(&offset) {
      guard isEqual(member.name, name) else { continue }
      hint = offset
      return member
    }
    return nil
  }

  private func isEqual(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.count == other.count, let a = one.baseAddress, let b = other.baseAddress else {
      return one.isEmpty && other.isEmpty
    }
    return memcmp(a, b, one.count) == 0
  }
}
