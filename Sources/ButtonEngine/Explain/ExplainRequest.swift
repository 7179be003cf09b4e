package import ButtonModel
import ButtonProtocol

/// A request to explain a button's look.
package struct ExplainRequest: Sendable {
  /// The part of the appearance to explain.
  package enum Subject: Hashable, Sendable {
    case everything
    case property(AppearanceKey)
    /// A key outside the protocol, with a third party's name.
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

  /// A match for the button.
  var match: Match { Match(ids: [id]) }
}

/// An explanation that waits until a worker has run a style without the handler that follows it.
/// The answer in use contains only the combined result of both.
struct ExplainQuery {
  let request: ExplainRequest
  let ticket: Ticket
  let traitSet: Int
  /// The stage where the style and handler run.
  let stage: Int
  let lane: LaneID
  /// The sequence number of the query's batch.
  let sequence: UInt32
  /// The generation of the button's definition.
  let generation: UInt32
}
