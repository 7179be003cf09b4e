package import ButtonModel
import ButtonProtocol

package struct ExplainRequest: Sendable {
  /// The part of the appearance to explain.
  package enum Subject: Hashable, Sendable {
    case everything
    case property(AppearanceKey)
    /// A third party's key, outside the protocol.
    case extra(String)
  }

  package var id: UTF8String
  package var subject: Subject
  package var traits: Traits

  package init(id: UTF8String, subject: Subject = .everything, traits: Traits) {
    self.id = id
    self.subject = subject
    self.traits = traits
  }

  var match: Match { Match(ids: [id]) }
}

/// An explanation that waits until a worker has run a style without the handler that follows it:
/// the answer in use has only the combined result.
struct ExplainQuery {
  let request: ExplainRequest
  let ticket: Ticket
  let traitSet: Int
  /// Where the style and handler run.
  let stage: Int
  let lane: LaneID
  /// The sequence number of the query's batch.
  let sequence: UInt32
  /// The generation of the button's definition.
  let generation: UInt32
}
