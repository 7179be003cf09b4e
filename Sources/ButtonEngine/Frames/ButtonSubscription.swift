import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// A subscription to buttons. Connections that ask for the same share it, and every encoded line. A
/// class, because it is accessed many times per frame and a copy would retain its contents.
final class ButtonSubscription {
  struct Member {
    let connection: ConnectionID
    /// The serial up to which it was sent everything; nil while it is in step with the others.
    var cursor: UInt64?
    /// Whose look was sent last; nil if unknown.
    var slot: ButtonSlot?
    /// The last line sent announced more.
    var isPartial = false
    /// Where its unfinished snapshot began; it never received buttons removed before that.
    var snapshotSerial: UInt64 = 0
  }

  /// The look that clients hold of a button while a rate limit holds back newer ones.
  struct SentLook {
    /// The button's; after a redefinition or removal the look no longer counts.
    let generation: UInt32
    let appearance: [UInt8]
  }

  let name: String
  let spec: SubscriptionSpec
  let matcher: Matcher
  let traitSet: Int
  let form: UpdateForm
  /// What the members in step have received.
  let holder: ReceiverKnowledge
  /// The time between two frames, in nanoseconds; 0 without a rate limit.
  let minimumInterval: UInt64
  /// In the order of ``everybody``.
  var members: [Member] = []
  /// All members, as the addressees of a frame.
  private(set) var everybody: [ConnectionID] = []
  /// The serial up to which the members in step were sent everything.
  var cursor: UInt64
  /// When a rate limit permits the next frame.
  var nextDue: UInt64 = 0
  /// A matching button has changed.
  var isTouched = false
  /// What has changed since ``cursor``.
  var changes = TouchedButtons()
  /// Its rate limit holds back changes.
  var isHeldBack = false
  /// The beginning of each of its lines.
  let head: [UInt8]
  /// What members in step hold of buttons with held-back changes, to make patches from.
  var sentLooks: [ButtonSlot: SentLook] = [:]
  var sentLookBytes = 0

  init(spec: SubscriptionSpec, traitSet: Int, cursor: UInt64) {
    name = spec.name
    self.spec = spec
    matcher = Matcher(spec.match)
    minimumInterval = spec.minimumInterval
    head = ButtonSubscription.head(name)
    form = spec.form
    holder = spec.match.group == nil ? .ids : .group
    self.traitSet = traitSet
    self.cursor = cursor
  }

  private static func head(_ name: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginNotification(ButtonsUpdatedNotification.method)
    writer.beginObject()
    writer.member(.subscription, name)
    return [UInt8](writer.bytes)
  }

  /// Adds a connection that is in step with the others.
  func join(_ connection: ConnectionID) {
    members.append(Member(connection: connection))
    everybody.append(connection)
  }

  /// The last member takes the index.
  func leave(_ connection: ConnectionID) {
    guard let index = index(of: connection) else { return }
    members.swapAt(index, members.count - 1)
    everybody.swapAt(index, everybody.count - 1)
    members.removeLast()
    everybody.removeLast()
  }

  /// Searches `everybody`, which is more compact than `members`.
  func index(of connection: ConnectionID) -> Int? { everybody.firstIndex(of: connection) }
}
