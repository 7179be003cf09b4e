/// One subscription as the daemon sees it, which several feeds may share.
struct Subscription {
  /// What was asked for: the method and its params without the place to resume from.
  typealias Key = [UInt8]

  /// Its name on the wire, once the daemon has said it.
  var name: String?

  /// The feeds that get what comes.
  var feeds: [Int] = []

  /// Requests for it that were not answered yet.
  var beginnings = 0

  /// Whether nobody wants it and nobody is about to.
  var isUnused: Bool { feeds.isEmpty && beginnings == 0 }
}
