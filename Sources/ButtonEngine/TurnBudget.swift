package import ButtonProtocol

/// Counts the cost of requests and searches, and limits what one turn of the event loop may cost:
/// bytes and search time. The rest follows in later turns.
///
/// Work is counted in units of one to three nanoseconds and not timed, so that equal requests cost
/// the same.
package final class TurnBudget {
  /// One search among buttons or looks.
  struct Search {
    fileprivate let start: Int
    /// The `work` at which the allowance is spent.
    let end: Int
  }

  /// The work done so far. The service adds its own for requests.
  package var work = 0
  /// The size of this turn's lines and answers.
  var bytesThisTurn = 0
  private var searchWork = 0
  private var maximumSearchWork: Int
  private var maximumBytes: Int
  /// The limits of the settings, where code that charges finds them at no cost.
  package private(set) var limits: Limits

  init(_ settings: EngineSettings) {
    maximumSearchWork = settings.searchAllowance
    maximumBytes = settings.maximumBytesAtOnce
    limits = settings.limits
  }

  func adopt(_ settings: EngineSettings) {
    maximumSearchWork = settings.searchAllowance
    maximumBytes = settings.maximumBytesAtOnce
    limits = settings.limits
  }

  /// Half of the allowance is for requests, half for updates to subscribers.
  func beginTurn() {
    bytesThisTurn = 0
    searchWork = maximumSearchWork / 2
  }

  /// Requests before the next turn have the whole allowance.
  func endTurn() { searchWork = 0 }

  var isSpent: Bool { bytesThisTurn > maximumBytes || searchWork > maximumSearchWork }

  /// The work for the next search: what remains of the turn's, but always a little.
  package var searchAllowance: Int { max(maximumSearchWork / 20, maximumSearchWork - searchWork) }

  /// Restores the half of the allowance for requests, after updates were sent.
  func reserveForRequests() { searchWork = min(searchWork, maximumSearchWork / 2) }

  /// Charges the writing of a part of a snapshot, which is assembled from many looks.
  func chargePart(_ bytes: Int) {
    let cost = bytes &* WorkCost.partByte
    work &+= cost
    searchWork &+= cost
  }

  func beginSearch(_ allowance: Int) -> Search {
    Search(start: work, end: allowance == .max ? .max : work &+ allowance)
  }

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
  static let value = 150
  /// Writing a byte of a part of a snapshot.
  static let partByte = 3
  /// Advancing to the next button of a walk.
  static let step = 30
  static let lookup = 80
  static let watchedName = 800
  static let explanation = 150_000
  static let round = 250
  /// Drawing a button.
  static let look = 1_500
  static let change = 20
  /// Giving a key to a lease.
  static let claim = 100
  /// Marking a button dirty.
  static let mark = 50
  /// A step of an expression, evaluated or compiled.
  package static let expressionStep = 15
  static let definition = 4_000
  /// Requests for looks in one turn: once to find those that are ready, once to answer them.
  static let snapshots = 600_000
}
