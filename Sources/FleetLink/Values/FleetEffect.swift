package import ButtonModel

/// What a request does beside its operations, in the same step.
package enum FleetEffect: Hashable, Sendable {
  /// Tells the fleet that a button has performed its action. The text is for those who get it.
  case action(button: UTF8String, text: UTF8String)
  /// Ends a delivery of an action, if it is still this consumer's.
  case done(FleetDelivery)

  /// The longest text of an action that the engine's functions take.
  package static let maximumTextBytes = 64 << 10

  /// About how much memory it takes.
  var bytes: Int {
    switch self {
    case .action(let button, let text): 64 + button.bytes.count + text.bytes.count
    case .done(let delivery): 64 + delivery.group.bytes.count + delivery.consumer.bytes.count
    }
  }
}

/// One action in the hands of one consumer of a group.
package struct FleetDelivery: Hashable, Sendable {
  /// The action's number; a scope counts its actions from 1. An engine that has lost its last seconds
  /// gives the numbers of lost actions to others.
  package let number: UInt64
  /// The request that performed the action.
  package let action: RequestNumber
  package let group: UTF8String
  package let consumer: UTF8String

  package init(
    _ number: UInt64, _ action: RequestNumber, of group: UTF8String, to consumer: UTF8String
  ) {
    self.number = number
    self.action = action
    self.group = group
    self.consumer = consumer
  }
}
