package import ButtonModel

/// The first frame to a worker: the plugin to load, and its manifest's entries.
package struct LoadFrame: Hashable, Sendable {
  package var libraryPath: String
  /// Reverse-DNS; the loaded table must have the same.
  package var pluginID: String
  /// The loaded table must have the same.
  package var version: String
  package var abiMajor: UInt32
  package var abiMinor: UInt32
  /// A batch refers to them by index.
  package var styles: [String]
  /// A batch refers to them by index.
  package var handlers: [String]
  /// The state keys that the plugin may read, for example `state.checkout.*`.
  package var reads: [String]
  /// The limit of the worker's address space; 0 is the default.
  package var memoryMiB: UInt32
  /// The plugin may read the files in it while it starts; empty for none.
  package var resourceFolder: String
  package var sandbox: SandboxMode
  /// What the manifest permits in the sandbox.
  package var permissions: SandboxPermissions
  package var conditions: CheckConditions

  package init(
    libraryPath: String, pluginID: String, version: String, abiMajor: UInt32 = 1,
    abiMinor: UInt32 = 0, styles: [String] = [], handlers: [String] = [], reads: [String] = [],
    memoryMiB: UInt32 = 0, resourceFolder: String = "", sandbox: SandboxMode = .bestEffort,
    permissions: SandboxPermissions = [], conditions: CheckConditions = CheckConditions()
  ) {
    self.libraryPath = libraryPath
    self.pluginID = pluginID
    self.version = version
    self.abiMajor = abiMajor
    self.abiMinor = abiMinor
    self.styles = styles
    self.handlers = handlers
    self.reads = reads
    self.memoryMiB = memoryMiB
    self.resourceFolder = resourceFolder
    self.sandbox = sandbox
    self.permissions = permissions
    self.conditions = conditions
  }

  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    libraryPath = try reader.readString("library path")
    pluginID = try reader.readString("plugin id")
    version = try reader.readString("plugin version")
    abiMajor = try reader.read(UInt32.self, "abi major")
    abiMinor = try reader.read(UInt32.self, "abi minor")
    styles = try reader.readStrings("styles")
    handlers = try reader.readStrings("handlers")
    reads = try reader.readStrings("reads")
    memoryMiB = try reader.read(UInt32.self, "memory limit")
    resourceFolder = try reader.readString("resource folder")
    guard let mode = SandboxMode(code: try reader.read(UInt8.self, "sandbox mode")) else {
      throw MalformedFrame("unknown sandbox mode", at: reader.offset - 1)
    }
    sandbox = mode
    permissions = SandboxPermissions(
      rawValue: try reader.read(UInt8.self, "permissions"))
    conditions = try reader.readCheckConditions()
    try reader.finish()
  }

  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.load)
    buffer.append(libraryPath, length: UInt16.self)
    buffer.append(pluginID, length: UInt16.self)
    buffer.append(version, length: UInt16.self)
    buffer.append(abiMajor)
    buffer.append(abiMinor)
    buffer.append(strings: styles)
    buffer.append(strings: handlers)
    buffer.append(strings: reads)
    buffer.append(memoryMiB)
    buffer.append(resourceFolder, length: UInt16.self)
    buffer.append(sandbox.code)
    buffer.append(permissions.rawValue)
    buffer.append(conditions)
    buffer.endFrame(start)
  }
}

extension FrameReader {
  /// Behind a 16-bit count.
  fileprivate mutating func readStrings(_ what: StaticString) throws(MalformedFrame) -> [String] {
    let count = try read(UInt16.self, what)
    var strings: [String] = []
    for _ in 0..<count { strings.append(try readString(what)) }
    return strings
  }
}

extension FrameBuffer {
  /// Behind a 16-bit count.
  fileprivate mutating func append(strings: [String]) {
    append(UInt16(strings.count))
    for string in strings { append(string, length: UInt16.self) }
  }
}

extension SandboxMode {
  /// As sent.
  fileprivate var code: UInt8 {
    switch self {
    case .off: 0
    case .bestEffort: 1
    case .strict: 2
    }
  }

  fileprivate init?(code: UInt8) {
    guard let mode = SandboxMode.allCases.first(where: { $0.code == code }) else { return nil }
    self = mode
  }
}
