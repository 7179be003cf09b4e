package import ButtonClient
import ButtonModel
import ButtonProtocol
package import ButtonRender
import ButtonResolver
import JSONRPC

extension LookSheet {
  /// The looks of the sheet, as clients receive them: `{title, columns, panels: [{display, rows:
  /// [{label, looks, loss?}]}]}`.
  package var json: JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("title")
    writer.string(title)
    writer.key("columns")
    writer.beginArray()
    for column in columns { writer.string(column) }
    writer.endArray()
    writer.key("panels")
    writer.beginArray()
    for panel in panels {
      writer.beginObject()
      writer.key("display")
      writer.string(panel.display.name)
      writer.key("rows")
      writer.beginArray()
      for row in panel.rows { write(row, &writer) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    return JSONDocument(writer)
  }

  private func write(_ row: Row, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("label")
    writer.string(row.label)
    writer.key("looks")
    writer.beginArray()
    for look in row.looks {
      if let look { writer.appearance(look) } else { writer.null() }
    }
    writer.endArray()
    writer.member("loss", ifPresent: row.loss)
    writer.endObject()
  }
}
