/// Finds what somebody may have meant who wrote a name that does not exist.
package enum NearestName {
  /// No name that anything has is longer, in bytes.
  private static let maximumBytes = 128

  /// The name that takes the fewest corrections, if about a third of the letters or fewer are wrong.
  package static func find(_ name: String, among names: [String]) -> String? {
    var search = Search(bytes: name.utf8)
    var best: String?
    for candidate in names where search.isNearer(Array(candidate.utf8)) { best = candidate }
    return best
  }

  /// The same in words, to be put at the end of a message; empty where there is nothing to say.
  package static func advice(_ name: String, among names: [String]) -> String {
    advice(find(name, among: names))
  }

  /// A name to suggest, in words, to be put at the end of a message; empty without one.
  package static func advice(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// A search that is shown one candidate after the other.
  struct Search {
    private let written: [UInt8]
    /// What the next candidate must stay below.
    private var limit: Int

    /// A search for the name nearest to one that was written.
    init(bytes name: some Collection<UInt8>) {
      written = Array(name.prefix(maximumBytes + 1))
      limit = written.count > maximumBytes ? 0 : (written.count + 1) / 3 + 1
    }

    /// Whether a candidate is near enough, and nearer than all before; `handicap` is what it has
    /// against it besides.
    mutating func isNearer(_ candidate: [UInt8], handicap: Int = 0) -> Bool {
      guard abs(candidate.count - written.count) + handicap < limit else { return false }
      let distance = NearestName.distance(written, candidate) + handicap
      guard distance < limit else { return false }
      limit = distance
      return true
    }
  }

  /// How many bytes must be inserted, removed, replaced or exchanged with the next to make one name
  /// of the other.
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var before: [Int] = []
    var row = Array(0...b.count)
    for i in a.indices {
      var next = row
      next[0] = i + 1
      for j in b.indices {
        next[j + 1] = min(row[j + 1] + 1, next[j] + 1, a[i] == b[j] ? row[j] : row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          next[j + 1] = min(next[j + 1], before[j - 1] + 1)
        }
      }
      before = row
      row = next
    }
    return row[b.count]
  }
}
