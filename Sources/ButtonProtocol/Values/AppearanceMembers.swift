package import ButtonModel
package import JSONRPC

/// How a button looks, as clients receive it: flat names with scalar values, without those at their
/// default.
package struct AppearanceMembers: Hashable, Sendable, FieldValue {
  package static var schema: Schema { .reference("Appearance") }

  package struct Member: Hashable, Sendable {
    package var name: UTF8String
    package var value: StateValue

    package init(name: UTF8String, value: StateValue) {
      self.name = name
      self.value = value
    }
  }

  /// In the order of the message.
  package var members: [Member]

  package init(_ members: [Member] = []) { self.members = members }

  /// Nil for a member at its default.
  package subscript(name: UTF8String) -> StateValue? {
    members.first { $0.name == name }?.value
  }

  /// Null removes a member.
  package mutating func apply(_ patch: AppearanceMembers) {
    for change in patch.members {
      let index = members.firstIndex { $0.name == change.name }
      switch (index, change.value) {
      case (let index?, .null): members.remove(at: index)
      case (let index?, _): members[index] = change
      case (nil, .null): break
      case (nil, _): members.append(change)
      }
    }
  }

  package init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else { throw .wrongType(json, expected: "an object") }
    members = []
    members.reserveCapacity(json.count)
    for (name, value) in json.members {
      do throws(ProtocolError) {
        members.append(
          Member(name: UTF8String(copying: name.bytes), value: try StateValue(json: value)))
      } catch {
        throw error.under(name.string)
      }
    }
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    for member in members {
      writer.key(member.name)
      member.value.write(into: &writer)
    }
    writer.endObject()
  }
}
