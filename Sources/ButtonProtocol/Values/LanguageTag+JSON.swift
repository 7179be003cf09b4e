package import ButtonModel
package import JSONRPC

extension LanguageTag: FieldValue {
  package static var schema: Schema { .text }

  package init(json: JSONElement) throws(ProtocolError) {
    let text = try String(json: json)
    guard let tag = LanguageTag(text) else {
      throw .invalidParams(
        "must be a language such as \"de\" or \"de-CH\", of at most \(LanguageTag.maximumBytes) "
          + "bytes, but is \"\(Excerpt(text))\"")
    }
    self = tag
  }

  package func write(into writer: inout JSONWriter) { writer.string(text) }
}
