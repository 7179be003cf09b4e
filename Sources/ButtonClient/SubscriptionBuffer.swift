/// What has arrived for one reader of a subscription and was not taken yet.
struct SubscriptionBuffer {
  /// What a reader gets: a part, the end, or why it ends.
  typealias Item = Result<SubscriptionPart?, ClientError>

  /// Bytes that wait to be taken.
  private(set) var waitingBytes = 0

  private var parts = FirstInFirstOut<SubscriptionPart>()
  private var end: Item?
  private var reader: CheckedContinuation<Item, Never>?

  /// Hands a part over, or keeps it.
  mutating func deliver(_ part: SubscriptionPart) {
    guard end == nil else { return }
    if let reader {
      self.reader = nil
      reader.resume(returning: .success(part))
    } else {
      parts.append(part)
      waitingBytes += part.json.bytes.count
    }
  }

  /// Ends it behind what waits, with an error, which is thrown once, or without.
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
    parts = FirstInFirstOut()
    waitingBytes = 0
    finish(nil)
  }

  /// Answers a reader now, or when something arrives.
  mutating func take(_ reader: CheckedContinuation<Item, Never>) {
    if let part = parts.next() {
      waitingBytes -= part.json.bytes.count
      reader.resume(returning: .success(part))
    } else if let end {
      self.end = .success(nil)
      reader.resume(returning: end)
    } else {
      precondition(self.reader == nil, "a subscription has one reader")
      self.reader = reader
    }
  }
}
