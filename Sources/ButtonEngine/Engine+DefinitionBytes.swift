import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// The limits on how long definitions may be.
extension Engine {
  /// The bytes of each definition as JSON; refuses those that are too long, each by itself or all
  /// together.
  func measure(_ definitions: [ButtonDefinition]) throws(EngineError) -> [Int] {
    var sizes: [Int] = []
    sizes.reserveCapacity(definitions.count)
    var total = definitionBytes
    var replaced = Set<ButtonSlot>()
    for (index, definition) in definitions.enumerated() {
      try checkOperations(of: definition, index)
      writer.removeAll(keepingCapacity: true)
      definition.write(into: &writer)
      let size = writer.count
      if size > settings.maximumDefinitionBytes {
        throw .limitExceeded(
          limit: "definitionBytes", value: settings.maximumDefinitionBytes, index: index)
      }
      sizes.append(size)
      total += size
      guard let slot = slots[UTF8String(definition.id)],
        definitions.count == 1 || replaced.insert(slot).inserted
      else { continue }
      total -= records[Int(slot.rawValue)]?.definitionBytes ?? 0
    }
    // A definition that gives way to a shorter one passes whatever the limit is.
    if total > definitionBytes {
      try checkLooks(of: total, inTraitSets: traitSets.count { $0 != nil })
    }
    return sizes
  }

  /// Refuses definitions of so many bytes, or traits, where the looks that are made of the definitions
  /// for each of so many trait sets could exceed the limit.
  func checkLooks(of bytes: Int, inTraitSets count: Int) throws(EngineError) {
    let limit = settings.maximumDefinitionsBytes
    guard bytes > limit / max(1, count) else { return }
    throw .limitExceeded(limit: "definitionsBytes", value: limit, index: nil)
  }

  /// Refuses an action with a value that no key can have.
  private func checkOperations(
    of definition: ButtonDefinition, _ index: Int
  ) throws(EngineError) {
    for operation in definition.action?.operations ?? [] {
      switch operation.kind {
      case .set(let value), .append(let value), .merge(let value):
        guard value.isLongerAsJSON(than: settings.maximumValueBytes) else { continue }
        throw .limitExceeded(
          limit: "valueBytes", value: settings.maximumValueBytes, index: index)
      case .remove, .increment, .toggle: continue
      }
    }
  }
}
