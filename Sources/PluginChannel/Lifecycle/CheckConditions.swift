/// Surroundings in which a plugin's mistakes show, for an author's check; a daemon asks for none.
package struct CheckConditions: Hashable, Sendable {
  /// What can be asked for, separately.
  package struct Options: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Calls of the plugin's that are refused are reported in NOTE frames.
    package static let reportsRefusals = Options(rawValue: 1)
    /// The host has no extension, and the plugin is asked for one that nobody has heard of.
    package static let lacksExtensions = Options(rawValue: 2)
    /// The host knows no name: all that is read or set is unknown.
    package static let knowsNoNames = Options(rawValue: 4)
    /// Behind the host's tables lies memory that cannot be read.
    package static let endsTablesAtPages = Options(rawValue: 8)
    /// Texts that a call was lent are overwritten as soon as it has returned.
    package static let scrubsTexts = Options(rawValue: 16)
    /// In a batch's first item the first read or set of a pass fails, in its second the second, and so
    /// on.
    package static let failsCallsByTurns = Options(rawValue: 32)

    /// The process's memory is reported in a NOTE frame at the beginning of each batch.
    package static let reportsMemory = Options(rawValue: 64)

    /// All that there is.
    fileprivate static let all = Options(rawValue: 127)
  }

  /// The most lives that can be asked for.
  package static let maximumLives: UInt32 = 100_000

  package var options: Options
  /// How often the plugin is created and destroyed before it is created to stay; the growth of its
  /// memory is reported in a NOTE frame.
  package var lives: UInt32

  /// Conditions of these parts; without any, those under a daemon.
  package init(_ options: Options = [], lives: UInt32 = 0) {
    self.options = options
    self.lives = lives
  }

  /// True where nothing differs from what a daemon asks for.
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
