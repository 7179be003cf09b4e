/// How far a change must have come before its request is answered.
package enum Milestone {
  /// It is in the journal, as far as durability is strict.
  case kept
  /// No later frame shows an older state of this scope. The time limit counts from `since`.
  case published(WaitScope, since: UInt64)
}
