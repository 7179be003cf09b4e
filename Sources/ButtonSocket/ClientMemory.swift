import JSONRPC

/// How many bytes clients leave in memory together: output that they do not take, and input that they
/// do not finish. A line that waits for several clients is counted once.
struct ClientMemory {
  private struct Held {
    let bytes: Int
    var holders: Int
  }

  /// All of it.
  private(set) var bytes = 0
  private var lines: [ObjectIdentifier: Held] = [:]

  /// Notes that what one client has to itself has changed by so many bytes.
  mutating func change(by difference: Int) { bytes += difference }

  /// A line waits for one more client; it stays alive until ``release(_:)``.
  mutating func hold(_ line: SharedLine) {
    let key = ObjectIdentifier(line)
    if lines[key] == nil {
      lines[key] = Held(bytes: line.bytes.count, holders: 0)
      bytes += line.bytes.count
    }
    lines[key]?.holders += 1
  }

  /// A line waits for one client less.
  mutating func release(_ line: SharedLine) {
    guard let held = lines[ObjectIdentifier(line)] else {
      preconditionFailure("only a line that was held is released")
    }
    if held.holders > 1 {
      lines[ObjectIdentifier(line)]?.holders -= 1
    } else {
      lines[ObjectIdentifier(line)] = nil
      bytes -= held.bytes
    }
  }

  /// What one of those that a line waits for answers for.
  func share(of line: SharedLine) -> Int {
    guard let held = lines[ObjectIdentifier(line)] else { return 0 }
    return held.bytes / held.holders
  }
}
