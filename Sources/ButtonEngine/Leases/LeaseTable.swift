import ButtonModel

/// The leases by their indices and names, with what belongs to each.
struct LeaseTable {
  /// One lease.
  struct Lease {
    let name: UTF8String
    /// The number of its keys, and of those that are lost.
    var keyCount = 0
    var lostCount = 0
    /// The number of holders.
    var holdCount = 0
  }

  private var leases: [Lease?] = []
  private var indices: [UTF8String: Int] = [:]
  private var freeIndices: [Int] = []

  /// The number of leases.
  var count: Int { indices.count }

  /// The lease with an index that is or was in use.
  subscript(index: Int) -> Lease? {
    _read { yield leases[index] }
    _modify { yield &leases[index] }
  }

  /// The index of the lease with a name.
  func index(of name: UTF8String) -> Int? { indices[name] }

  /// The index of the lease with a name, which is created if necessary.
  mutating func open(_ name: UTF8String) -> Int {
    if let index = indices[name] { return index }
    let index = freeIndices.popLast() ?? leases.count
    if index == leases.count { leases.append(nil) }
    leases[index] = Lease(name: name)
    indices[name] = index
    return index
  }

  /// Removes a lease to which nothing belongs.
  mutating func dropIfUnused(_ index: Int) {
    guard let lease = leases[index], lease.keyCount == 0, lease.holdCount == 0 else { return }
    leases[index] = nil
    indices[lease.name] = nil
    freeIndices.append(index)
  }

  /// All leases, ordered by name.
  var reports: [LeaseReport] {
    leases.compactMap { lease in
      lease.map {
        LeaseReport(
          name: $0.name, keys: $0.keyCount, lostKeys: $0.lostCount, holders: $0.holdCount)
      }
    }.sorted { $0.name < $1.name }
  }
}
