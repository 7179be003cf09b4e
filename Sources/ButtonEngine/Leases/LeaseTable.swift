import ButtonModel

/// The leases by index and name.
struct LeaseTable {
  struct Lease {
    let name: UTF8String
    var keyCount = 0
    var lostCount = 0
    /// Includes connections.
    fileprivate(set) var holdCount = 0
    fileprivate(set) var connectionCount = 0
  }

  private var leases: [Lease?] = []
  private var indices: [UTF8String: Int] = [:]
  private var freeIndices: [Int] = []

  /// Leases that connections hold.
  private(set) var placeCount = 0

  /// The index must be or have been in use.
  subscript(index: Int) -> Lease? {
    _read { yield leases[index] }
    _modify { yield &leases[index] }
  }

  func index(of name: UTF8String) -> Int? { indices[name] }

  /// Creates the lease if necessary.
  mutating func open(_ name: UTF8String) -> Int {
    if let index = indices[name] { return index }
    let index = freeIndices.popLast() ?? leases.count
    if index == leases.count { leases.append(nil) }
    leases[index] = Lease(name: name)
    indices[name] = index
    return index
  }

  mutating func hold(_ index: Int, by holder: LeaseHolder) {
    leases[index]?.holdCount += 1
    guard case .connection = holder else { return }
    if leases[index]?.connectionCount == 0 { placeCount += 1 }
    leases[index]?.connectionCount += 1
  }

  /// Drops the lease if nothing else belongs to it.
  mutating func release(_ index: Int, by holder: LeaseHolder) {
    leases[index]?.holdCount -= 1
    if case .connection = holder {
      leases[index]?.connectionCount -= 1
      if leases[index]?.connectionCount == 0 { placeCount -= 1 }
    }
    dropIfUnused(index)
  }

  mutating func dropIfUnused(_ index: Int) {
    guard let lease = leases[index], lease.keyCount == 0, lease.holdCount == 0 else { return }
    leases[index] = nil
    indices[lease.name] = nil
    freeIndices.append(index)
  }

  /// Held or not.
  var count: Int { indices.count }

  /// The first ones, ordered by name.
  func reports(atMost count: Int) -> [LeaseReport] {
    leases.lazy.compactMap { $0 }.smallest(count) { $0.name < $1.name }.map {
      LeaseReport(name: $0.name, keys: $0.keyCount, lostKeys: $0.lostCount, holders: $0.holdCount)
    }
  }
}

extension Sequence {
  /// Returns, in order, the elements that sorting all would put first.
  fileprivate func smallest(
    _ count: Int, by isBefore: (Element, Element) -> Bool
  ) -> [Element] {
    var found: [Element] = []
    for element in self {
      if found.count == count, let last = found.last, !isBefore(element, last) { continue }
      found.insert(element, at: found.partitioningIndex { isBefore(element, $0) })
      if found.count > count { found.removeLast() }
    }
    return found
  }
}
