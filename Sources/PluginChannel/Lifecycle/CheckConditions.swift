/// Conditions that expose a plugin's mistakes, for an author's check; a daemon sets none.
package struct CheckConditions: Hashable, Sendable {
  package struct Options: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reports refused calls of the plugin in NOTE frames.
    package static let reportsRefusals = Options(rawValue: 1)
    /// The host has no extension, and asks the plugin for an unknown one.
    package static let lacksExtensions = Options(rawValue: 2)
    /// Every name that the plugin reads or sets is unknown.
    package static let knowsNoNames = Options(rawValue: 4)
    /// Behind the host's tables is memory that cannot be read.
    package static let endsTablesAtPages = Options(rawValue: 8)
    /// Overwrites the texts lent to a call as soon as it has returned.
    package static let scrubsTexts = Options(rawValue: 16)
    /// Fails the first read or set of each pass in a batch's first item, the second in its second
    /// item, and so on.
    package static let failsCallsByTurns = Options(rawValue: 32)

    /// Reports the process's memory in a NOTE frame at the beginning of each batch.
    package static let reportsMemory = Options(rawValue: 64)

    fileprivate static let all = Options(rawValue: 127)
  }

  package static let maximumLives: UInt32 = 100_000

  package var options: Options
  /// How often the plugin is created and destroyed before it is created to stay; a NOTE frame
  /// reports how its memory grows.
  package var lives: UInt32

  package init(_ options: Options = [], lives: UInt32 = 0) {
    self.options = options
    self.lives = lives
  }

  package var isNone: Bool { options.isEmpty && lives == 0 }
}

extension FrameReader {
  mutating func readCheckConditions() throws(MalformedFrame) -> CheckConditions {
    let options = CheckConditions.Options(rawValue: try read(UInt8.self, "check options"))
    let lives = try read(UInt32.self, "lives")
    guard options.isSubset(of: .all), lives <= CheckConditions.maximumLives else {
      throw MalformedFrame("unknown check conditions", at: offset - 5)
    }
    return CheckConditions(options, lives: lives)
  }
}

extension FrameBuffer {
  mutating func append(_ conditions: CheckConditions) {
    append(conditions.options.rawValue)
    append(conditions.lives)
  }
}
