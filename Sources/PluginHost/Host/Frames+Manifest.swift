package import ButtonModel
package import PluginChannel
import Supervision

extension LoadFrame {
  /// What a worker gets about its plugin.
  package init(_ plugin: InstalledPlugin, _ copy: PluginCopy, sandbox: SandboxMode) {
    let manifest = plugin.manifest
    self.init(
      libraryPath: copy.libraryPath, pluginID: manifest.id, version: manifest.version,
      abiMajor: manifest.abi.major, abiMinor: manifest.abi.minor,
      styles: manifest.styles.map(\.name), handlers: manifest.handlers.map(\.name),
      reads: manifest.reads, memoryMiB: UInt32(manifest.limits.memoryMiB),
      resourceFolder: manifest.permissions.resources ? copy.folder : "",
      sandbox: sandbox, permissions: manifest.permissions.sandbox)
  }

  var payload: [UInt8] {
    var buffer = FrameBuffer()
    write(to: &buffer)
    return Array(buffer.bytes.dropFirst(FrameHeader.byteCount))
  }
}

extension HelloFrame {
  /// How a loaded plugin differs from its manifest, with both values; nil if it does not.
  package func difference(from manifest: Manifest) -> String? {
    if pluginID != manifest.id {
      return "the library calls itself \(pluginID), the manifest \(manifest.id)"
    }
    if version != manifest.version {
      return "the library is version \(version), the manifest says \(manifest.version)"
    }
    let loaded = ABIVersion(major: abiMajor, minor: abiMinor)
    if loaded != manifest.abi {
      return "the library needs ABI \(loaded), the manifest says \(manifest.abi)"
    }
    return nil
  }
}

extension FailedFrame {
  /// The message, safe for the log.
  package var printable: String { LineLimiter.printable(Array(message.utf8.prefix(1024))) }
}

extension ManifestLimits {
  /// In nanoseconds.
  var startTimeout: UInt64? { startTimeoutMs.map { UInt64($0) * .millisecond } }

  /// In nanoseconds.
  var batchBudget: UInt64? { batchBudgetMs.map { UInt64($0) * .millisecond } }
}

extension ManifestPermissions {
  /// As the worker's sandbox knows them.
  var sandbox: SandboxPermissions {
    var permissions: SandboxPermissions = []
    if threads { permissions.insert(.threads) }
    if systemLocale { permissions.insert(.systemLocale) }
    return permissions
  }
}
