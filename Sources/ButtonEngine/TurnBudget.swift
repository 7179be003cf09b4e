/// What requests and searches have cost, and what the present turn may still cost.
///
/// Work is counted in units of about a nanosecond, not timed, so that the same requests always cost
/// the same. A turn makes a limited number of bytes and searches a limited time; what exceeds that
/// follows in the next turns.
package final class TurnBudget {
  /// One search among buttons or looks, from its beginning on.
  struct Search {
    fileprivate let start: Int
    /// The work at which the search has spent its allowance.
    let end: Int
  }

  /// What everything so far has cost; others count what they do for requests, too.
  package var work = 0
  /// Bytes of lines and answers made in the present turn.
  var bytesThisTurn = 0
  /// What searches have cost in the present turn.
  private var searchWork = 0
  private var maximumSearchWork: Int
  private var maximumBytes: Int

  /// A budget within the limits of these settings.
  init(_ settings: EngineSettings) {
    maximumSearchWork = settings.searchAllowance
    maximumBytes = settings.maximumBytesAtOnce
  }

  /// Takes over changed limits.
  func adopt(_ settings: EngineSettings) {
    maximumSearchWork = settings.searchAllowance
    maximumBytes = settings.maximumBytesAtOnce
  }

  /// Starts a turn: half of the allowance is for requests, half for what is sent unasked.
  func beginTurn() {
    bytesThisTurn = 0
    searchWork = maximumSearchWork / 2
  }

  /// Ends a turn; requests until the next one have the whole allowance.
  func endTurn() { searchWork = 0 }

  /// Whether the turn has made, or searched, as much as it may.
  var isSpent: Bool { bytesThisTurn > maximumBytes || searchWork > maximumSearchWork }

  /// What the next search may cost: the searches of a turn share the allowance, but each has a little.
  package var searchAllowance: Int { max(maximumSearchWork / 20, maximumSearchWork - searchWork) }

  /// What was sent unasked leaves requests their half.
  func reserveForRequests() { searchWork = min(searchWork, maximumSearchWork / 2) }

  /// Counts what it cost to write a part of a snapshot, which is put together of many looks.
  func chargePart(_ bytes: Int) {
    let cost = bytes &* WorkCost.partByte
    work &+= cost
    searchWork &+= cost
  }

  /// Begins a search that may cost `allowance`.
  func beginSearch(_ allowance: Int) -> Search {
    Search(start: work, end: allowance == .max ? .max : work &+ allowance)
  }

  /// Charges the turn for a search.
  func end(_ search: Search) { searchWork &+= work &- search.start }
}

/// What things cost, in units of work.
package enum WorkCost {
  /// Reading a name in a request.
  package static let name = 700
  /// Writing a button's record or listing.
  package static let record = 150
  /// Writing a value.
  static let value = 150
  /// Writing a byte of a part of a snapshot.
  static let partByte = 3
  /// Going on to the next button of a walk.
  static let step = 30
  /// Looking an id up.
  static let lookup = 80
  /// Watching a name.
  static let watchedName = 800
  /// Explaining a look.
  static let explanation = 150_000
  /// Drawing a button.
  static let look = 1_500
  /// Changing a key.
  static let change = 100
  /// Marking a button dirty.
  static let mark = 50
  /// Defining a button.
  static let definition = 4_000
  /// Answering the requests for looks of one turn, once to find those that are ready and once to write
  /// the answers.
  static let snapshots = 600_000
}
