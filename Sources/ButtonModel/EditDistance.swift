/// How many bytes must be inserted, removed or replaced to make one name of the other.
package func editDistance(
  _ a: some BidirectionalCollection<UInt8>, _ b: some BidirectionalCollection<UInt8>
) -> Int {
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
