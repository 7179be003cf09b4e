/// Fields that are read and written by hand, as they are many; every other name stands only in the
/// table of its message.
extension StaticString {
  @inlinable package static var appearance: StaticString { "appearance" }
  @inlinable package static var buttons: StaticString { "buttons" }
  @inlinable package static var changed: StaticString { "changed" }
  @inlinable package static var epoch: StaticString { "epoch" }
  @inlinable package static var errors: StaticString { "errors" }
  @inlinable package static var id: StaticString { "id" }
  @inlinable package static var ifRevision: StaticString { "ifRevision" }
  @inlinable package static var lease: StaticString { "lease" }
  @inlinable package static var lost: StaticString { "lost" }
  @inlinable package static var missed: StaticString { "missed" }
  @inlinable package static var more: StaticString { "more" }
  @inlinable package static var next: StaticString { "next" }
  @inlinable package static var patch: StaticString { "patch" }
  @inlinable package static var removed: StaticString { "removed" }
  @inlinable package static var revision: StaticString { "revision" }
  @inlinable package static var silentAfterMs: StaticString { "silentAfterMs" }
  @inlinable package static var snapshot: StaticString { "snapshot" }
  @inlinable package static var status: StaticString { "status" }
  @inlinable package static var subscription: StaticString { "subscription" }
  @inlinable package static var tick: StaticString { "tick" }
  @inlinable package static var transaction: StaticString { "transaction" }
  @inlinable package static var values: StaticString { "values" }
  @inlinable package static var wait: StaticString { "wait" }
}
