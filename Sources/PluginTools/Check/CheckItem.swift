protocol CheckItem: Sendable {
  /// Permanent: in JSON, and for `--only`.
  var id: String { get }
  /// The title, in a few words.
  var title: String { get }
  /// Ten seconds at most.
  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding]
}

/// What ends an item early.
enum CheckStop: Error {
  /// It cannot be tried, and why.
  case skip(String)
  /// Something must be fixed before more can be said.
  case finding(CheckFinding)
  case end(WorkerEnd)
}

extension CheckStop {
  /// Nil for an item that was not tried.
  var finding: CheckFinding? {
    switch self {
    case .skip: nil
    case .finding(let finding): finding
    case .end(let end): end.finding
    }
  }
}
