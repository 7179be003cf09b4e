import ButtonModel
import ButtonProtocol
import JSONRPC

/// The kinds of entities, by their names at Home Assistant.
package enum HomeAssistantKind: String, Hashable, Sendable, CaseIterable {
  /// Presses a button.
  case button
  /// Tells that a button performed its action.
  case event
  /// Shows and sets a key that is true or false, and perhaps one that is its brightness in percent.
  case light
  /// Shows and sets a key that is true or false.
  case `switch`
  /// Shows a key that is true or false.
  case binarySensor = "binary_sensor"
  /// Shows a key.
  case sensor
  /// Shows and sets a key that is a number.
  case number
  /// Chooses from a button's menu, and shows the key that has what was chosen.
  case select

  /// A member of an entry of the file, and a word of the templates.
  struct Member {
    enum Form {
      case id
      case key
      case text
      case number
      /// Ids of menu entries.
      case options
    }

    let name: StaticString
    let form: Form
    var isRequired = false

    static let id = Member(name: "id", form: .id, isRequired: true)
    static let key = Member(name: "key", form: .key, isRequired: true)
    static let unit = Member(name: "unit", form: .text)
    static let deviceClass = Member(name: "class", form: .text)
  }

  /// The file's list of them, and what its entries may have besides a name and an icon, first what
  /// they are about.
  private var row: (list: StaticString, members: [Member]) {
    switch self {
    case .button: ("buttons", [.id, .deviceClass])
    case .event: ("events", [.id, .deviceClass])
    case .light: ("lights", [.key, Member(name: "brightness", form: .key)])
    case .switch: ("switches", [.key, .deviceClass])
    case .binarySensor: ("binarySensors", [.key, .deviceClass])
    case .sensor: ("sensors", [.key, .deviceClass, .unit])
    case .number:
      (
        "numbers",
        [
          .key, .deviceClass, .unit, Member(name: "min", form: .number, isRequired: true),
          Member(name: "max", form: .number, isRequired: true), Member(name: "step", form: .number),
        ]
      )
    case .select:
      ("selects", [.id, .key, Member(name: "options", form: .options, isRequired: true)])
    }
  }

  var list: StaticString { row.list }

  /// First what an entry is about.
  var members: [Member] {
    row.members + [Member(name: "name", form: .text), Member(name: "icon", form: .text)]
  }
}

extension HomeAssistantKind.Member.Form {
  func value(_ json: JSONElement) throws(ProtocolError) -> StateValue {
    switch self {
    case .id: return .string(UTF8String(try ButtonID(json: json).text))
    case .key: return .string(try StateKeyName(json: json).text)
    case .text: return .string(try UTF8String(json: json))
    case .number:
      guard json.number != nil else { throw .wrongType(json, expected: "a number") }
    case .options:
      let ids = try [ButtonID](json: json)
      guard (1...64).contains(ids.count), Set(ids).count == ids.count else {
        throw .invalidParams("must be 1 to 64 different ids of entries of the button's menu")
      }
    }
    return try StateValue(json: json)
  }
}
