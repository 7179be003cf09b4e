import ButtonModel

/// The lost keys that a button reads, and what it reads that is out of reach.
final class LostKeys {
  static let maximumNames = 8

  /// The first ones, ordered by name.
  let names: [UTF8String]
  /// The number of all lost keys.
  let count: Int
  /// The lease of the first key.
  let lease: UTF8String?
  /// The tick from which on the button has read some lost key.
  let since: UInt64

  /// The first one that the button reads and that is out of reach, and why.
  let scope: (name: UTF8String, message: String)?

  init(
    names: [UTF8String], count: Int, lease: UTF8String?, since: UInt64,
    scope: (name: UTF8String, message: String)?
  ) {
    self.names = names
    self.count = count
    self.lease = lease
    self.since = since
    self.scope = scope
  }

  /// Whether a status says the same of both.
  func isSame(as other: LostKeys) -> Bool {
    self === other
      || count == other.count && names == other.names && lease == other.lease
        && scope?.name == other.scope?.name
        && scope?.message == other.scope?.message
  }

  /// Combined with the status that the button has because of its plugins: what these do not show
  /// weighs more than what feeds them, but the keys are named in any case.
  func status(over other: ButtonStatus?) -> ButtonStatus {
    var status =
      other ?? offlineStatus
      ?? ButtonStatus(
        isStale: false, isFallback: false, reason: .sourceLost, plugin: "", message: message,
        since: since)
    status.keys = names
    return status
  }

  private var offlineStatus: ButtonStatus? {
    scope.map { ButtonStatus(scope: $0.name.string, message: $0.message, since: since) }
  }

  private var message: String {
    let first = names.first?.string ?? ""
    let others =
      switch count {
      case 1: ""
      case 2: " and one more key"
      default: " and \(count - 1) more keys"
      }
    return "what feeds \(first)\(others) is gone\(lease.map { " (lease \($0.string))" } ?? "")"
  }
}
