/// A command and its arguments, as a server takes them.
package struct RESPCommand: Hashable, Sendable {
  package private(set) var arguments: [[UInt8]]

  package init(_ words: String...) { arguments = words.map { Array($0.utf8) } }

  package init(arguments: [[UInt8]]) { self.arguments = arguments }

  package mutating func append(_ text: String) { arguments.append(Array(text.utf8)) }

  package mutating func append(_ bytes: [UInt8]) { arguments.append(bytes) }

  /// Its bytes on the wire.
  package var bytes: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(arguments.reduce(16) { $0 + $1.count + 16 })
    result += "*\(arguments.count)\r\n".utf8
    for argument in arguments {
      result += "$\(argument.count)\r\n".utf8
      result += argument
      result += "\r\n".utf8
    }
    return result
  }
}
