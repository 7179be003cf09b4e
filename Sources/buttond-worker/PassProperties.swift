import ButtonModel
import CButtonPlugin
import PluginChannel

/// One button's properties during a pass: its configuration, and what the plugin sets.
struct PassProperties: ~Copyable {
  private struct Slot {
    var configured = ChannelProperty.bool(false)
    var set = ChannelProperty.bool(false)
    /// The value of the last read, cached because making it may allocate.
    var read = btn_value.null
  }

  /// A third party's property.
  private struct Extra {
    let name: UnsafeRawBufferPointer
    var value: ChannelValue
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let rules = PropertyRules()
  private var isConfigured = PropertySet()
  private var isSet = PropertySet()
  /// Configured, but hidden since another was set: a title drops an attributed title and runs.
  private var isHidden = PropertySet()
  private var isRead = PropertySet()
  private var extras: [Extra] = []
  private var setCount = 0
  private var textBytes = 0
  private var arena = Arena()

  init() {
    slots = .allocate(capacity: Property.allCases.count)
    slots.initialize(repeating: Slot(), count: Property.allCases.count)
  }

  deinit {
    slots.deinitialize(count: Property.allCases.count)
    slots.deallocate()
  }

  /// The configuration's texts must stay where they are until the next item.
  mutating func beginItem(_ settings: [BatchDecoder.Setting]) {
    isConfigured = PropertySet()
    for setting in settings {
      slots[Int(setting.property.rawValue)].configured = setting.value
      isConfigured.insert(setting.property)
    }
  }

  mutating func beginPass() {
    isSet = PropertySet()
    isHidden = PropertySet()
    isRead = PropertySet()
    if !extras.isEmpty { extras.removeAll(keepingCapacity: true) }
    setCount = 0
    textBytes = 0
    arena.removeAll()
  }

  /// A property's current value, nil if nobody has set it; `usesTraits` becomes true if it depends
  /// on the traits.
  mutating func read(
    _ property: Property, traits: Traits, usesTraits: inout Bool
  ) -> btn_value? {
    guard let current = current(property) else {
      if property.otherForms.contains(.titleRuns), case .text(let json)? = current(.titleRuns) {
        guard let runs = try? TextRun.runs(json: json) else { return nil }
        return btn_value(text: arena.copy(TextRun.joined(runs).bytes))
      }
      guard let mirror = property.mirror, let text = current(mirror) else { return nil }
      return text.text.map { btn_value(text: arena.copy($0)) }
    }
    if case .color(let color) = current {
      if case .rgba(let rgba) = color { return btn_value(rgba: rgba) }
      usesTraits = true
    }
    let index = Int(property.rawValue)
    if isRead.contains(property) { return slots[index].read }
    let value = plain(current, property, traits)
    slots[index].read = value
    isRead.insert(property)
    return value
  }

  /// The size that the button or its group asks for, in SwiftUI's names, whatever the plugin sets.
  var controlSize: btn_value {
    // The sizes that both have are in the same order.
    let size =
      configuredChoice(.controlSize) ?? configuredChoice(.buttonSize)
      ?? ButtonConfiguration.ControlSize.regular.rawValue
    return btn_value(text: rules[.controlSize].names[Int(size)])
  }

  private func configuredChoice(_ property: Property) -> UInt8? {
    guard isConfigured.contains(property),
      case .choice(let index) = slots[Int(property.rawValue)].configured
    else { return nil }
    return index
  }

  mutating func write(_ property: Property, _ value: btn_value) throws(Refusal) {
    var new = try rules.value(of: property, from: value)
    if !isSet.contains(property) { try reserve() }
    if case .text(let text) = new { new = .text(try copy(text)) }
    if !isSet.contains(property) {
      isSet.insert(property)
      setCount += 1
    }
    slots[Int(property.rawValue)].set = new
    isRead.remove(property)
    for form in property.otherForms { drop(form) }
  }

  private mutating func drop(_ property: Property) {
    isHidden.insert(property)
    guard isSet.contains(property) else { return }
    isSet.remove(property)
    setCount -= 1
  }

  /// Valid until the end of the pass.
  mutating func lend(_ text: String) -> btn_value {
    var text = text
    return text.withUTF8 { btn_value(text: arena.copy(UnsafeRawBufferPointer($0))) }
  }

  func readExtra(_ name: UnsafeRawBufferPointer) -> btn_value? {
    guard let extra = extras.first(where: { $0.name.isEqual(to: name) }) else { return nil }
    return switch extra.value {
    case .null: .null
    case .bool(let value): btn_value(bool: value)
    case .int(let value): btn_value(int: value)
    case .double(let value): btn_value(float: value)
    case .string(let text): btn_value(text: text)
    case .json(let text): btn_value(text: text, type: BTN_T_JSON)
    }
  }

  /// The name must stay where it is.
  mutating func writeExtra(
    _ name: UnsafeRawBufferPointer, _ value: btn_value
  ) throws(Refusal) {
    let index = extras.firstIndex { $0.name.isEqual(to: name) }
    if index == nil { try reserve() }
    let new = try extraValue(value)
    if let index {
      extras[index].value = new
    } else {
      extras.append(Extra(name: name, value: new))
      setCount += 1
    }
  }

  /// Adds what was set in the answer's form.
  mutating func append(to buffer: inout FrameBuffer) {
    let count = buffer.count
    buffer.append(UInt16(0))
    var left = isSet
    var properties: UInt16 = 0
    while let index = left.popFirstIndex() {
      buffer.append(UInt8(index))
      buffer.append(slots[index].set)
      properties += 1
    }
    buffer.patch(properties, at: count)
    buffer.append(UInt8(extras.count))
    if extras.isEmpty { return }
    extras.sort { $0.name.lexicographicallyPrecedes($1.name) }
    for extra in extras {
      buffer.append(UInt8(extra.name.count))
      buffer.append(extra.name)
      buffer.append(extra.value)
    }
  }

  private func current(_ property: Property) -> ChannelProperty? {
    if isSet.contains(property) { return slots[Int(property.rawValue)].set }
    if isHidden.contains(property) || !isConfigured.contains(property) { return nil }
    return slots[Int(property.rawValue)].configured
  }

  /// Returns the value in the form in which a plugin reads it.
  private mutating func plain(
    _ value: ChannelProperty, _ property: Property, _ traits: Traits
  ) -> btn_value {
    switch value {
    case .bool(let value): btn_value(bool: value)
    case .number(let value): btn_value(float: value)
    case .text(let text):
      btn_value(text: text, type: property == .titleRuns ? BTN_T_JSON : BTN_T_STRING)
    case .choice(let index): btn_value(text: rules[property].names[Int(index)])
    case .color(let color): btn_value(rgba: color.resolved(for: traits))
    case .effect(let effect): btn_value(text: arena.copy(effect.text))
    case .attributedText(let text): btn_value(text: arena.copy(text.text.bytes))
    }
  }

  private func reserve() throws(Refusal) {
    guard setCount < ChannelLimits.propertiesPerButton else { throw .limit }
  }

  private mutating func copy(
    _ text: UnsafeRawBufferPointer
  ) throws(Refusal) -> UnsafeRawBufferPointer {
    guard textBytes + text.count <= ChannelLimits.bytesPerButton else { throw .limit }
    textBytes += text.count
    return arena.copy(text)
  }

  private mutating func extraValue(_ value: btn_value) throws(Refusal) -> ChannelValue {
    switch value.type {
    case BTN_T_NULL: return .null
    case BTN_T_BOOL:
      guard value.as.i == 0 || value.as.i == 1 else { throw .range }
      return .bool(value.as.i == 1)
    case BTN_T_INT: return .int(value.as.i)
    case BTN_T_FLOAT:
      guard value.as.f.isFinite else { throw .range }
      return .double(value.as.f)
    case BTN_T_STRING: return .string(try copy(try value.text()))
    case BTN_T_COLOR:
      let text = UTF8String(Color.hex(value.as.rgba))
      return .string(arena.copy(text.bytes))
    default: throw .type
    }
  }
}

extension ChannelProperty {
  /// Nil for a value without text.
  fileprivate var text: [UInt8]? {
    switch self {
    case .text(let text): [UInt8](text)
    case .attributedText(let text): text.text.bytes
    case .bool, .number, .choice, .color, .effect: nil
    }
  }
}

extension Effect {
  /// As a plugin would write it.
  fileprivate var text: [UInt8] {
    let text =
      switch self {
      case .constant(let color): "constant(\(color.text))"
      case .alpha(let amount): "alpha(\(amount))"
      case .opacity(let amount): "opacity(\(amount))"
      case .darker(let amount): "darker(\(amount))"
      case .grayscale: "grayscale"
      }
    return Array(text.utf8)
  }
}

extension Color {
  /// As a plugin would write it; the light member of a dynamic colour.
  fileprivate var text: String {
    switch self {
    case .rgba(let rgba): Color.hex(rgba)
    case .named(let name): name.name
    case .dynamic(let color): Color.hex(color.light)
    }
  }
}

extension Arena {
  fileprivate mutating func copy(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
    bytes.withUnsafeBytes { copy($0) }
  }
}
