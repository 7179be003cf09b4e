package import ButtonProtocol

/// Counts the cost of requests and searches, and limits what one turn of the event loop may cost.
///
/// Work is counted in units of one to three nanoseconds and not timed, so that equal requests cost the
/// same. A turn may produce a limited number of bytes and search for a limited time; the rest
/// follows in later turns.
package final class TurnBudget {
  /// One search among buttons or looks.
  struct Search {
    fileprivate let start: Int
    /// The value of `work` at which the allowance is spent.
    let end: Int
  }

  /// The cost of everything so far. The service adds its own work for requests.
  package var work = 0
  /// The bytes of lines and answers produced in this turn.
  var bytesThisTurn = 0
  /// The cost of searches in this turn.
  private var searchWork = 0
  private var maximumSearchWork: Int
  private var maximumBytes: Int
  /// The limits of the settings, where code that charges finds them at no cost.
  package private(set) var limits: Limits

  /// Creates a budget with the limits of these settings.
  init(_ settings: EngineSettings) {
    maximumSearchWork = settings.searchAllowance
    maximumBytes = settings.maximumBytesAtOnce
    limits = settings.limits
  }

  /// Adopts changed limits.
  func adopt(_ settings: EngineSettings) {
    maximumSearchWork = settings.searchAllowance
    maximumBytes = settings.maximumBytesAtOnce
    limits = settings.limits
  }

  /// Begins a turn: half of the allowance is for requests, half for updates to subscribers.
  func beginTurn() {
    bytesThisTurn = 0
    searchWork = maximumSearchWork / 2
  }

  /// Ends a turn: requests before the next one have the whole allowance.
  func endTurn() { searchWork = 0 }

  /// Whether the turn has reached its limit of bytes or search work.
  var isSpent: Bool { bytesThisTurn > maximumBytes || searchWork > maximumSearchWork }

  /// The allowance for the next search: what remains of the turn's, but always a little.
  package var searchAllowance: Int { max(maximumSearchWork / 20, maximumSearchWork - searchWork) }

  /// Restores the half of the allowance that is for requests, after updates were sent.
  func reserveForRequests() { searchWork = min(searchWork, maximumSearchWork / 2) }

  /// Counts the cost of writing a part of a snapshot, which is assembled from many looks.
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

/// The cost of operations, in units of work.
package enum WorkCost {
  /// Reading a name in a request.
  package static let name = 700
  /// Writing a button's record or listing.
  package static let record = 150
  /// Listing a derived key, besides the names that it reads.
  static let derivation = 500
  /// Writing a value.
  static let value = 150
  /// Writing a byte of a part of a snapshot.
  static let partByte = 3
  /// Advancing to the next button of a walk.
  static let step = 30
  /// Looking an id up.
  static let lookup = 80
  /// Watching a name.
  static let watchedName = 800
  /// Explaining a look.
  static let explanation = 150_000
  /// Beginning a round of a button.
  static let round = 250
  /// Drawing a button.
  static let look = 1_500
  /// Changing a key.
  static let change = 20
  /// Giving a key to a lease.
  static let claim = 100
  /// Marking a button dirty.
  static let mark = 50
  /// A step of an expression, evaluated or compiled.
  package static let expressionStep = 15
  /// Defining a button.
  static let definition = 4_000
  /// The limit for answering requests for looks in one turn: once for finding those that are ready
  /// and once for writing the answers.
  static let snapshots = 600_000
}
