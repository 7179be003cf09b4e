package import ButtonModel

/// What a request does beside its operations, in the same step.
package enum FleetEffect: Hashable, Sendable {
  /// A button has performed its action; consumers get the text.
  case action(button: UTF8String, text: UTF8String)
  /// Ends a delivery of an action, if it is still this consumer's.
  case done(FleetDelivery)

  /// The limit of the engine's functions for an action's text.
  package static let maximumTextBytes = 64 << 10

  /// Approximate memory.
  var bytes: Int {
    switch self {
    case .action(let button, let text): 64 + button.bytes.count + text.bytes.count
    case .done(let delivery): 64 + delivery.group.bytes.count + delivery.consumer.bytes.count
    }
  }
}

/// One action in the hands of one consumer of a group.
package struct FleetDelivery: Hashable, Sendable {
  /// A scope counts its actions from 1. An engine that has lost its last seconds reuses the numbers
  /// of lost actions.
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
