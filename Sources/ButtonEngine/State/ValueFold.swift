import ButtonModel
import ButtonProtocol
import JSONRPC

/// A value that several operations of one request change in a row. It is split once and joined
/// once, so each operation costs what it changes, not the length of the value. Its size is always
/// what the operations would produce one by one.
struct ValueFold {
  private enum Form {
    /// The text of an array without the closing bracket.
    case array([UInt8])
    case object(FoldedObject)
  }

  private var form: Form
  /// The index of the operation whose result this is.
  var index: Int

  /// Nil if the operation and value do not profit from splitting.
  init?(
    _ value: StateValue?, for kind: StateOperation.Kind, at index: Int, with parser: JSONParser
  ) {
    guard case .json(let text)? = value else { return nil }
    switch kind {
    case .append where text.bytes.first == UInt8(ascii: "["): form = .array(text.bytes.dropLast())
    case .merge where text.bytes.first == UInt8(ascii: "{"):
      guard let object = FoldedObject(text.bytes, with: parser) else { return nil }
      form = .object(object)
    case .append, .merge, .set, .remove, .increment, .toggle: return nil
    }
    self.index = index
  }

  /// As JSON.
  var bytes: Int {
    switch form {
    case .array(let text): text.count + 1
    case .object(let object): object.bytes
    }
  }

  var value: StateValue {
    switch form {
    case .array(let text): return .json(UTF8String(bytes: text + [UInt8(ascii: "]")]))
    case .object(let object):
      var writer = JSONWriter(minimumCapacity: object.bytes)
      object.write(into: &writer)
      return .json(UTF8String(copying: writer.bytes))
    }
  }

  /// False, without effect, if the operation must be done separately.
  mutating func apply(_ kind: StateOperation.Kind, with arithmetic: StateArithmetic) -> Bool {
    switch kind {
    case .append(let element): return append(element)
    case .merge(.json(let patch)) where patch.bytes.first == UInt8(ascii: "{"):
      guard case .object(let object) = form else { return false }
      return arithmetic.merge(patch, into: object)
    case .merge, .set, .remove, .increment, .toggle: return false
    }
  }

  private mutating func append(_ element: StateValue) -> Bool {
    guard case .array(var text) = form else { return false }
    // The text has no other owner now, so it is not copied.
    form = .array([])
    if text.count > 1 { text.append(UInt8(ascii: ",")) }
    var writer = JSONWriter()
    element.write(into: &writer)
    text.append(contentsOf: writer.bytes)
    form = .array(text)
    return true
  }
}
