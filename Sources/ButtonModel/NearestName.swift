/// Finds a suggestion for a name that does not exist.
package enum NearestName {
  /// Existing names are at most this long.
  private static let maximumBytes = 128
  /// Shorter beginnings do not suggest the whole name.
  private static let minimumBeginning = 3

  /// The most similar name, if at most about a third of its letters differ or it begins with
  /// `name`.
  package static func find(_ name: String, among names: [String]) -> String? {
    if let word = usual(name), names.contains(word) { return word }
    var search = Search(bytes: name.utf8)
    var best: String?
    for candidate in names where search.isNearer(Array(candidate.utf8)) { best = candidate }
    return best
  }

  /// What other toolkits and style sheets call by another name.
  private static func usual(_ name: String) -> String? {
    switch name.lowercased() {
    case "transparent", "none": "clear"
    case "left", "start": "leading"
    case "right", "end": "trailing"
    case "middle", "centre": "center"
    case "red": "systemRed"
    case "green", "lime": "systemGreen"
    case "blue": "systemBlue"
    case "yellow", "gold": "systemYellow"
    case "orange": "systemOrange"
    case "purple", "violet": "systemPurple"
    case "pink", "magenta": "systemPink"
    case "teal", "turquoise": "systemTeal"
    case "cyan", "aqua": "systemCyan"
    case "indigo": "systemIndigo"
    case "mint": "systemMint"
    case "brown": "systemBrown"
    case "gray", "grey": "systemGray"
    case "text", "foreground": "label"
    case "background": "systemBackground"
    default: nil
    }
  }

  /// `; did you mean 'NAME'?`, or an empty string if no name is similar. Append it to a message.
  package static func advice(_ name: String, among names: [String]) -> String {
    advice(find(name, among: names))
  }

  /// `; did you mean 'NAME'?`, or an empty string for nil.
  package static func advice(_ nearest: String?) -> String {
    nearest.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Examines one candidate after the other.
  struct Search {
    private let written: [UInt8]
    /// The next candidate must be nearer than this.
    private var limit: Int
    /// The distance of a name that begins with what is written: the farthest for a suggestion.
    private let distanceOfBeginning: Int

    init(bytes name: some Collection<UInt8>) {
      written = Array(name.prefix(maximumBytes + 1))
      limit = written.count > maximumBytes ? 0 : (written.count + 1) / 3 + 1
      distanceOfBeginning = limit - 1
    }

    /// Whether a candidate is similar enough, and more than all before. `handicap` adds distance.
    mutating func isNearer(_ candidate: [UInt8], handicap: Int = 0) -> Bool {
      var distance = limit
      if abs(candidate.count - written.count) + handicap < limit {
        distance = NearestName.distance(written, candidate) + handicap
      }
      if written.count >= minimumBeginning, candidate.starts(with: written) {
        distance = min(distance, distanceOfBeginning + handicap)
      }
      guard distance < limit else { return false }
      limit = distance
      return true
    }
  }

  /// The number of bytes to insert, remove, replace or swap with the next one.
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
