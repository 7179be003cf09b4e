import ButtonModel
import ButtonStore
import Glibc

/// The keys `clock.second`, `clock.minute` and `clock.local`: they tell the time while something
/// reads them, and are absent otherwise.
///
/// A button, a derived key, or a subscription that names the key reads it. The time comes from
/// outside, so that tests can set it; in a replay, clients write the keys like any others.
final class ClockKeys: KeyHolder {
  /// In the order of ``StateKey/clockNames``.
  enum Field: Int, CaseIterable {
    /// Whole ones since 1970 in UTC.
    case second, minute
    /// The time in the daemon's zone, as in `2026-03-01T09:30:00+01:00`.
    case local

    var name: UTF8String { Field.names[rawValue] }

    private static let names = StateKey.clockNames.map { UTF8String($0) }

    /// In milliseconds.
    fileprivate var period: UInt64 { self == .minute ? 60_000 : 1_000 }

    fileprivate func value(_ milliseconds: UInt64) -> StateValue {
      switch self {
      case .second, .minute: .int(Int64(milliseconds / period))
      case .local: .string(UTF8String(ClockKeys.localTime(milliseconds)))
      }
    }
  }

  private let store: Store
  private let derived: DerivedKeys
  private let leases: Leases
  /// Otherwise clients write the keys.
  private let isRunning: Bool
  /// The ids, once something has named the keys.
  private var keys = [KeyID?](repeating: nil, count: Field.allCases.count)
  private var knownInternCount: UInt64 = 0
  /// When a key that is read changes next; nil if none is read.
  private(set) var nextDeadline: UInt64?
  /// Whether something has named one of the keys.
  private(set) var isInUse = false

  init(store: Store, derived: DerivedKeys, leases: Leases, isRunning: Bool) {
    self.store = store
    self.derived = derived
    self.leases = leases
    self.isRunning = isRunning
  }

  func contains(_ key: KeyID) -> Bool { isInUse && keys.contains(key) }

  func holds(_ key: KeyID) -> Bool { contains(key) }

  /// Whether only the clock writes the key.
  func owns(_ name: UnsafeRawBufferPointer) -> Bool { isRunning && ClockKeys.isName(name) }

  static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count == 11 || name.count == 12, name[0] == UInt8(ascii: "c") else { return false }
    return Field.allCases.contains { name.elementsEqual($0.name.bytes) }
  }

  /// Sets the keys that are read to the time, in milliseconds since 1970, and removes the others.
  /// `subscriptions` says for each field how many name it. Returns what changed.
  func advance(
    to milliseconds: UInt64, subscriptions: [Int], now: UInt64, _ effect: inout ChangeEffect
  ) -> [StateOperation] {
    if !isRunning { return [] }
    if store.internCount != knownInternCount { findKeys(&effect) }
    if !isInUse, subscriptions.allSatisfy({ $0 == 0 }) { return [] }
    nextDeadline = nil
    var changes: [StateOperation] = []
    for field in Field.allCases {
      if keys[field.rawValue] == nil, subscriptions[field.rawValue] > 0 {
        begin(field, store.intern(field.name), &effect)
      }
      guard let key = keys[field.rawValue] else { continue }
      let isRead =
        subscriptions[field.rawValue] > 0 || store.subscriberCount(of: key) > 0
        || derived.reads(key)
      if isRead {
        let left = field.period - milliseconds % field.period
        // The clock that the daemon asks may be some milliseconds behind.
        let deadline = now &+ (left + 5) * 1_000_000
        nextDeadline = min(nextDeadline ?? deadline, deadline)
      } else if store.value(of: key) == nil {
        continue
      }
      let value = isRead ? field.value(milliseconds) : nil
      if effect.write(key, value) {
        changes.append(StateOperation(key: field.name, kind: value.map { .set($0) } ?? .remove))
      }
    }
    return changes
  }

  private func findKeys(_ effect: inout ChangeEffect) {
    knownInternCount = store.internCount
    for field in Field.allCases where keys[field.rawValue] == nil {
      if let key = store.key(named: field.name) { begin(field, key, &effect) }
    }
  }

  private func begin(_ field: Field, _ key: KeyID, _ effect: inout ChangeEffect) {
    // An earlier version may have kept a value.
    effect.write(key, nil)
    leases.removed(key)
    store.beginDeriving(key)
    keys[field.rawValue] = key
    isInUse = true
  }

  private static func localTime(_ milliseconds: UInt64) -> String {
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    localtime_r(&seconds, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let offset = Int32(parts.tm_gmtoff / 60)
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
      + "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
  }
}
