/// Lines that several holders have queued; each counts once in memory.
package struct SharedLines {
  private struct Entry {
    let bytes: Int
    var holders: Int
  }

  /// The bytes of all lines.
  package private(set) var bytes = 0
  private var lines: [ObjectIdentifier: Entry] = [:]

  package init() {}

  /// The line must stay alive until the matching ``release(_:)``.
  package mutating func hold(_ line: SharedLine) {
    let key = ObjectIdentifier(line)
    if lines[key] == nil {
      lines[key] = Entry(bytes: line.bytes.count, holders: 0)
      bytes += line.bytes.count
    }
    lines[key]?.holders += 1
  }

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

  /// The line's bytes divided by the number of its holders.
  package func share(of line: SharedLine) -> Int {
    guard let held = lines[ObjectIdentifier(line)] else { return 0 }
    return held.bytes / held.holders
  }
}
