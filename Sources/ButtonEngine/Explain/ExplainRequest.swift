package import ButtonModel
import ButtonProtocol

/// A request for how a button came to look as it does.
package struct ExplainRequest: Sendable {
  /// What of the appearance is asked for.
  package enum Subject: Hashable, Sendable {
    case everything
    case property(AppearanceKey)
    /// A key under a third party's own name.
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

  /// The button that it is about.
  var match: Match { Match(ids: [id]) }
}

/// An explanation that waits for what a style makes of a button without the handler after it, of
/// which the answer on show has only the outcome of both.
struct ExplainQuery {
  let request: ExplainRequest
  let ticket: Ticket
  let traitSet: Int
  /// Where style and handler run, among the lanes that the button passes.
  let stage: Int
  let lane: LaneID
  /// The batch that asks for it.
  let sequence: UInt32
  /// The generation of the button's definition.
  let generation: UInt32
}
