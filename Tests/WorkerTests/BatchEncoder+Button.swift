import ButtonModel
import PluginChannel

extension BatchEncoder {
  /// Adds one trait set and a button, with what a test wants to differ.
  mutating func addButton(
    _ item: BatchItem = BatchItem(handle: 42, style: 0), id: UTF8String = "shop.pay",
    parameters: [Parameter] = [], configuration: [(Property, PropertyValue)] = [],
    traits: [BatchTraits] = [BatchTraits(tint: 0x1234_56FF)]
  ) {
    if itemCount == 0 { for traits in traits { add(traits) } }
    let list = PropertyList(
      configuration.map { PropertyList.Entry(property: $0.0, value: $0.1) })
    let fits = add(item, id: id, parameters: parameters, configuration: list)
    precondition(fits, "a test's batch fits a frame")
  }
}
