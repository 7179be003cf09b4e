import ButtonModel
import CYAML
package import JSONRPC

/// Writes JSON as YAML that ``YAMLText`` reads back as the same values. libyaml's emitter knows
/// which texts need quotes and how to write what cannot be shown.
package final class YAMLWriter {
  /// Takes what the emitter has ready.
  private final class Output {
    var bytes: [UInt8] = []
  }

  private let raw: UnsafeMutablePointer<yaml_emitter_t>
  private let output = Output()

  /// Mappings and lists are in blocks.
  package static func text(of json: JSONElement) -> [UInt8] {
    let writer = YAMLWriter()
    writer.emit { yaml_stream_start_event_initialize(&$0, YAML_UTF8_ENCODING) }
    writer.emit { yaml_document_start_event_initialize(&$0, nil, nil, nil, 1) }
    writer.write(json)
    writer.emit { yaml_document_end_event_initialize(&$0, 1) }
    writer.emit { yaml_stream_end_event_initialize(&$0) }
    return escaped(writer.output.bytes)
  }

  /// Escapes what must not reach a terminal. The emitter leaves some of it as it is, but only in
  /// double quotes, as ``write(text:)`` wants for such texts.
  private static func escaped(_ yaml: [UInt8]) -> [UInt8] {
    let text = String(decoding: yaml, as: UTF8.self)
    let escaped = text.replacingUnprintable { scalar in
      if scalar == "\n" { return "\n" }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let (sign, count) = scalar.value > 0xFFFF ? ("\\U", 8) : ("\\u", 4)
      return sign + String(repeating: "0", count: count - digits.count) + digits
    }
    return Array(escaped.utf8)
  }

  private init() {
    raw = .allocate(capacity: 1)
    precondition(yaml_emitter_initialize(raw) == 1, "no memory for a YAML emitter")
    yaml_emitter_set_unicode(raw, 1)
    yaml_emitter_set_indent(raw, 2)
    yaml_emitter_set_width(raw, -1)
    yaml_emitter_set_output(
      raw,
      { output, bytes, count in
        guard let output, let bytes else { return 0 }
        Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes
          .append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return 1
      }, Unmanaged.passUnretained(output).toOpaque())
  }

  deinit {
    yaml_emitter_delete(raw)
    raw.deallocate()
  }

  private func write(_ json: JSONElement) {
    if json.isObject {
      emit {
        yaml_mapping_start_event_initialize(
          &$0, nil, nil, 1, json.count == 0 ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE)
      }
      for (name, value) in json.members {
        write(text: Array(name.bytes))
        write(value)
      }
      emit { yaml_mapping_end_event_initialize(&$0) }
    } else if json.isArray {
      emit {
        yaml_sequence_start_event_initialize(
          &$0, nil, nil, 1, json.count == 0 ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE)
      }
      for element in json.elements { write(element) }
      emit { yaml_sequence_end_event_initialize(&$0) }
    } else if let text = json.string {
      write(text: Array(text.utf8))
    } else {
      var writer = JSONWriter()
      writer.copy(json)
      scalar(Array(writer.bytes), YAML_PLAIN_SCALAR_STYLE)
    }
  }

  private func write(text: [UInt8]) {
    let isSafe = YAMLWriter.isOnlyText(text)
    scalar(text, isSafe ? YAML_ANY_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE)
  }

  /// Whether a text without quotes is a string for ``YAMLScalar`` and for older versions of YAML,
  /// which know further forms: `yes`, `<<`, `=`, dates, `1_000`, `1:30`.
  private static func isOnlyText(_ text: [UInt8]) -> Bool {
    guard let first = text.first, !" +-.~<=".utf8.contains(first),
      !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return false }
    let string = String(decoding: text, as: UTF8.self)
    return !words.contains(string.lowercased())
      && !string.unicodeScalars.contains(where: \.isUnprintable)
  }

  /// Words in lower case that stand for values of other types.
  private static let words: Set = [
    "null", "true", "false", "yes", "no", "on", "off", "y", "n",
  ]

  private func scalar(_ text: [UInt8], _ style: yaml_scalar_style_t) {
    text.withUnsafeBufferPointer { text in
      emit { event in
        // An empty text has no address.
        var nothing: UInt8 = 0
        return withUnsafeMutablePointer(to: &nothing) { nothing in
          yaml_scalar_event_initialize(
            &event, nil, nil, text.baseAddress ?? UnsafePointer(nothing), CInt(text.count), 1, 1,
            style)
        }
      }
    }
  }

  private func emit(_ make: (inout yaml_event_t) -> CInt) {
    var event = yaml_event_t()
    // What is emitted is well formed and goes to memory: only memory can fail.
    precondition(make(&event) == 1, "no memory for a YAML event")
    precondition(yaml_emitter_emit(raw, &event) == 1, "no memory for YAML")
  }
}

@available(*, unavailable)
extension YAMLWriter: Sendable {}
