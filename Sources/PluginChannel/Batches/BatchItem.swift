package import ButtonModel

/// The fixed part of one button in a batch.
package struct BatchItem: Hashable, Sendable {
  /// Identifies the button in the answer; the worker returns it unchanged.
  package var handle: UInt64
  package var state: ControlState
  package var isBusy: Bool
  package var isHovered: Bool
  package var role: ButtonRole
  /// Index into the manifest's styles, nil if the style is not this plugin's.
  package var style: Int?
  /// Index into the manifest's handlers, nil if the handler is not this plugin's.
  package var handler: Int?
  /// Bit i asks for a look in the batch's trait set i; not 0.
  package var traitMask: UInt16

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

  /// No style or no handler, as sent.
  static let none: UInt16 = 0xFFFF
}

/// The head of a batch: the state and the clock when it was made.
package struct BatchHeader: Hashable, Sendable {
  /// Returned in the answer.
  package var commitSequence: UInt64
  /// The store's revision that the replica has once the batch's keys are applied.
  package var revision: UInt64
  /// Since 1970.
  package var nowMilliseconds: UInt64

  package init(commitSequence: UInt64, revision: UInt64, nowMilliseconds: UInt64) {
    self.commitSequence = commitSequence
    self.revision = revision
    self.nowMilliseconds = nowMilliseconds
  }
}
