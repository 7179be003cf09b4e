/// The statuses between plugin and host, with the numbers and names of buttond_plugin.h.
package enum CallStatus {
  package static let invalid: Int32 = -1
  package static let type: Int32 = -2
  package static let unknownKey: Int32 = -3
  package static let range: Int32 = -4
  package static let limit: Int32 = -5
  package static let denied: Int32 = -6
  package static let state: Int32 = -7

  private static let names = [
    "BTN_OK", "BTN_E_INVALID", "BTN_E_TYPE", "BTN_E_UNKNOWN_KEY", "BTN_E_RANGE", "BTN_E_LIMIT",
    "BTN_E_DENIED", "BTN_E_STATE", "BTN_E_INTERNAL",
  ]

  /// `BTN_E_TYPE (-2)`, or `status 7` if it has no name.
  package static func text(_ status: Int32) -> String {
    let index = -Int(status)
    return names.indices.contains(index) ? "\(names[index]) (\(status))" : "status \(status)"
  }
}
