public import ButtonModel
import ButtonProtocol
import JSONRPC

/// What changed in the state that a subscription covers; the first is all there is.
public struct StateChange: Hashable, Sendable {
  /// Where a later subscription may resume.
  public struct Position: Hashable, Sendable {
    /// A string of the daemon's life.
    public let epoch: String
    /// The revision up to which everything is known.
    public let revision: UInt64

    /// A position that was kept.
    public init(epoch: String, revision: UInt64) {
      self.epoch = epoch
      self.revision = revision
    }
  }

  /// A string of the daemon's life; revisions outlive it, subscriptions do not.
  public let epoch: String

  /// The revision that the values belong to.
  public let revision: UInt64

  /// Whether this is everything: drop what you hold.
  public let isSnapshot: Bool

  /// Whether this is all of the change; else further parts follow, and nobody resumes from here.
  public let isWhole: Bool

  /// Keys with new values.
  public let values: [String: StateValue]

  /// Keys that are gone.
  public let removed: [String]

  /// The change as the daemon wrote it.
  public let json: JSONDocument

  init(_ json: JSONDocument, epoch: String) throws(ClientError) {
    let body: StateChangedNotification = try json.decode()
    self.epoch = epoch
    self.json = json
    revision = body.revision
    isSnapshot = json.read { $0.member("snapshot")?.bool } == true
    values = body.values.dictionary
    removed = body.removed.map(\.string)
    isWhole = !body.more
  }

  /// Where to resume from, once the change is whole.
  public var position: Position { Position(epoch: epoch, revision: revision) }
}

extension StateMembers {
  /// The values by their keys.
  var dictionary: [String: StateValue] {
    Dictionary(members.map { ($0.key.string, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  /// Values in the order of their keys.
  init(_ values: [String: StateValue]) {
    self.init(
      values.map { Member(key: UTF8String($0.key), value: $0.value) }
        .sorted { $0.key < $1.key })
  }
}
