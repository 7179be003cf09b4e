package import ButtonModel
package import JSONRPC

extension Flag: JSONEncodable {
  /// True, false, or `{state, equals?}`, whose members are laid over a flag that is patched.
  init(json: JSONElement, patching present: Flag?) throws(ProtocolError) {
    if let value = json.bool {
      self = .constant(value)
      return
    }
    guard json.isObject else {
      throw .wrongType(
        json,
        expected: #"true, false, a binding {"state": key}, or an expression {"cel": "key >= 5"}"#)
    }
    do {
      try json.allowOnly(["state", "equals"])
    } catch {
      throw error.advised(#"for other tests write {"cel": "key >= 5"}"#)
    }
    var key = present?.key
    var equals: StateValue?
    if case .compares(_, let old)? = present { equals = old }
    if json.member("state") != nil {
      key = try Members(json).required("state", as: StateKeyName.self).text
    }
    if let value = json.member("equals") {
      do {
        equals = value.isNull ? nil : try value.value(over: equals, isPatch: present != nil)
      } catch {
        throw error.under("equals")
      }
    }
    guard let key else {
      throw .invalidParams("state is missing: name the key that the flag follows", path: "state")
    }
    self = .bound(key: key, equals: equals)
  }

  package func write(into writer: inout JSONWriter) {
    switch self {
    case .constant(let value): writer.bool(value)
    case .follows(let key):
      writer.beginObject()
      writer.member("state", key)
      writer.endObject()
    case .compares(let key, let value):
      writer.beginObject()
      writer.member("state", key)
      writer.member("equals", value)
      writer.endObject()
    }
  }
}
