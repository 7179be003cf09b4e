extension ConfigurationLoader {
  /// Reads settings for programs beside the daemon: what else it names may be out of their reach.
  package func settings(_ path: String) throws(ConfigurationError) -> DaemonSettings {
    var reading = SettingsReading(try SourceFile(reading: path), figures: figures)
    reading.read()
    guard reading.errors.isEmpty else {
      throw ConfigurationError(
        Array(
          reading.errors.sorted { $0.isBefore($1) }.prefix(ConfigurationError.maximumRemarks)))
    }
    return reading.settings
  }
}
