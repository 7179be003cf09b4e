package import ButtonProtocol

/// Turns one YAML document into JSON, with the place of every part.
///
/// Stricter than YAML: a name occurs once in a mapping, names are text, there is one document, and
/// nesting and size have bounds, also where aliases repeat what bears an anchor.
package enum YAMLText {
  /// A document without content is null.
  package static func read(_ text: [UInt8]) throws(TextFault) -> SourceText {
    try SourceText.read(text, by: read)
  }

  private static func read(_ text: UnsafeRawBufferPointer) throws(TextFault) -> SourceText {
    let parser = YAMLParser(text)
    var composer = YAMLComposer()
    var comments = CommentScan(text)
    while true {
      let event = try parser.next()
      if case .streamEnd = event.kind { return composer.finish(at: event.place) }
      try composer.take(event)
      if event.isEmpty { composer.noteImpliedNull(comments.word(behind: event.place)) }
    }
  }
}
