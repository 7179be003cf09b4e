import ButtonModel
import ButtonProtocol
import FleetLink

/// What the journal had of one scope when the daemon started.
struct RestoredScope {
  private(set) var record = ScopeRecord()
  /// Reports of dropped changes that nobody had fetched, in the order of their places.
  private(set) var reports: [Rejection] = []
  /// The places, in the order of all, of the records that stay, by name.
  private(set) var places: [UTF8String: UInt64] = [:]
  /// Records to drop, with their places.
  private(set) var unreadable: [(name: UTF8String, place: UInt64)] = []
  /// What could not be used, for the log.
  private(set) var complaints: [String] = []

  /// `requests` must be in the order of their places.
  init(
    _ scope: UTF8String, _ place: [UInt8]?,
    _ requests: [(name: UTF8String, ordinal: UInt64, content: [UInt8])]
  ) {
    if let place {
      record.place = FleetChangeSet.Place(record: place)
      if record.place == nil {
        complaints.append(
          "the journal's place of the scope \(scope) cannot be read: all its keys are taken "
            + "from the engine again")
      }
    }
    let prefix = "\(scope)/"
    for request in requests where request.name.string.hasPrefix(prefix) {
      if let report = Rejection(record: request.content) {
        reports.append(report)
      } else if let kept = JournaledRequest(record: request.content) {
        record.requests.append(kept)
      } else {
        drop(request, number: String(request.name.string.dropFirst(prefix.count)))
        continue
      }
      places[request.name] = request.ordinal
    }
    record.reported = reports.count
  }

  private mutating func drop(
    _ request: (name: UTF8String, ordinal: UInt64, content: [UInt8]), number: String
  ) {
    unreadable.append((request.name, request.ordinal))
    complaints.append(
      "the change \(Excerpt(request.name.string)) that waits for the fleet cannot be read and is "
        + "dropped; its record was \(Excerpt(String(decoding: request.content, as: UTF8.self)))")
    if let number = RequestNumber(UTF8String(number)) { record.unreadable.append(number) }
  }
}
