import ButtonEngine
import PluginHost

extension InstalledPlugin {
  /// As the engine needs it.
  var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: manifest.id, shortName: shortName, version: manifest.version, path: libraryPath,
      license: manifest.license, description: manifest.description, styles: manifest.styles,
      handlers: manifest.handlers, reads: manifest.reads)
  }
}
