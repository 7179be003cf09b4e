import ButtonProtocol
import CYAML

/// libyaml's parser: bytes in, events out, and no C in the interface.
///
/// Yams would bring Foundation along, and with it more memory than the whole idle daemon needs.
final class YAMLParser {
  private let raw: UnsafeMutablePointer<yaml_parser_t>
  private let text: UnsafeRawBufferPointer

  /// The text is UTF-8, and must outlive the parser.
  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
    raw = .allocate(capacity: 1)
    precondition(yaml_parser_initialize(raw) == 1, "no memory for a YAML parser")
    yaml_parser_set_encoding(raw, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(
      raw, text.baseAddress?.assumingMemoryBound(to: UInt8.self), text.count)
  }

  deinit {
    yaml_parser_delete(raw)
    raw.deallocate()
  }

  /// Must not be called again after the end of the stream or a fault.
  func next() throws(TextFault) -> YAMLEvent {
    var event = yaml_event_t()
    guard yaml_parser_parse(raw, &event) == 1 else { throw fault() }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(kind: YAMLParser.kind(of: event), place: TextPlace(event.start_mark))
  }

  private static func kind(of event: yaml_event_t) -> YAMLEvent.Kind {
    switch event.type {
    case YAML_ALIAS_EVENT:
      return .alias(name: bytes(event.data.alias.anchor) ?? [])
    case YAML_SCALAR_EVENT:
      let scalar = event.data.scalar
      return .scalar(
        text: Array(UnsafeBufferPointer(start: scalar.value, count: scalar.length)),
        isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE,
        YAMLProperties(scalar.anchor, scalar.tag))
    case YAML_SEQUENCE_START_EVENT:
      return .sequenceStart(
        YAMLProperties(event.data.sequence_start.anchor, event.data.sequence_start.tag))
    case YAML_MAPPING_START_EVENT:
      return .mappingStart(
        YAMLProperties(event.data.mapping_start.anchor, event.data.mapping_start.tag))
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_STREAM_START_EVENT: return .streamStart
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_DOCUMENT_END_EVENT: return .documentEnd
    default: return .streamEnd
    }
  }

  private func fault() -> TextFault {
    let problem = YAMLParser.text(raw.pointee.problem) ?? "cannot be read"
    guard raw.pointee.error != YAML_READER_ERROR else {
      return TextFault(TextPlace(of: raw.pointee.problem_offset, in: text), problem)
    }
    let place = TextPlace(raw.pointee.problem_mark)
    guard let context = YAMLParser.text(raw.pointee.context) else {
      return TextFault(place, problem + advice(on: problem, at: place, from: nil))
    }
    let start = TextPlace(raw.pointee.context_mark)
    return TextFault(
      place,
      "\(problem) \(context) that begins in line \(start.line)"
        + advice(on: problem, at: place, from: start))
  }

  /// Returns what people have mostly done, to be appended to libyaml's complaint; or an empty text.
  private func advice(on problem: String, at place: TextPlace, from start: TextPlace?) -> String {
    var scan = CommentScan(text)
    let line = scan.bytes(ofLine: Int(place.line))
    if line.prefix(while: { $0 == 0x20 || $0 == 0x09 }).contains(0x09) {
      return "; indent line \(place.line) with spaces, not with a tab"
    }
    if problem.hasPrefix("mapping values") {
      if line.prefix(Int(place.column) - 1).contains(": ".utf8) {
        return "; put quotes around a text that has a colon in it"
      }
      let before = scan.bytes(ofLine: Int(place.line) - 1)
      return before.isEmpty || before.contains(UInt8(ascii: ":"))
        ? "; is line \(place.line) indented as the one above?"
        : "; line \(place.line - 1) has no colon"
    }
    guard let start else { return "" }
    // What is not closed in the last line is missed behind it.
    let isBehind = start.line > 1 && scan.bytes(ofLine: Int(start.line)).isEmpty
    let first = isBehind ? TextPlace(line: Int(start.line) - 1, column: 1) : start
    return scan.line(from: first, through: place).map {
      "; # begins a comment in line \($0): quote the colour"
    } ?? ""
  }

  private static func text(_ start: UnsafePointer<CChar>?) -> String? {
    start.map { String(cString: $0) }
  }

  fileprivate static func bytes(_ start: UnsafeMutablePointer<UInt8>?) -> [UInt8]? {
    guard let start else { return nil }
    var count = 0
    while start[count] != 0 { count += 1 }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }
}

extension YAMLProperties {
  fileprivate init(
    _ anchor: UnsafeMutablePointer<UInt8>?, _ tag: UnsafeMutablePointer<UInt8>?
  ) {
    self.anchor = YAMLParser.bytes(anchor)
    self.tag = YAMLParser.bytes(tag).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension TextPlace {
  /// libyaml counts from 0.
  fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}
