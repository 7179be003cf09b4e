import ButtonProtocol
package import DaemonConfiguration

/// Reads the file in which the bridge is configured.
package enum MQTTFile {
  /// The settings, and what is worth knowing of their rules, in the file's order. Throws all
  /// mistakes.
  package static func review(
    _ path: String
  ) throws(ConfigurationError) -> (settings: MQTTSettings, remarks: [ConfigurationRemark]) {
    let file = try SourceFile(reading: path)
    let settings = try settings(in: file, path)
    let remarks = RuleReview(settings).findings.flatMap {
      file.remarks(.invalidParams($0.message, path: $0.path))
    }
    return (settings, remarks.sorted { $0.isBefore($1) })
  }

  private static func settings(
    in file: SourceFile, _ path: String
  ) throws(ConfigurationError) -> MQTTSettings {
    do throws(ProtocolError) {
      var settings = try MQTTSettings(json: file.root)
      let folder = Folder(of: path)
      settings.passwordFile = settings.passwordFile.map(folder.path)
      settings.authorities = settings.authorities.map(folder.path)
      settings.certificate = settings.certificate.map(folder.path)
      settings.certificateKey = settings.certificateKey.map(folder.path)
      let templates = settings.homeAssistant?.templates.map(folder.path)
      settings.homeAssistant?.templates = templates
      return settings
    } catch {
      throw ConfigurationError(file.remarks(error))
    }
  }

  /// The first line of a file. Throws if everybody may read the file.
  package static func password(in path: String) throws(ConfigurationError) -> String {
    do throws(BoundedFile.Failure) {
      let bytes = try BoundedFile.read(path, atMost: 65_536)
      guard !BoundedFile.isReadableByAll(path) else {
        throw BoundedFile.Failure("can be read by everybody; chmod o= \(path)")
      }
      let line = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
      guard !line.isEmpty, let text = String(validating: line, as: UTF8.self) else {
        throw BoundedFile.Failure("has no password in its first line")
      }
      return text
    } catch {
      throw ConfigurationError([ConfigurationRemark(path, error.message)])
    }
  }
}
