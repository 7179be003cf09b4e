/// Lines that wait for several holders, each of which takes its memory once.
package struct SharedLines {
  private struct Held {
    let bytes: Int
    var holders: Int
  }

  /// Bytes of all of them.
  package private(set) var bytes = 0
  private var lines: [ObjectIdentifier: Held] = [:]

  package init() {}

  /// A line waits for one more holder; it stays alive until ``release(_:)``.
  package mutating func hold(_ line: SharedLine) {
    let key = ObjectIdentifier(line)
    if lines[key] == nil {
      lines[key] = Held(bytes: line.bytes.count, holders: 0)
      bytes += line.bytes.count
    }
    lines[key]?.holders += 1
  }

  /// A line waits for one holder less.
  package mutating func release(_ line: SharedLine) {
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

  /// The share of a line that one of its holders accounts for.
  package func share(of line: SharedLine) -> Int {
    guard let held = lines[ObjectIdentifier(line)] else { return 0 }
    return held.bytes / held.holders
  }
}
