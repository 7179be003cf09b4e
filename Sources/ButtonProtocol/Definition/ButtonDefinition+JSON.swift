package import ButtonModel
package import JSONRPC

extension ButtonDefinition: JSONEncodable {
  /// Members at their default are left out, so equal definitions have equal texts.
  package func write(into writer: inout JSONWriter) {
    let usual = ButtonDefinition(id: id, style: style)
    writer.beginObject()
    writer.member("id", id)
    writer.member("style", style)
    writeParameters(into: &writer)
    writeConfiguration(into: &writer)
    writeStateValues(into: &writer)
    writer.member("handler", ifPresent: handler)
    write("isEnabled", isEnabled, unless: usual.isEnabled, .isEnabled, into: &writer)
    if let togglesSelection {
      writer.member("togglesSelection", togglesSelection)
    } else {
      write("isSelected", isSelected, unless: usual.isSelected, .isSelected, into: &writer)
    }
    write("isBusy", isBusy, unless: usual.isBusy, .isBusy, into: &writer)
    write("isHidden", isHidden, unless: usual.isHidden, .isHidden, into: &writer)
    if isFocused != usual.isFocused { writer.member("isFocused", isFocused) }
    if !automaticallyUpdatesConfiguration {
      writer.member("automaticallyUpdatesConfiguration", false)
    }
    write("role", role, unless: usual.role, .role, into: &writer)
    if let text = bindings[.tint] {
      writer.member("tint", text)
    } else {
      writer.member("tint", ifPresent: tint)
    }
    if tintAdjustmentMode != usual.tintAdjustmentMode {
      writer.member("tintAdjustmentMode", tintAdjustmentMode)
    }
    writer.member("action", ifPresent: action)
    writer.member("repeats", ifPresent: repeats)
    writeTimedActions(into: &writer)
    if let rotation {
      writer.key("rotation")
      writer.beginObject()
      writer.member("action", rotation)
      writer.endObject()
    }
    writer.member("shortcut", ifPresent: shortcut)
    writeMenu(into: &writer)
    writer.member("group", ifPresent: group)
    writer.endObject()
  }

  private func write<Value: JSONEncodable & Equatable>(
    _ name: StaticString, _ value: Value, unless usual: Value, _ target: Binding.Target,
    into writer: inout JSONWriter
  ) {
    if let text = bindings[target] {
      writer.member(name, text)
    } else if value != usual {
      writer.member(name, value)
    }
  }

  private func writeTimedActions(into writer: inout JSONWriter) {
    let timed = timedActions
    if timed.isEmpty { return }
    for gesture in TimedGesture.allCases {
      guard let action = timed[gesture] else { continue }
      writer.key(gesture.rawValue)
      action.write(as: gesture, into: &writer)
    }
  }

  private func writeMenu(into writer: inout JSONWriter) {
    if menu.isEmpty { return }
    writer.key("menu")
    writer.beginArray()
    for (index, item) in menu.enumerated() { item.write(at: index, bindings, into: &writer) }
    writer.endArray()
    writer.member("menuSelection", ifPresent: menuSelection)
    if showsMenuAsPrimaryAction { writer.member("showsMenuAsPrimaryAction", true) }
  }

  private func writeParameters(into writer: inout JSONWriter) {
    var bound = bindings.entries.filter(\.target.isParameter)[...]
    if parameters.isEmpty, bound.isEmpty { return }
    writer.key("parameters")
    writer.beginObject()
    func writeBound(before name: String?) {
      while case .parameter(let first)? = bound.first?.target {
        if let name, name < first { return }
        writer.key(first)
        bound.removeFirst().text.write(into: &writer)
      }
    }
    for parameter in parameters {
      writeBound(before: parameter.name)
      writer.key(parameter.name)
      parameter.value.write(into: &writer)
    }
    writeBound(before: nil)
    writer.endObject()
  }

  private func writeConfiguration(into writer: inout JSONWriter) {
    guard let configuration else {
      writer.key("configuration")
      writer.null()
      return
    }
    var values = configuration.properties.entries.map { entry in
      ConfigurationWriter.Entry(entry.property, .value(entry.value))
    }
    for binding in bindings.entries {
      guard case .configuration(let property) = binding.target else { continue }
      values.append(ConfigurationWriter.Entry(property, .text(binding.text)))
    }
    if values.isEmpty { return }
    if values.count > configuration.properties.entries.count {
      values.sort { $0.property.rawValue < $1.property.rawValue }
    }
    writer.key("configuration")
    ConfigurationWriter.write(values, into: &writer)
  }

  private func writeStateValues(into writer: inout JSONWriter) {
    var values = stateValues.entries.map { entry in
      (property: entry.property, state: entry.state, value: WrittenValue.value(entry.value))
    }
    for binding in bindings.entries {
      guard case .stateValue(let property, let state) = binding.target else { continue }
      values.append((property, state, .text(binding.text)))
    }
    if values.isEmpty { return }
    if values.count > stateValues.entries.count {
      values.sort {
        ($0.property.rawValue, $0.state.rawValue) < ($1.property.rawValue, $1.state.rawValue)
      }
    }
    writer.key("stateValues")
    writer.beginObject()
    var property: Property?
    for entry in values {
      if entry.property != property {
        if property != nil { writer.endObject() }
        writer.key(entry.property.row.name)
        writer.beginObject()
        property = entry.property
      }
      writer.key(entry.state.name)
      entry.value.write(as: entry.property, into: &writer)
    }
    writer.endObject()
    writer.endObject()
  }
}

/// A property in a definition: a value, or an expression that makes it of the state.
enum WrittenValue {
  case value(PropertyValue)
  case text(ExpressionText)

  func write(as property: Property, into writer: inout JSONWriter) {
    switch self {
    case .value(let value): property.write(value, into: &writer)
    case .text(let text): text.write(into: &writer)
    }
  }
}
