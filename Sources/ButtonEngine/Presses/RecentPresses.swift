import ButtonModel
import ButtonStore

/// Presses that have just performed their button's action. A change that names one is a part of its
/// release, and the button's look that follows has the transaction of the release.
final class RecentPresses {
  /// How long after the release a change may name the press, in nanoseconds. A program needs a few
  /// milliseconds; people take what comes later for something else.
  static let time: UInt64 = 250_000_000
  /// The most that are remembered; the oldest is forgotten.
  private static let maximum = 1_024
  /// How many frames a plugin may take to draw the change.
  private static let frames: UInt64 = 64

  private struct Press {
    let slot: ButtonSlot
    let generation: UInt32
    let release: UInt64
  }

  /// It is a part of a release; with the number of frames when it came.
  private struct Change {
    let generation: UInt32
    let revision: UInt64
    let frame: UInt64
  }

  private let store: Store
  private let clock: TickClock
  private var presses: [Press] = []
  /// The number of the first of `presses`; the others follow.
  private var first: UInt64 = 1
  private var changes: [ButtonSlot: Change] = [:]

  init(store: Store, clock: TickClock) {
    self.store = store
    self.clock = clock
  }

  /// Adds a press that has just performed its button's action.
  func add(_ slot: ButtonSlot, now: UInt64) -> UInt64 {
    let stale = presses.prefix { now > $0.release &+ Self.time }.count
    let count = max(stale, presses.count + 1 - Self.maximum)
    presses.removeFirst(count)
    first += UInt64(count)
    presses.append(Press(slot: slot, generation: store.generation(of: slot), release: now))
    return first + UInt64(presses.count) - 1
  }

  /// Makes the change a part of the press's release, unless that is too long ago.
  func add(changeOf revision: UInt64, to press: UInt64, now: UInt64) {
    guard press >= first, press - first < UInt64(presses.count) else { return }
    let press = presses[Int(press - first)]
    // The change's time, that of its turn, may be before the release's.
    guard now <= press.release &+ Self.time else { return }
    let frame = clock.frameNumber
    changes = changes.filter { frame &- $0.value.frame <= Self.frames }
    changes[press.slot] = Change(
      generation: press.generation, revision: revision, frame: frame)
  }

  var areFollowed: Bool { !changes.isEmpty }

  /// Whether a look shows such a change. Its plugins saw `revision`, which is 0 without plugins.
  func cover(_ slot: ButtonSlot, revision: UInt64) -> Bool {
    guard let change = changes[slot],
      store.isInUse(slot), store.generation(of: slot) == change.generation
    else { return false }
    let age = clock.frameNumber &- change.frame
    // A frame that was open already shows what was before.
    return revision == 0 ? age <= 1 : revision >= change.revision && age <= Self.frames
  }

  /// All looks of the button are drawn, with what its plugins saw at `revision`.
  func finish(_ slot: ButtonSlot, revision: UInt64) {
    guard let change = changes[slot], revision >= change.revision else { return }
    changes[slot] = nil
  }
}
