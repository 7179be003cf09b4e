/// What has arrived for one reader of a subscription and was not taken yet.
struct Feed {
  /// What a reader is given: a part of a frame, the end, or why it ends.
  typealias Item = Result<JSONDocument?, ClientError>

  /// Whether its subscription's beginning has arrived; what comes before is for others.
  var isStarted = false

  /// Bytes that wait to be taken.
  private(set) var waitingBytes = 0

  private var parts: [JSONDocument] = []
  private var taken = 0
  private var end: Item?
  private var reader: CheckedContinuation<Item, Never>?

  /// Hands a part over, or keeps it.
  mutating func deliver(_ part: JSONDocument) {
    guard end == nil else { return }
    if let reader {
      self.reader = nil
      reader.resume(returning: .success(part))
    } else {
      parts.append(part)
      waitingBytes += part.bytes.count
    }
  }

  /// Lets what waits be the last, with an error, which is told once, or without.
  mutating func finish(_ error: ClientError?) {
    guard end == nil else { return }
    let last: Item = error.map { .failure($0) } ?? .success(nil)
    if let reader {
      self.reader = nil
      end = .success(nil)
      reader.resume(returning: last)
    } else {
      end = last
    }
  }

  /// Ends it at once; what waits is dropped.
  mutating func cancel() {
    parts = []
    taken = 0
    waitingBytes = 0
    finish(nil)
  }

  /// Answers a reader now, or when something arrives.
  mutating func take(_ reader: CheckedContinuation<Item, Never>) {
    if taken < parts.count {
      let part = parts[taken]
      taken += 1
      waitingBytes -= part.bytes.count
      if taken == parts.count {
        parts.removeAll(keepingCapacity: parts.capacity <= 64)
        taken = 0
      }
      reader.resume(returning: .success(part))
    } else if let end {
      self.end = .success(nil)
      reader.resume(returning: end)
    } else {
      precondition(self.reader == nil, "a feed has one reader")
      self.reader = reader
    }
  }
}
