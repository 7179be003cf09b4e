/// The names that buttond_plugin.h gives to statuses.
enum StatusName {
  private static let names = [
    "BTN_OK", "BTN_E_INVALID", "BTN_E_TYPE", "BTN_E_UNKNOWN_KEY", "BTN_E_RANGE", "BTN_E_LIMIT",
    "BTN_E_DENIED", "BTN_E_STATE", "BTN_E_INTERNAL",
  ]

  static let type: Int32 = -2
  static let range: Int32 = -4
  static let denied: Int32 = -6

  /// A status in words: `BTN_E_TYPE (-2)`, or `status 7` where it has no name.
  static func text(_ status: Int32) -> String {
    let index = -Int(status)
    return names.indices.contains(index) ? "\(names[index]) (\(status))" : "status \(status)"
  }
}
