package import JSONRPC

/// A number that a configuration may set: how it is written, what it may be, and what it is of.
///
/// `buttond --describe settings` prints all of them; schemas, the template, its manual and the pages
/// are made of that.
package struct Setting: Sendable {
  /// How the number is written, and what it counts.
  package enum Kind: String, Sendable {
    /// A whole number.
    case count
    /// A number.
    case number
    /// Bytes, plain or as `64 KiB`.
    case bytes
    /// A span of time as `1.5s`, or a plain number of seconds or milliseconds.
    case seconds, milliseconds
  }

  /// The mapping that it is in, such as `limits`.
  package let section: StaticString
  package let name: StaticString
  package let kind: Kind
  package let range: ClosedRange<Double>
  /// What holds without it; nil where that depends on the machine.
  package let usual: Double?
  /// The setting of the section of which it is half unless set.
  package let half: StaticString?
  /// Whether a change waits for the next start.
  package let needsRestart: Bool
  /// What it is of: a phrase in Markdown, the short form before its first `:` or `;`.
  package let text: StaticString

  package init(
    _ section: StaticString, _ name: StaticString, _ kind: Kind, _ range: ClosedRange<Double>,
    usual: Double?, half: StaticString? = nil, needsRestart: Bool = false, _ text: StaticString
  ) {
    self.section = section
    self.name = name
    self.kind = kind
    self.range = range
    self.usual = usual
    self.half = half
    self.needsRestart = needsRestart
    self.text = text
  }

  /// Writes it as an object.
  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("name", "\(section).\(name)")
    writer.member("kind", kind.rawValue)
    write("minimum", range.lowerBound, into: &writer)
    write("maximum", range.upperBound, into: &writer)
    if let usual { write("default", usual, into: &writer) }
    writer.member("half", ifPresent: half.map { "\(section).\($0)" })
    if needsRestart { writer.member("restart", true) }
    writer.member("text", "\(text)")
    writer.endObject()
  }

  /// Whole numbers stand without a fraction.
  private func write(_ name: StaticString, _ number: Double, into writer: inout JSONWriter) {
    if let whole = Int(exactly: number) {
      writer.member(name, whole)
    } else {
      writer.member(name, number)
    }
  }
}
