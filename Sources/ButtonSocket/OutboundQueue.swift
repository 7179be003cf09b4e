package import JSONRPC
package import UVLoop

/// What a connection has still to send, in order: its own responses and lines shared with others.
///
/// Unlimited, as nothing piles up: a connection whose socket is full gets no shared lines, and is
/// not read from while its responses wait.
package struct OutboundQueue: ~Copyable {
  private enum Piece {
    /// Bytes of `own`.
    case own(Int)
    case shared(SharedLine)
  }

  /// Where responses are written to; call ``noteResponses()`` afterwards.
  package var own = JSONWriter(minimumCapacity: 0)
  private var pieces: [Piece] = []
  private var first = 0
  /// Bytes of `own` in pieces.
  private var noted = 0
  /// Bytes of `own` that were sent.
  private var sentOwn = 0
  /// Bytes of the first piece that were sent.
  private var sentOfFirst = 0

  package init() {}

  package var isEmpty: Bool { first == pieces.count }

  /// Not sent yet.
  package var responseBytes: Int { own.count - sentOwn }

  /// Queues what was written to `own` since the last call; false if that is nothing.
  package mutating func noteResponses() -> Bool {
    let count = own.count - noted
    if count == 0 { return false }
    noted = own.count
    if first < pieces.count, case .own(let earlier) = pieces[pieces.count - 1] {
      pieces[pieces.count - 1] = .own(earlier + count)
    } else {
      pieces.append(.own(count))
    }
    return true
  }

  package mutating func append(_ line: SharedLine) { pieces.append(.shared(line)) }

  /// Visits the shared lines that are not sent, or not whole.
  func forEachShared(_ body: (SharedLine) -> Void) {
    for case .shared(let line) in pieces[first...] { body(line) }
  }

  /// The buffers are valid until the next change of the queue.
  package func gather(into buffers: inout [WriteBuffer], limit: Int) {
    var ownStart = sentOwn
    var skip = sentOfFirst
    for piece in pieces[first...].prefix(limit) {
      switch piece {
      case .own(let count):
        buffers.append(
          WriteBuffer(base: own.bytes.baseAddress.map { $0 + ownStart }, count: count - skip))
        ownStart += count - skip
      case .shared(let line):
        buffers.append(
          WriteBuffer(
            base: line.bytes.baseAddress.map { $0 + skip }, count: line.bytes.count - skip))
      }
      skip = 0
    }
  }

  /// `count` bytes were written.
  package mutating func consume(_ count: Int) {
    var left = count
    while left > 0 {
      let length =
        switch pieces[first] {
        case .own(let count): count
        case .shared(let line): line.bytes.count
        }
      let taken = min(left, length - sentOfFirst)
      if case .own = pieces[first] { sentOwn += taken }
      left -= taken
      sentOfFirst += taken
      if sentOfFirst < length { return }
      sentOfFirst = 0
      first += 1
    }
    if isEmpty { removeAll() }
  }

  /// Keeps the memory of an ordinary amount of responses.
  private mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    own.removeAll(keepingCapacity: own.capacity <= OutboundQueue.keptBytes)
    first = 0
    noted = 0
    sentOwn = 0
  }

  private static let keptBytes = 512
}
