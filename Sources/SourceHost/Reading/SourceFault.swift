/// What is wrong with something that a source printed.
package struct SourceFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Faults of one kind are logged once, and then counted.
  package enum Kind: Hashable, Sendable {
    case tooLong
    case format
    /// A key that the source may not write.
    case key
    /// The state does not take it: a limit, a disk.
    case refused
    /// The output ended within a line.
    case unfinished
    /// Lines come faster than they are taken.
    case rate
    /// The program does not read its standard input.
    case input
  }

  package let kind: Kind
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}
