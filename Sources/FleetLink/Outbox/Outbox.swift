import ButtonModel

/// The requests that are not stable yet, in the order of sending. Within a life their numbers are
/// consecutive.
struct Outbox {
  /// A request's permanent place in the order of all requests ever.
  typealias Ordinal = Int

  struct LifeRange {
    /// The lowest number that is kept.
    var first: UInt64
    var last: UInt64
    /// The highest number that the engine is known to have decided.
    var decided: UInt64 = 0
  }

  private var slots: [OutboxRequest] = []
  /// Unused slots at the beginning.
  private var head = 0
  /// The first slot's.
  private var base: Ordinal = 0
  private var ordinals: [RequestNumber: Ordinal] = [:]
  /// Requests that were answered and whose entries have not arrived, by the answer's revision.
  private var answered: [UInt64: Ordinal] = [:]

  private(set) var lives: [Life: LifeRange] = [:]
  private(set) var bytes = 0
  /// Operations, and bytes of requests, that wait for the fleet.
  private(set) var pendingChanges = 0
  private(set) var pendingBytes = 0
  /// Requests that wait for room for their actions, in the order of acceptance.
  private var withoutRoom: [(accepted: Ordinal, ordinal: Ordinal)] = []

  var isEmpty: Bool { head == slots.count }
  var count: Int { slots.count - head }
  var all: Range<Ordinal> { base + head..<base + slots.count }
  var first: OutboxRequest? { isEmpty ? nil : slots[head] }

  func ordinal(of number: RequestNumber) -> Ordinal? { isEmpty ? nil : ordinals[number] }

  var firstWithoutRoom: Ordinal? { withoutRoom.first?.ordinal }

  var allWithoutRoom: [Ordinal] { withoutRoom.map(\.ordinal) }

  /// The request whose entry must be that of this revision.
  func answered(at revision: UInt64) -> Ordinal? { answered.isEmpty ? nil : answered[revision] }

  /// The number of the next request of a life.
  func next(of life: Life) -> RequestNumber {
    RequestNumber(life, (lives[life]?.last ?? 0) + 1)
  }

  subscript(ordinal: Ordinal) -> OutboxRequest { slots[ordinal - base] }

  mutating func update(_ ordinal: Ordinal, _ body: (inout OutboxRequest) -> Void) {
    let index = ordinal - base
    count(slots[index], -1)
    let awaited = slots[index].awaitedRevision
    let neededRoom = slots[index].needsRoom
    body(&slots[index])
    count(slots[index], 1)
    note(ordinal, awaited)
    if slots[index].needsRoom != neededRoom { noteRoom(ordinal) }
  }

  /// Adds a request behind all others. Its number must be the next of its life.
  mutating func append(_ request: OutboxRequest) -> Ordinal {
    let ordinal = base + slots.count
    slots.append(request)
    ordinals[request.number] = ordinal
    let number = request.number
    lives[number.life, default: LifeRange(first: number.sequence, last: 0)].last = number.sequence
    if request.accepted < 0 { slots[ordinal - base].accepted = ordinal }
    slots[ordinal - base].oldestOpen = lives[number.life]?.first ?? number.sequence
    count(request, 1)
    note(ordinal, nil)
    return ordinal
  }

  /// Begins a life, so that its numbers start at 1 even if nothing of it is kept.
  mutating func begin(_ life: Life) {
    lives[life] = LifeRange(first: 1, last: 0)
  }

  /// The engine has decided no number of the life beyond this one.
  mutating func limitDecided(_ life: Life, to last: UInt64) {
    if let decided = lives[life]?.decided, decided > last { lives[life]?.decided = last }
  }

  mutating func end(_ life: Life) { lives[life] = nil }

  mutating func removeFirst() -> OutboxRequest {
    let request = slots[head]
    count(request, -1)
    if let awaited = request.awaitedRevision { answered[awaited] = nil }
    ordinals[request.number] = nil
    lives[request.number.life]?.first = request.number.sequence + 1
    slots[head].empty()
    slots[head].wanted = []
    head += 1
    if head > 64, head * 2 > slots.count {
      slots.removeFirst(head)
      base += head
      head = 0
    }
    return request
  }

  private mutating func count(_ request: OutboxRequest, _ sign: Int) {
    let size = request.bytes
    bytes += sign * size
    guard request.isPending else { return }
    pendingChanges += sign * request.changes
    pendingBytes += sign * size
  }

  /// Keeps `withoutRoom` sorted after a request has begun or stopped waiting for room.
  private mutating func noteRoom(_ ordinal: Ordinal) {
    let request = slots[ordinal - base]
    let index = withoutRoom.partitioningIndex { $0.accepted >= request.accepted }
    if request.needsRoom {
      withoutRoom.insert((request.accepted, ordinal), at: index)
    } else {
      withoutRoom.remove(at: index)
    }
  }

  /// Updates the indices after a change of a request that awaited the entry of revision `before`.
  private mutating func note(_ ordinal: Ordinal, _ before: UInt64?) {
    let request = slots[ordinal - base]
    let now = request.awaitedRevision
    if before != now {
      if let before, answered[before] == ordinal { answered[before] = nil }
      if let now { answered[now] = ordinal }
    }
    let number = request.number
    if request.outcome != nil, let decided = lives[number.life]?.decided,
      decided < number.sequence
    {
      lives[number.life]?.decided = number.sequence
    }
  }
}
