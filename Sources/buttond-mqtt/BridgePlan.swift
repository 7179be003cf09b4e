import BrokerLink
import ButtonProtocol
import DaemonConfiguration
import Glibc
import MQTTBridge

/// All that is to be done, made of the files before anything starts.
struct BridgePlan {
  /// The settings with the rules of Home Assistant's entities.
  let settings: MQTTSettings
  let broker: BrokerSettings
  /// What tells Home Assistant of the device.
  let discovery: BrokerOutbox.Message?
  /// What is worth knowing of the rules.
  let remarks: [ConfigurationRemark]

  /// Reads the file of rules, and the files that it names.
  init(reading path: String) throws(ConfigurationError) {
    let (settings, remarks) = try MQTTFile.review(path)
    self.remarks = remarks
    var broker = BrokerSettings(
      host: settings.host, port: settings.effectivePort,
      client: settings.client ?? BridgePlan.defaultClient)
    broker.user = settings.user
    broker.password = try settings.passwordFile.map { (path) throws(ConfigurationError) in
      try MQTTFile.password(in: path)
    }
    if settings.usesTLS {
      broker.tls = BrokerSettings.TLS(
        authorities: settings.authorities, certificate: settings.certificate,
        certificateKey: settings.certificateKey)
      for file in [settings.authorities, settings.certificate, settings.certificateKey] {
        if let file { try BridgePlan.checkReadable(file) }
      }
    }
    broker.keepAlive = settings.keepAliveSeconds
    broker.will = BrokerSettings.Will(topic: settings.statusTopic, payload: "offline")
    discovery = try settings.homeAssistant.map { (device) throws(ConfigurationError) in
      let path = device.templates ?? BridgePlan.installedTemplates
      return try HomeAssistantTemplates(reading: path, for: device).discovery(
        prefix: settings.prefix, version: Release.version)
    }
    self.settings = settings.withAvailability.withEntities.withOwnLooks
    self.broker = broker
  }

  /// The broker as a person would write it.
  var brokerName: String { "\(broker.host):\(broker.port)" }

  /// What the files do, in a line.
  var summary: String {
    "\(brokerName)\(broker.tls == nil ? "" : " with TLS"): \(topicRules) \(topicRules == 1 ? "rule" : "rules") of topics, "
      + "\(settings.keys.count) of keys, \(settings.looks.count) of looks, "
      + "\(settings.actions.count) of actions"
  }

  /// The rules of topics that the file asks for.
  private var topicRules: Int {
    settings.rules.count { rule in
      switch rule.effect {
      case .set, .trigger, .announce: true
      case .availability, .look, .discovery: false
      }
    }
  }

  /// A name that differs from machine to machine.
  private static var defaultClient: String {
    var name = [CChar](repeating: 0, count: 65)
    gethostname(&name, 64)
    let host = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "buttond-\(String(decoding: host, as: UTF8.self))"
  }

  /// `share/buttond/mqtt` beside the folder of this program.
  private static var installedTemplates: String {
    let folder = (ProgramArguments.executable ?? "").split(separator: "/").dropLast(2).joined(
      separator: "/")
    return "/\(folder)/share/buttond/mqtt/home-assistant.json"
  }

  private static func checkReadable(_ path: String) throws(ConfigurationError) {
    guard access(path, R_OK) == 0 else {
      throw ConfigurationError([ConfigurationRemark(path, String(cString: strerror(errno)))])
    }
  }
}
