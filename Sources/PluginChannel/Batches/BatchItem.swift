package import ButtonModel

/// The fixed part of one button in a batch.
package struct BatchItem: Hashable, Sendable {
  /// Names the button in the answer; the worker takes it as it is.
  package var handle: UInt64
  package var state: ControlState
  package var isBusy: Bool
  /// A pointer is over the button.
  package var isHovered: Bool
  package var role: ButtonRole
  /// Index into the manifest's styles, nil when the style is not this plugin's.
  package var style: Int?
  /// Index into the manifest's handlers, nil when the handler is not this plugin's.
  package var handler: Int?
  /// Bit i asks for a look in the batch's trait set i; at least one bit is set.
  package var traitMask: UInt16

  /// Creates an item.
  package init(
    handle: UInt64, state: ControlState = .normal, isBusy: Bool = false, isHovered: Bool = false,
    role: ButtonRole = .none, style: Int? = nil, handler: Int? = nil, traitMask: UInt16 = 1
  ) {
    self.handle = handle
    self.state = state
    self.isBusy = isBusy
    self.isHovered = isHovered
    self.role = role
    self.style = style
    self.handler = handler
    self.traitMask = traitMask
  }

  /// Stands for no style or no handler on the wire.
  static let none: UInt16 = 0xFFFF
}

/// The head of a batch: what the state and the clock were when it was made.
package struct BatchHeader: Hashable, Sendable {
  /// Comes back in the answer.
  package var commitSequence: UInt64
  /// The store's revision that the replica has once the batch's keys are applied.
  package var revision: UInt64
  /// Milliseconds since 1970.
  package var nowMilliseconds: UInt64

  /// Creates the head of an item.
  package init(commitSequence: UInt64, revision: UInt64, nowMilliseconds: UInt64) {
    self.commitSequence = commitSequence
    self.revision = revision
    self.nowMilliseconds = nowMilliseconds
  }
}
