import ButtonModel
package import JSONRPC

extension Manifest {
  /// All faults of a manifest, where `init` throws the first; empty if it can be read.
  package static func faults(
    _ bytes: [UInt8], file: String, host: ABIVersion = .host, parser: JSONParser
  ) -> [ManifestError] {
    let first: ManifestError
    do throws(ManifestError) {
      _ = try Manifest(bytes, file: file, host: host, parser: parser)
      return []
    } catch { first = error }
    guard let element = try? parse(bytes, file, parser), element.isObject else { return [first] }
    var faults = ManifestFaults()
    faults.collect(in: ManifestField(element: element, file: file, path: ""), host)
    faults.add(first)
    return faults.all
  }
}

/// Collects the faults of a manifest's parts, reading each part separately.
private struct ManifestFaults {
  /// Nobody reads more.
  private static let limit = 100

  private(set) var all: [ManifestError] = []

  mutating func add(_ fault: ManifestError) {
    guard all.count < ManifestFaults.limit,
      !all.contains(where: { $0.path == fault.path && $0.what == fault.what })
    else { return }
    all.append(fault)
  }

  mutating func collect(in root: ManifestField, _ host: ABIVersion) {
    attempt { () throws(ManifestError) in try Manifest.checkGates(root, host) }
    for fault in root.unknownMembers(of: Manifest.memberNames) { add(fault) }
    attempt { () throws(ManifestError) in _ = try Manifest.id(root) }
    attempt { () throws(ManifestError) in _ = try Manifest.name(root) }
    attempt { () throws(ManifestError) in _ = try Manifest.version(root) }
    attempt { () throws(ManifestError) in
      _ = try Manifest.library(try root.required("library"))
    }
    each(root, "license") { field throws(ManifestError) in _ = try field.text(atMost: 128) }
    each(root, "description") { field throws(ManifestError) in _ = try field.text() }
    each(root, "sha256") { field throws(ManifestError) in _ = try Manifest.sha256(field) }
    each(root, "fallback") { field throws(ManifestError) in
      _ = try Manifest.systemStyle(field)
    }
    each(root, "permissions") { field throws(ManifestError) in
      _ = try Manifest.permissions(field)
    }
    each(root, "limits") { field throws(ManifestError) in _ = try Manifest.limits(field) }
    for read in elements(root, "reads") {
      attempt { () throws(ManifestError) in _ = try Manifest.read(read) }
    }
    for entry in elements(root, "styles") { collect(entry: entry, base: .plain) }
    for entry in elements(root, "handlers") { collect(entry: entry, base: nil) }
  }

  private mutating func collect(entry: ManifestField, base: SystemStyle?) {
    for fault in entry.unknownMembers(of: Manifest.entryMembers(hasBase: base != nil)) {
      add(fault)
    }
    attempt { () throws(ManifestError) in _ = try Manifest.entry(entry, base: base) }
    if base != nil {
      each(entry, "base") { field throws(ManifestError) in _ = try Manifest.baseStyle(field) }
      each(entry, "isPrimitive") { field throws(ManifestError) in _ = try field.bool() }
    }
    guard let parameters = entry.optional("parameters") else { return }
    guard let members = try? parameters.members() else { return }
    for (name, value) in members.prefix(Manifest.maximumEntries) {
      attempt { () throws(ManifestError) in _ = try Manifest.parameter(name, value) }
    }
  }

  private mutating func each(
    _ root: ManifestField, _ name: StaticString,
    _ read: (ManifestField) throws(ManifestError) -> Void
  ) {
    guard let field = root.optional(name) else { return }
    attempt { () throws(ManifestError) in try read(field) }
  }

  private mutating func elements(_ root: ManifestField, _ name: StaticString) -> [ManifestField] {
    (try? root.optional(name)?.elements(atMost: Manifest.maximumEntries)) ?? []
  }

  private mutating func attempt(_ read: () throws(ManifestError) -> Void) {
    do throws(ManifestError) { try read() } catch { add(error) }
  }
}
