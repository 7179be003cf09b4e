import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Reads a configuration's derived keys, and compiles their expressions to find mistakes.
struct DerivedReading {
  private(set) var keys: [LoadedConfiguration.DerivedKey] = []
  private(set) var errors: [ConfigurationRemark] = []
  /// What each derived key reads, in its expression's order.
  private var reads: [String: [String]] = [:]
  private let limits: ExpressionLimits

  init(_ limits: ExpressionLimits) { self.limits = limits }

  /// `derived` is a mapping of keys to expressions.
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
        reads[name] = try program(of: text).keys.map(\.name.string)
        keys.append(
          LoadedConfiguration.DerivedKey(
            definition: KeyDerivation(key: UTF8String(name), text: text), file: file.path,
            place: item.place, path: "derived.\(name)"))
      } catch {
        errors.append(file.remark(at: item.path, error.message))
      }
    }
    refuseCycles()
  }

  private func program(of text: ExpressionText) throws(ProtocolError) -> ExpressionProgram {
    do throws(ExpressionError) {
      return try ExpressionProgram(text, limits: limits)
    } catch {
      throw .invalidParams("\(error)")
    }
  }

  /// Reports the first cycle that is found, at its first key.
  private mutating func refuseCycles() {
    // Keys from which no cycle can be reached.
    var cleared: Set<String> = []
    for key in keys {
      guard let cycle = cycle(from: key.definition.key.string, &cleared) else { continue }
      let names = cycle.prefix(32).map { "\(Excerpt($0))" } + (cycle.count > 32 ? ["…"] : [])
      let first = keys.first { $0.definition.key.string == cycle.first } ?? key
      errors.append(
        first.remark("would depend on itself: \(names.joined(separator: " → "))"))
      return
    }
  }

  /// The path from a key back to itself that `start` can reach; nil if there is none.
  private func cycle(from start: String, _ cleared: inout Set<String>) -> [String]? {
    var path: [String] = []
    var onPath: Set<String> = []
    // For each key of the path: the inputs that are not visited yet.
    var rest: [ArraySlice<String>] = []
    func enter(_ name: String) {
      path.append(name)
      onPath.insert(name)
      rest.append((reads[name] ?? [])[...])
    }
    enter(start)
    while let name = path.last {
      guard let input = rest[rest.count - 1].popFirst() else {
        path.removeLast()
        rest.removeLast()
        onPath.remove(name)
        cleared.insert(name)
        continue
      }
      if onPath.contains(input) { return path.drop { $0 != input } + [input] }
      if reads[input] != nil, !cleared.contains(input) { enter(input) }
    }
    return nil
  }
}
