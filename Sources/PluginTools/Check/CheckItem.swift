/// One of the things that are checked.
protocol CheckItem: Sendable {
  /// Its name for ever: in JSON, and for `--only`.
  var id: String { get }
  /// What it is about, in a few words.
  var title: String { get }
  /// Looks at the plugin, for ten seconds at most.
  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding]
}

/// What ends an item before its time.
enum CheckStop: Error {
  /// It cannot be tried, and why.
  case skip(String)
  /// Something must be mended first, and nothing more can be said.
  case finding(CheckFinding)
  /// The plugin's process is gone.
  case end(WorkerEnd)
}

extension CheckStop {
  /// What the author reads, nil for an item that was not tried.
  var finding: CheckFinding? {
    switch self {
    case .skip: nil
    case .finding(let finding): finding
    case .end(let end): end.finding
    }
  }
}
