/// Finds what somebody may have meant who wrote a name that does not exist.
package enum NearestName {
  /// The name with the fewest bytes to insert, remove or replace; nil without names, or when all of
  /// them need more than `farthest`.
  package static func find(
    _ name: String, among names: [String], farthest: Int = .max - 1
  ) -> String? {
    let written = Array(name.utf8.prefix(128))
    var best: String?
    var bestDistance = farthest + 1
    for candidate in names {
      let distance = distance(written, Array(candidate.utf8), atMost: bestDistance)
      if distance < bestDistance {
        best = candidate
        bestDistance = distance
      }
    }
    return best
  }

  /// The edit distance, or `atMost` when it is certainly not less.
  private static func distance(_ a: [UInt8], _ b: [UInt8], atMost: Int) -> Int {
    if abs(a.count - b.count) >= atMost { return atMost }
    var row = Array(0...b.count)
    for (i, x) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, y) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, x == y ? diagonal : diagonal + 1)
        diagonal = above
      }
    }
    return row[b.count]
  }
}
