import ButtonModel
import ButtonProtocol

@testable import ButtonEngine

/// Changes of definitions of one kind, as most tests make them.
extension Engine {
  @discardableResult
  func define(
    _ definitions: [ButtonDefinition], isFromFile: Bool = false, keepsPresses: Bool = false
  ) throws(EngineError) -> UInt64 {
    let change = Definitions(buttons: definitions, keepsPresses: keepsPresses)
    return try commit(change, from: isFromFile ? .file : .client).revision
  }

  @discardableResult
  func defineGroups(
    _ definitions: [GroupDefinition], isFromFile: Bool = false
  ) throws(EngineError) -> UInt64 {
    try commit(Definitions(groups: definitions), from: isFromFile ? .file : .client).revision
  }

  @discardableResult
  func derive(
    _ changes: [DerivationChange], isFromFile: Bool = false
  ) throws(EngineError) -> UInt64 {
    try commit(Definitions(keys: changes), from: isFromFile ? .file : .client).revision
  }

  /// Removes the matching buttons as a file does, which is never refused.
  @discardableResult
  func remove(_ match: Match) -> [UTF8String] {
    commitFile(Definitions(removedButtons: match)).removedButtons
  }

  @discardableResult
  func removeGroups(_ ids: [UTF8String]) -> [UTF8String] {
    commitFile(Definitions(removedGroups: ids)).removedGroups
  }

  func setTheme(_ tokens: [(path: UTF8String, value: StateValue)]) {
    commitFile(Definitions(theme: tokens))
  }

  @discardableResult
  private func commitFile(_ change: Definitions) -> DefinitionReceipt {
    do {
      return try commit(change, from: .file)
    } catch {
      preconditionFailure("a file may do that: \(error)")
    }
  }
}

extension ButtonDefinition {
  /// The same but for what assistive technology says: defining it is a change.
  func hinted(_ hint: some CustomStringConvertible) -> ButtonDefinition {
    var other = self
    other.configuration?.accessibilityHint = "\(hint)"
    return other
  }
}
