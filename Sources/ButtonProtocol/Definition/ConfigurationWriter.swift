import ButtonModel
import JSONRPC

/// Writes properties in the nested form of a configuration.
enum ConfigurationWriter {
  struct Entry {
    let property: Property
    let value: WrittenValue

    init(_ property: Property, _ value: WrittenValue) {
      self.property = property
      self.value = value
    }
  }

  /// A group stands where its first property has its place.
  static func write(_ entries: [Entry], into writer: inout JSONWriter) {
    let entries = entries.map { entry in
      (path: entry.property.row.nameBytes.split(separator: UInt8(ascii: "."))[...], entry: entry)
    }
    write(entries, into: &writer)
  }

  private typealias Place = (
    path: ArraySlice<Slice<UnsafeBufferPointer<UInt8>>>, entry: Entry
  )

  private static func write(_ places: [Place], into writer: inout JSONWriter) {
    writer.beginObject()
    var rest = places
    while let first = rest.first, let name = first.path.first {
      writer.key(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: name)))
      if first.path.count == 1 {
        first.entry.value.write(as: first.entry.property, into: &writer)
        rest.removeFirst()
      } else {
        let group = rest.filter { $0.path.count > 1 && $0.path.first?.elementsEqual(name) == true }
        rest.removeAll { $0.path.count > 1 && $0.path.first?.elementsEqual(name) == true }
        write(group.map { ($0.path.dropFirst(), $0.entry) }, into: &writer)
      }
    }
    writer.endObject()
  }
}
