import ButtonEngine
import PluginHost

extension InstalledPlugin {
  /// The plugin as the engine needs to know it.
  var descriptor: PluginDescriptor {
    PluginDescriptor(
      id: manifest.id, shortName: shortName, version: manifest.version, path: libraryPath,
      license: manifest.license, description: manifest.description,
      styles: manifest.styles.map(\.descriptor), handlers: manifest.handlers.map(\.descriptor),
      reads: manifest.reads)
  }
}

extension ManifestEntry {
  fileprivate var descriptor: EntryDescriptor {
    EntryDescriptor(
      name: name, title: title, documentation: documentation,
      parameters: parameters.map(\.descriptor), base: base)
  }
}

extension ManifestParameter {
  fileprivate var descriptor: ParameterDescriptor {
    var descriptor = ParameterDescriptor(
      name: name, kind: .bool, defaultValue: defaultValue, documentation: documentation)
    switch kind {
    case .bool: break
    case .int(let minimum, let maximum):
      descriptor.kind = .int
      descriptor.minimum = minimum.map { Double($0) }
      descriptor.maximum = maximum.map { Double($0) }
    case .number(let minimum, let maximum):
      descriptor.kind = .number
      descriptor.minimum = minimum
      descriptor.maximum = maximum
    case .string(let values):
      descriptor.kind = .string
      descriptor.values = values
    case .color: descriptor.kind = .color
    }
    return descriptor
  }
}
