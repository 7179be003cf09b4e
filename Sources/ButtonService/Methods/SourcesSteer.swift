import ButtonModel
import ButtonProtocol
import JSONRPC

enum SourcesRun: Handler {
  typealias Message = SourcesRunRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try SourcesRunRequest(params: call.params)
    let (source, control) = try call.source(named: request.name)
    guard source.interval != nil else {
      throw .invalidParams(
        "the source '\(source.name)' is not polled: it runs all the time", path: "params.name")
    }
    return try call.answerLater(into: &writer) {
      (answer: @escaping (Result<SourceResponse, ProtocolError>) -> Void) in
      control.run(source.name) { [weak control] in
        guard let now = control?.listing(of: source.name) else {
          // A reload has taken it away meanwhile.
          return answer(.failure(.noSource(source.name, among: [])))
        }
        answer(.success(SourceResponse(source: now)))
      }
    }
  }
}

enum SourcesReset: Handler {
  typealias Message = SourcesResetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try SourcesResetRequest(params: call.params)
    let (source, control) = try call.source(named: request.name)
    control.reset(source.name)
    SourceResponse(source: control.listing(of: source.name) ?? source).write(into: &writer)
    return .answered
  }
}

extension Call {
  fileprivate func source(
    named name: String
  ) throws(ProtocolError) -> (source: SourceListing, control: any SourceControl) {
    guard let control = service.sourceControl, let source = control.listing(of: name) else {
      throw .noSource(name, among: service.sourceListings.map(\.name))
    }
    return (source, control)
  }
}

extension ProtocolError {
  fileprivate static func noSource(_ name: String, among names: [String]) -> ProtocolError {
    .notFound(
      "there is no source '\(Excerpt(name))'\(NearestName.advice(name, among: names))",
      path: "params.name")
  }
}
