/// A message from a server, borrowed from the client's parser: valid until the next parse.
package enum ResponseEnvelope {
  case result(RequestIDView, JSONElement)
  /// The id is `null` if the server could not identify the request.
  case failure(RequestIDView, RPCErrorView)
  /// The `params` are an object or nil.
  case notification(JSONString, JSONElement?)
  /// Not a valid message, and why.
  case malformed(StaticString)

  /// A whole line or, with `index`, an element of a batch of answers.
  package init(_ element: JSONElement, line: UnsafeRawBufferPointer, index: Int? = nil) {
    var ids = IDReader(line: line)
    var version: JSONElement?
    var method: JSONElement?
    var params: JSONElement?
    var result: JSONElement?
    var error: JSONElement?
    var id: JSONElement?
    var idOrdinal = 0
    for (ordinal, member) in element.members.enumerated() {
      switch member.key {
      case "jsonrpc": version = member.value
      case "method": method = member.value
      case "params": params = member.value
      case "result": result = member.value
      case "error": error = member.value
      case "id":
        id = member.value
        idOrdinal = ordinal
      default: break
      }
    }
    guard let version = version?.text, version == "2.0" else {
      self = .malformed("jsonrpc is not \"2.0\"")
      return
    }
    guard let id else {
      guard let method = method?.text else {
        self = .malformed("neither a response nor a notification")
        return
      }
      self = .notification(method, params.flatMap { $0.isObject ? $0 : nil })
      return
    }
    guard let view = ids.id(id, ordinal: idOrdinal, index: index) else {
      self = .malformed("the id is neither string, number nor null")
      return
    }
    switch (result, error) {
    case (let result?, nil):
      self = .result(view, result)
    case (nil, let error?):
      guard let failure = RPCErrorView(error) else {
        self = .malformed("the error has no integer code")
        return
      }
      self = .failure(view, failure)
    default:
      self = .malformed("a response has either result or error")
    }
  }
}
