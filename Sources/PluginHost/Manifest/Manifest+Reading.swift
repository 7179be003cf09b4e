import ButtonModel
import ButtonProtocol
package import JSONRPC
import PluginChannel

extension Manifest {
  /// Reads a manifest and refuses one that this daemon's ABI cannot serve. `file` is for messages.
  package init(
    _ bytes: [UInt8], file: String, host: ABIVersion = .host, parser: JSONParser
  ) throws(ManifestError) {
    let root = ManifestField(
      element: try Manifest.parse(bytes, file, parser), file: file, path: "")
    guard root.element.isObject else { throw root.fault("must be a JSON object") }
    try Manifest.checkGates(root, host)
    try root.checkObject(of: Manifest.memberNames)

    id = try Manifest.id(root)
    name = try Manifest.name(root)
    version = try Manifest.version(root)
    license = try root.optional("license")?.text(atMost: 128) ?? ""
    description = try root.optional("description")?.text() ?? ""
    abi = try Manifest.abi(root.required("abi"))
    library = try Manifest.library(root.required("library"))
    sha256 = try root.optional("sha256").map(Manifest.sha256) ?? []
    let fallback = try root.optional("fallback").map(Manifest.systemStyle) ?? .plain
    self.fallback = fallback
    styles = try Manifest.entries(root.optional("styles"), base: fallback)
    handlers = try Manifest.entries(root.optional("handlers"), base: nil)
    reads = try Manifest.reads(root.optional("reads"))
    permissions = try root.optional("permissions").map(Manifest.permissions) ?? .init()
    limits = try root.optional("limits").map(Manifest.limits) ?? .init()
  }

  static let memberNames = [
    "$schema", "schemaVersion", "id", "name", "version", "license", "description", "abi",
    "library", "sha256", "styles", "handlers", "reads", "permissions", "limits", "fallback",
  ]

  static func id(_ root: ManifestField) throws(ManifestError) -> String {
    try root.required("id").text(
      ManifestName.isReverseDNS, "in reverse DNS, such as org.example.outline")
  }

  static func name(_ root: ManifestField) throws(ManifestError) -> String {
    try root.required("name").text({ !$0.isEmpty && $0.utf8.count <= 128 }, "1 to 128 bytes")
  }

  static func version(_ root: ManifestField) throws(ManifestError) -> String {
    try root.required("version").text(
      ManifestName.isVersion, "1 to 64 letters, digits and . + - _")
  }

  static func parse(
    _ bytes: [UInt8], _ file: String, _ parser: JSONParser
  ) throws(ManifestError) -> JSONElement {
    let parsed = bytes.withUnsafeBytes { bytes in
      Result { () throws(JSONParseError) in try parser.parse(copying: bytes) }
    }
    switch parsed {
    case .success(let root):
      return root
    case .failure(let error):
      let what =
        switch error {
        case .syntax: "is not valid JSON"
        case .tooDeep: "is nested too deeply"
        case .tooLarge: "is too large"
        }
      let fault = bytes.withUnsafeBytes { JSONSyntaxChecker.fault(in: $0) }
      guard let fault else { throw ManifestError(.unreadable, file: file, what) }
      throw ManifestError(
        .unreadable, file: file, path: "\(fault.place.line):\(fault.place.column)",
        "\(what): \(fault.message)")
    }
  }

  /// Refuses another format or ABI before the members are looked at.
  static func checkGates(
    _ root: ManifestField, _ host: ABIVersion
  ) throws(ManifestError) {
    let schema = try root.required("schemaVersion")
    guard try schema.integer() == schemaVersion else {
      throw schema.fault(
        "is \(try schema.integer()); this daemon reads \(schemaVersion)", .unsupported)
    }
    let field = try root.required("abi")
    let needed = try abi(field)
    guard needed.isServed(by: host) else {
      throw field.fault(
        "the plugin needs ABI \(needed), this daemon offers \(host)", .unsupported)
    }
  }

  private static func abi(_ field: ManifestField) throws(ManifestError) -> ABIVersion {
    try field.checkObject(of: ["major", "minor"])
    let range: ClosedRange<Int64> = 0...65_535
    return ABIVersion(
      major: UInt32(try field.required("major").integer(in: range)),
      minor: UInt32(try field.optional("minor")?.integer(in: range) ?? 0))
  }

  static func library(_ field: ManifestField) throws(ManifestError) -> [PlatformFile] {
    let files = try platformFiles(field) { file throws(ManifestError) in
      try file.text(ManifestName.isInnerPath, "a path inside the plugin's folder")
    }
    guard !files.isEmpty else { throw field.fault("names no platform") }
    return files
  }

  static func sha256(_ field: ManifestField) throws(ManifestError) -> [PlatformFile] {
    let form = "64 lower-case hexadecimal digits"
    return try platformFiles(field) { file throws(ManifestError) in
      try file.text(ManifestName.isSHA256, form)
    }
  }

  /// A value for each platform, or one string for the current system.
  private static func platformFiles(
    _ field: ManifestField, _ read: (ManifestField) throws(ManifestError) -> String
  ) throws(ManifestError) -> [PlatformFile] {
    if field.element.isString {
      return [PlatformFile(platform: Platform.current.system, value: try read(field))]
    }
    var files: [PlatformFile] = []
    for (platform, value) in try field.members() {
      guard ManifestName.isPlatform(platform) else {
        throw value.fault("is not a platform; use names such as \(Platform.current.name)")
      }
      files.append(PlatformFile(platform: platform, value: try read(value)))
    }
    return files
  }

  /// The system style that a style is drawn over; nil for `none`.
  static func baseStyle(_ field: ManifestField) throws(ManifestError) -> SystemStyle? {
    SystemStyle(rawValue: try field.choice(of: SystemStyle.allCases.map(\.rawValue) + ["none"]))
  }

  static func systemStyle(_ field: ManifestField) throws(ManifestError) -> SystemStyle {
    let name = try field.choice(of: SystemStyle.allCases.map(\.rawValue))
    guard let style = SystemStyle(rawValue: name) else {
      preconditionFailure("a chosen name is one of the choices")
    }
    return style
  }

  static func reads(_ field: ManifestField?) throws(ManifestError) -> [String] {
    guard let field else { return [] }
    var reads: [String] = []
    for element in try field.elements(atMost: maximumEntries) { reads.append(try read(element)) }
    return reads
  }

  static func read(_ field: ManifestField) throws(ManifestError) -> String {
    try field.text(
      { ReadPattern(UTF8String($0)) != nil },
      "a state key such as state.checkout.total or state.checkout.*")
  }

  static func permissions(
    _ field: ManifestField
  ) throws(ManifestError) -> ManifestPermissions {
    try field.checkObject(of: ["threads", "systemLocale", "resources"])
    return ManifestPermissions(
      threads: try field.optional("threads")?.bool() ?? false,
      systemLocale: try field.optional("systemLocale")?.bool() ?? false,
      resources: try field.optional("resources")?.bool() ?? false)
  }

  static func limits(_ field: ManifestField) throws(ManifestError) -> ManifestLimits {
    try field.checkObject(of: ["memoryMiB", "startTimeoutMs", "batchBudgetMs"])
    var limits = ManifestLimits()
    if let memory = field.optional("memoryMiB") {
      limits.memoryMiB = try memory.integer(in: ManifestLimits.memoryRange)
    }
    limits.startTimeoutMs = try field.optional("startTimeoutMs")?.integer(
      in: ManifestLimits.startTimeoutRange)
    limits.batchBudgetMs = try field.optional("batchBudgetMs")?.integer(
      in: ManifestLimits.batchBudgetRange)
    return limits
  }
}
