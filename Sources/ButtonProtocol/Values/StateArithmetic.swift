package import ButtonModel
package import JSONRPC

/// Computes the operations of `state.update`.
package struct StateArithmetic {
  package struct Failure: Error {
    package let message: String
  }

  package let targetParser = JSONParser()
  package let patchParser = JSONParser()

  package init() {}

  /// Nil removes the key.
  package func apply(
    _ kind: StateOperation.Kind, to value: StateValue?
  ) throws(Failure) -> StateValue? {
    switch kind {
    case .set(let new): new
    case .remove: nil
    case .increment(let by): try increment(value, by)
    case .toggle: try toggle(value)
    case .append(let element): try append(element, to: value)
    case .merge(let patch): try merge(patch, into: value)
    }
  }

  private func increment(
    _ value: StateValue?, _ by: StateValue
  ) throws(Failure) -> StateValue {
    switch (value ?? .int(0), by) {
    case (.int(let a), .int(let b)):
      let (sum, overflow) = a.addingReportingOverflow(b)
      if overflow {
        throw Failure(message: "\(a) + \(b) leaves the range of 64-bit integers; set a value")
      }
      return .int(sum)
    case (.int(let a), .double(let b)): return try finite(Double(a) + b)
    case (.double(let a), .int(let b)): return try finite(a + Double(b))
    case (.double(let a), .double(let b)): return try finite(a + b)
    case (_, .int), (_, .double):
      throw Failure(message: "only a number can be incremented; set a number first")
    default:
      throw Failure(message: "increment takes a number in `by`")
    }
  }

  private func finite(_ value: Double) throws(Failure) -> StateValue {
    guard value.isFinite else {
      throw Failure(message: "the sum leaves the range of floats; set a value")
    }
    return .double(value)
  }

  private func toggle(_ value: StateValue?) throws(Failure) -> StateValue {
    switch value {
    case nil: return .bool(true)
    case .bool(let old): return .bool(!old)
    default: throw Failure(message: "only true or false can be toggled; set a bool first")
    }
  }

  private func append(
    _ element: StateValue, to value: StateValue?
  ) throws(Failure) -> StateValue {
    var text = JSONWriter()
    switch value {
    case nil:
      text.raw("[")
    case .json(let array) where array.bytes.first == UInt8(ascii: "["):
      array.bytes.withUnsafeBytes { text.raw(UnsafeRawBufferPointer(rebasing: $0.dropLast())) }
    default:
      throw Failure(message: "only an array can be appended to; set an array first")
    }
    element.write(into: &text)
    text.raw("]")
    return .json(UTF8String(copying: text.bytes))
  }

  private func merge(
    _ patch: StateValue, into value: StateValue?
  ) throws(Failure) -> StateValue {
    guard case .json(let patchText) = patch, patchText.bytes.first == UInt8(ascii: "{") else {
      return patch
    }
    var target: UTF8String = "{}"
    if case .json(let text) = value, text.bytes.first == UInt8(ascii: "{") { target = text }
    do {
      let old = try target.bytes.withUnsafeBytes { (bytes) throws(JSONParseError) in
        try targetParser.parse(copying: bytes)
      }
      let new = try patchText.bytes.withUnsafeBytes { (bytes) throws(JSONParseError) in
        try patchParser.parse(copying: bytes)
      }
      var text = JSONWriter()
      try MergePatch.write(old, patchedBy: new, into: &text)
      return .json(UTF8String(copying: text.bytes))
    } catch {
      throw Failure(message: "the merged value cannot be kept: it nests too deep")
    }
  }
}
