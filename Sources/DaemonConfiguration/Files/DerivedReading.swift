import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Reads the derived keys of a configuration, and compiles what they are derived by to find mistakes.
struct DerivedReading {
  private(set) var keys: [LoadedConfiguration.DerivedKey] = []
  private(set) var errors: [ConfigurationRemark] = []
  private let limits: ExpressionLimits

  init(_ limits: ExpressionLimits) { self.limits = limits }

  /// Reads `derived`: a mapping of keys to expressions.
  mutating func read(_ file: SourceFile) {
    guard let setting = Members(file.root).value("derived") else { return }
    guard setting.isObject else {
      errors += file.remarks(
        .wrongType(setting, expected: "a mapping of keys to expressions"), under: "derived")
      return
    }
    for item in file.items(of: setting, at: "derived") {
      guard errors.count < ConfigurationError.maximumRemarks else { return }
      do throws(ProtocolError) {
        let name = item.name ?? ""
        guard Array(name.utf8).withUnsafeBytes({ StateKey.isValid($0) }) else {
          throw ProtocolError.invalidKey(name)
        }
        if StateKey.clockNames.contains(name) {
          throw ProtocolError.invalidParams("the clock sets this key; choose another name")
        }
        let text = try ExpressionText(json: item.value)
        try check(text)
        keys.append(
          LoadedConfiguration.DerivedKey(
            definition: KeyDerivation(key: UTF8String(name), text: text), file: file.path,
            place: item.place, path: "derived.\(name)"))
      } catch {
        errors.append(file.remark(at: item.path, error.message))
      }
    }
  }

  private func check(_ text: ExpressionText) throws(ProtocolError) {
    do throws(ExpressionError) {
      _ = try ExpressionProgram(text, limits: limits)
    } catch {
      throw .invalidParams("\(error)")
    }
  }
}
