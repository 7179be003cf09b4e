package import JSONRPC

/// A number that a configuration may set.
///
/// `buttond --describe settings` prints all; schemas, the template, its manual and the pages are
/// made of that.
package struct Setting: Sendable {
  package enum Kind: String, Sendable {
    case count
    case number
    /// Plain or as `64 KiB`.
    case bytes
    /// A time as `1.5s`, or a plain number of seconds or milliseconds.
    case seconds, milliseconds
  }

  /// Such as `limits`.
  package let section: StaticString
  package let name: StaticString
  package let kind: Kind
  package let range: ClosedRange<Double>
  /// The default; nil where it depends on the machine.
  package let usual: Double?
  /// The setting of the same section of which this one is half unless set.
  package let half: StaticString?
  package let needsRestart: Bool
  /// What is set: a phrase in Markdown; its short form ends at the first `:` or `;`.
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

  private func write(_ name: StaticString, _ number: Double, into writer: inout JSONWriter) {
    if let whole = Int(exactly: number) {
      writer.member(name, whole)
    } else {
      writer.member(name, number)
    }
  }
}
