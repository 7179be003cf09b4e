import ArgumentParser
import ButtonModel
import ButtonProtocol

/// A `key=value` as it is typed.
struct Assignment {
  let key: UTF8String
  /// What stands behind the first `=`; nil without one.
  let text: String?

  /// Splits a text; the key must be a well-formed one.
  init(_ argument: String) throws {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    key = UTF8String(String(parts[0]))
    text = parts.count == 2 ? String(parts[1]) : nil
    guard StateKey.isValid(key) else {
      throw ValidationError(ProtocolError.invalidKey(key.string).message)
    }
  }

  /// The value, which must be there.
  func value() throws -> StateValue {
    guard let text else { throw ValidationError("\(key) needs a value: \(key)=VALUE") }
    return try ValueText.value(text)
  }
}
