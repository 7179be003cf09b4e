import ButtonClient
import ButtonProtocol
import JSONRPC

/// One line that the daemon sent.
enum DaemonMessage {
  /// The answer to the request of that id.
  case answer(Int, Result<JSONDocument, ClientError>)
  /// What a subscription brings: the method and its params.
  case notification(String, JSONDocument)

  /// Reads a line; an error without id ends the connection and is thrown.
  init(_ line: UnsafeRawBufferPointer, _ parser: JSONParser) throws(ClientError) {
    let element: JSONElement
    do {
      element = try parser.parse(copying: line)
    } catch {
      throw ClientError(
        .unexpectedAnswer, "the daemon sent what is not read: \(error.explanation)")
    }
    switch ResponseEnvelope(element, line: line) {
    case .result(.int(let id), let result):
      self = .answer(Int(id), .success(JSONDocument(copying: result)))
    case .failure(.int(let id), let refusal):
      self = .answer(Int(id), .failure(ClientError(refusal)))
    case .failure(_, let refusal): throw ClientError(refusal)
    case .notification(let method, let params?):
      self = .notification(method.string, JSONDocument(copying: params))
    case .result, .notification, .malformed:
      throw ClientError(.unexpectedAnswer, "the daemon does not speak the protocol")
    }
  }
}
