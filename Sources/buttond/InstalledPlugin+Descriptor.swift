import ButtonEngine
import PluginHost

extension InstalledPlugin {
  /// The plugin as the engine needs to know it.
  var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: manifest.id, shortName: shortName, version: manifest.version, path: libraryPath,
      license: manifest.license, description: manifest.description, styles: manifest.styles,
      handlers: manifest.handlers, reads: manifest.reads)
  }
}
