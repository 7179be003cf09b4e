/// Finds what somebody probably meant by a name that does not exist.
enum NearestName {
  /// `; did you mean 'x'?`, or nothing when no name is near.
  static func advice(_ name: String, among names: [String]) -> String {
    guard let nearest = nearest(to: name, among: names) else { return "" }
    return "; did you mean '\(nearest)'?"
  }

  /// The name that takes the fewest changed letters, if these are no more than a third.
  static func nearest(to name: String, among names: [String]) -> String? {
    let limit = max(1, min(name.utf8.count, 64) / 3)
    guard name.utf8.count <= 64 else { return nil }
    return names.map { ($0, distance(name, $0)) }
      .filter { $0.1 <= limit }
      .min { $0.1 < $1.1 }?.0
  }

  /// How many letters must be inserted, removed or replaced.
  private static func distance(_ one: String, _ other: String) -> Int {
    let other = Array(other.lowercased().utf8)
    var row = Array(0...other.count)
    for (i, letter) in one.lowercased().utf8.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, target) in other.enumerated() {
        let replaced = diagonal + (letter == target ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}
