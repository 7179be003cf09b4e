import Glibc
package import JSONRPC

/// Finds plugins in folders of plugin folders, without running their code.
///
/// Earlier folders have precedence, and within a folder the order of names. The first plugin with
/// an id is used, later ones are refused; the first with a short name keeps it, later ones have
/// only their ids.
package struct PluginFolders {
  package struct Scan: Hashable, Sendable {
    package var plugins: [InstalledPlugin] = []
    package var refusals: [PluginRefusal] = []

    /// The scan that ends at a folder because of a limit.
    fileprivate func cut(at folder: String, _ name: String) -> Scan {
      let what =
        plugins.count == maximumPlugins ? isFull : "there are more than \(maximumFolders) folders"
      var scan = self
      scan.refusals.append(
        PluginRefusal(
          folder: folder, name: name,
          message: "\(folder): \(what); nor are those after it looked at"))
      return scan
    }
  }

  package static let maximumPlugins = 1_024
  static let maximumFolders = 4_096
  static let isFull = "there are \(maximumPlugins) plugins already, the most there may be"

  private let folders: [String]
  private let host: ABIVersion
  private let platform: Platform
  private let parser: JSONParser

  /// Takes the folders in order of precedence, the installed ones first.
  package init(
    _ folders: [String], host: ABIVersion = .host, platform: Platform = .current,
    parser: JSONParser = JSONParser()
  ) {
    self.folders = folders
    self.host = host
    self.platform = platform
    self.parser = parser
  }

  package func scan() -> Scan {
    var scan = Scan()
    var count = 0
    for folder in folders {
      do throws(FileError) {
        for name in try PluginFile.subfolders(of: folder) {
          count += 1
          if scan.plugins.count == PluginFolders.maximumPlugins
            || count > PluginFolders.maximumFolders
          {
            return scan.cut(at: "\(folder)/\(name)", name)
          }
          add("\(folder)/\(name)", name, to: &scan)
        }
      } catch {
        scan.refusals.append(PluginRefusal(folder: folder, name: folder, message: "\(error)"))
      }
    }
    return scan
  }

  /// Reads one plugin's folder again; `keepsShortName` says whether its short name is its own.
  package func read(
    _ folder: String, keepsShortName: Bool
  ) throws(ManifestError) -> InstalledPlugin {
    try readAll(folder, keepsShortName: keepsShortName).plugin
  }

  /// Also returns the bytes of the manifest.
  func readAll(
    _ folder: String, keepsShortName: Bool
  ) throws(ManifestError) -> (plugin: InstalledPlugin, manifest: [UInt8]) {
    let file = "\(folder)/\(Manifest.fileName)"
    let (manifest, bytes) = try read(file)
    let plugin = InstalledPlugin(
      manifest: manifest, folder: folder, libraryPath: try library(of: manifest, folder, file),
      shortName: keepsShortName ? manifest.shortName : nil)
    return (plugin, bytes)
  }

  private func add(_ folder: String, _ name: String, to scan: inout Scan) {
    do throws(ManifestError) {
      let plugin = try read(folder, keepsShortName: true)
      let id = plugin.manifest.id
      if let first = scan.plugins.first(where: { $0.manifest.id == id }) {
        scan.refusals.append(
          PluginRefusal(
            folder: folder, name: name,
            message: "\(folder): the id \(id) is taken by the plugin in \(first.folder)"))
        return
      }
      let isTaken = scan.plugins.contains {
        $0.shortName != nil && $0.shortName == plugin.shortName
      }
      scan.plugins.append(
        InstalledPlugin(
          manifest: plugin.manifest, folder: folder, libraryPath: plugin.libraryPath,
          shortName: isTaken ? nil : plugin.shortName))
    } catch {
      scan.refusals.append(PluginRefusal(folder: folder, name: name, message: "\(error)"))
    }
  }

  private func read(_ file: String) throws(ManifestError) -> (Manifest, [UInt8]) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try PluginFile.read(file, atMost: Manifest.maximumBytes)
    } catch {
      throw ManifestError(.unreadable, file: file, error.what).passing(as: error)
    }
    return (try Manifest(bytes, file: file, host: host, parser: parser), bytes)
  }

  /// The library for this platform, which must be in the plugin's folder after links are resolved.
  private func library(
    of manifest: Manifest, _ folder: String, _ file: String
  ) throws(ManifestError) -> String {
    guard let relative = manifest.library(for: platform) else {
      let names = manifest.library.map(\.platform).joined(separator: ", ")
      throw ManifestError(
        .unsupported, file: file, path: "library",
        "has no entry for \(platform.name); it has \(names)")
    }
    let path = "\(folder)/\(relative)"
    do throws(FileError) {
      let resolved = try PluginFile.resolve(path)
      guard resolved.hasPrefix(try PluginFile.resolve(folder) + "/") else {
        throw FileError(path: path, what: "leads out of the plugin's folder, to \(resolved)")
      }
      return resolved
    } catch {
      throw ManifestError(.invalid, file: file, path: "library", "\(error)").passing(as: error)
    }
  }
}

extension ManifestError {
  /// The same error, passing if its cause is.
  fileprivate func passing(as cause: FileError) -> ManifestError {
    var error = self
    error.isPassing = cause.isPassing
    return error
  }
}
