import ButtonModel
import Glibc
import TestSupport

/// The other implementation, where it is installed: `scripts/soak` does so, and says with
/// `BUTTOND_CEL_PYTHON` which Python has it.
enum Peer {
  static let isThere: Bool = {
    (try? Program.run(python, ["-c", "import cel"]).end) == .exited(0)
  }()

  private static var python: String {
    getenv("BUTTOND_CEL_PYTHON").map { String(cString: $0) } ?? "python3"
  }

  /// What it makes of each expression, with these variables as JSON.
  static func answers(
    to expressions: [String], _ state: [(name: String, json: String)], caller: String = #filePath
  ) throws -> [JSONTree] {
    let members = state.map { "\"\($0.name)\":\($0.json)" }
    let rows =
      ["{\(members.joined(separator: ","))}"]
      + expressions.map { StateValue.string(UTF8String($0)).json }
    let root = caller.split(separator: "/").dropLast(3).joined(separator: "/")
    let folder = TemporaryFolder()
    let file = folder.write(rows.map { $0 + "\n" }.joined(), to: "rows")
    let result = try Program.run(
      python, ["/\(root)/scripts/cel.d/peer", file], by: Deadline(seconds: 600))
    guard result.end == .exited(0) else { throw TestFailure("the peer failed: \(result.error)") }
    return try result.output.split(separator: "\n").map { try JSONTree(parsing: String($0)) }
  }
}

extension StateValue {
  /// The value as the peer writes it.
  var typed: JSONTree {
    get throws {
      switch self {
      case .null: .null
      case .bool(let value): .bool(value)
      case .int(let value): .object([.init(name: "int", value: .string("\(value)"))])
      case .double(let value): .object([.init(name: "double", value: .string(value.pythonHex))])
      case .string(let text): .object([.init(name: "string", value: .string(text.string))])
      case .json(let text): try JSONTree(parsing: text.string).typed
      }
    }
  }
}

extension JSONTree {
  fileprivate var typed: JSONTree {
    get throws {
      switch self {
      case .array(let elements):
        return .object([.init(name: "list", value: .array(try elements.map { try $0.typed }))])
      case .object(let members):
        let pairs = try members.map { JSONTree.array([.string($0.name), try $0.value.typed]) }
        return .object([.init(name: "map", value: .array(pairs))])
      case .null, .bool, .int, .double, .string: return try StateValue(parsing: text).typed
      }
    }
  }
}

extension Double {
  /// As `float.hex` of Python writes it.
  fileprivate var pythonHex: String {
    var text = [CChar](repeating: 0, count: 64)
    _ = withVaList([self]) { vsnprintf(&text, text.count, "%.13a", $0) }
    let hex = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return self == 0 ? (sign == .minus ? "-0x0.0p+0" : "0x0.0p+0") : hex
  }
}
