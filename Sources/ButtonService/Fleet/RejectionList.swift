import ButtonModel
import ButtonProtocol
import FleetLink
import JSONRPC

/// A scope's changes that were accepted and dropped, the oldest first: those since the daemon
/// started, and earlier ones that nobody had fetched.
struct RejectionList {
  private struct Entry {
    let report: FleetRejectedNotification
    let row: RequestNumber
    let bytes: Int
    var isFetched = false
  }

  /// How many reports are remembered, and the bytes of their records.
  static let maximumCount = 1_000
  static let maximumBytes = 8 << 20

  private var entries: [Entry] = []
  private var bytes = 0

  /// Returns the rows of reports that gave way before anybody fetched them.
  mutating func append(
    _ report: FleetRejectedNotification, row: RequestNumber, bytes size: Int
  ) -> [RequestNumber] {
    entries.append(Entry(report: report, row: row, bytes: size))
    bytes += size
    var dropped: [RequestNumber] = []
    while entries.count > 1,
      entries.count > RejectionList.maximumCount || bytes > RejectionList.maximumBytes
    {
      let oldest = entries.removeFirst()
      bytes -= oldest.bytes
      if !oldest.isFetched { dropped.append(oldest.row) }
    }
    return dropped
  }

  /// Fetches all reports if they fit into `room` bytes, else the unfetched ones that fit. Returns
  /// the rows of those fetched for the first time.
  mutating func fetch(within room: inout Int) -> (
    reports: [FleetRejectedNotification], rows: [RequestNumber]
  ) {
    let sizes = entries.map { entry in
      var writer = JSONWriter()
      entry.report.write(into: &writer)
      return writer.count + 1
    }
    let isWhole = sizes.reduce(0, +) <= room
    var (reports, rows): ([FleetRejectedNotification], [RequestNumber]) = ([], [])
    for index in entries.indices where isWhole || !entries[index].isFetched {
      guard sizes[index] <= room else { break }
      room -= sizes[index]
      reports.append(entries[index].report)
      if !entries[index].isFetched { rows.append(entries[index].row) }
      entries[index].isFetched = true
    }
    return (reports, rows)
  }
}

extension Fleet {
  func report(_ rejection: Rejection, _ scope: Scope) {
    remember(rejection, scope, isKept: false)
    service.changeRejected(FleetRejectedNotification(rejection, in: scope.name))
  }

  /// Keeps the report until somebody fetches it.
  func remember(_ rejection: Rejection, _ scope: Scope, isKept: Bool) {
    let record = rejection.record
    let dropped = scope.rejected.append(
      FleetRejectedNotification(rejection, in: scope.name), row: rejection.row,
      bytes: record.count)
    if !isKept { put(rejection.row, record, scope) }
    for row in dropped { removeRecord(of: row, scope) }
  }

  /// Fetches at most that many bytes of reports, which need not outlive the daemon any more.
  func fetchRejections(within bytes: Int) -> [FleetRejectedNotification] {
    var room = bytes
    return scopes.flatMap { scope in
      let (reports, rows) = scope.rejected.fetch(within: &room)
      for row in rows { removeRecord(of: row, scope) }
      return reports
    }
  }
}

extension FleetRejectedNotification {
  fileprivate init(_ rejection: Rejection, in scope: String) {
    self.init()
    self.scope = scope
    request = rejection.number.description
    reason = rejection.reason.rawValue
    operations = rejection.operations
  }
}
