/// Reads a line's messages in order: one message or a batch.
package struct EnvelopeReader {
  /// A batch with at least one element; its answers go into one array.
  package let isBatch: Bool

  private var ids: IDReader
  private var elements: JSONElements
  private var single: JSONElement?
  private var index = 0

  /// `root` is the parsed form of `line`.
  package init(_ root: JSONElement, line: UnsafeRawBufferPointer) {
    ids = IDReader(line: line)
    elements = root.elements
    var probe = elements
    isBatch = probe.next() != nil
    single = isBatch ? nil : root
  }

  /// Nil after the last. An empty batch counts as one invalid message.
  package mutating func next() -> IncomingMessage? {
    if isBatch {
      guard let element = elements.next() else { return nil }
      defer { index += 1 }
      return read(element, index: index)
    }
    guard let root = single else { return nil }
    single = nil
    guard !root.isArray else { return .invalid(.null, "a batch needs at least one request") }
    return read(root, index: nil)
  }

  /// Whether the batch has another message.
  package var hasNext: Bool {
    var rest = elements
    return rest.next() != nil
  }

  /// Messages that have not been read.
  package var count: Int {
    var rest = elements
    var count = 0
    while rest.next() != nil { count += 1 }
    return isBatch ? count : single == nil ? 0 : 1
  }

  private mutating func read(_ element: JSONElement, index: Int?) -> IncomingMessage {
    guard element.isObject else { return .invalid(.null, "a request must be an object") }
    var version: JSONElement?
    var method: JSONElement?
    var params: JSONElement?
    var id: JSONElement?
    var idOrdinal = 0
    var ordinal = 0
    for (key, value) in element.members {
      switch key.count {
      case 2:
        if key == "id" {
          id = value
          idOrdinal = ordinal
        }
      case 6:
        if key == "method" {
          method = value
        } else if key == "params" {
          params = value
        }
      case 7:
        if key == "jsonrpc" { version = value }
      default:
        break
      }
      ordinal &+= 1
    }
    var view = RequestIDView.absent
    if let id {
      guard let known = ids.id(id, ordinal: idOrdinal, index: index) else {
        return .invalid(.null, "id must be a string, a number or null")
      }
      view = known
    }
    guard let version = version?.text, version == "2.0" else {
      return .invalid(view, "jsonrpc must be \"2.0\"")
    }
    guard let method = method?.text else {
      return .invalid(view, "method must be a string")
    }
    // Clients that know positional parameters send an empty array where there are none.
    guard let params, !params.isNull, !(params.isArray && params.count == 0) else {
      return .call(Envelope(method: method, id: view, params: nil, hasPositionalParams: false))
    }
    if params.isObject {
      return .call(Envelope(method: method, id: view, params: params, hasPositionalParams: false))
    }
    guard params.isArray else { return .invalid(view, "params must be an object") }
    return .call(Envelope(method: method, id: view, params: nil, hasPositionalParams: true))
  }
}
