package import ButtonModel
package import JSONRPC

extension ButtonDefinition: JSONEncodable {
  /// Appends the definition; members at their default are left out, so equal definitions have
  /// equal texts.
  package func write(into writer: inout JSONWriter) {
    let usual = ButtonDefinition(id: id, style: style)
    writer.beginObject()
    writer.member("id", id)
    writer.member("style", style)
    if !parameters.isEmpty {
      writer.key("parameters")
      writer.beginObject()
      for parameter in parameters {
        writer.key(parameter.name)
        parameter.value.write(into: &writer)
      }
      writer.endObject()
    }
    writeConfiguration(into: &writer)
    if !stateValues.entries.isEmpty { writer.member("stateValues", stateValues) }
    writer.member("handler", ifPresent: handler)
    if isEnabled != usual.isEnabled { writer.member("isEnabled", isEnabled) }
    if isSelected != usual.isSelected { writer.member("isSelected", isSelected) }
    if isBusy != usual.isBusy { writer.member("isBusy", isBusy) }
    if isFocused != usual.isFocused { writer.member("isFocused", isFocused) }
    if role != usual.role { writer.member("role", role) }
    writer.member("action", ifPresent: action)
    writer.member("group", ifPresent: group)
    writer.endObject()
  }

  private func writeConfiguration(into writer: inout JSONWriter) {
    guard let configuration else {
      writer.key("configuration")
      writer.null()
      return
    }
    guard !configuration.properties.isEmpty else { return }
    writer.key("configuration")
    ConfigurationWriter.write(configuration.properties, into: &writer)
  }
}

extension StateValues: JSONEncodable {
  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    var property: Property?
    for entry in entries {
      if entry.property != property {
        if property != nil { writer.endObject() }
        writer.key(entry.property.row.name)
        writer.beginObject()
        property = entry.property
      }
      writer.key(entry.state.name)
      entry.property.write(entry.value, into: &writer)
    }
    if property != nil { writer.endObject() }
    writer.endObject()
  }
}
