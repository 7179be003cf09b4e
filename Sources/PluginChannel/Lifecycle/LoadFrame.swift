package import ButtonModel

/// The first frame to a worker: which plugin it is to load, and what the manifest says of it.
package struct LoadFrame: Hashable, Sendable {
  /// The shared library's path.
  package var libraryPath: String
  /// The plugin's reverse-DNS id; the loaded table must name the same.
  package var pluginID: String
  /// The plugin's version; the loaded table must name the same.
  package var version: String
  package var abiMajor: UInt32
  package var abiMinor: UInt32
  /// Names of the styles; a batch refers to them by index.
  package var styles: [String]
  /// Names of the update handlers; a batch refers to them by index.
  package var handlers: [String]
  /// The state keys the plugin may read, for example `state.checkout.*`.
  package var reads: [String]
  /// The most address space the worker may take, in MiB; 0 is the default.
  package var memoryMiB: UInt32
  /// The folder whose files the plugin may read while it starts, empty for none.
  package var resourceFolder: String
  /// How much of a sandbox the worker must be in.
  package var sandbox: SandboxMode
  /// What the manifest permits inside of it.
  package var permissions: SandboxPermissions
  /// What an author's check wants to be different.
  package var conditions: CheckConditions

  /// Creates a frame.
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

  /// Reads a payload.
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

  /// Adds the whole frame to a buffer.
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
  /// The next list of strings, behind its 16-bit count.
  fileprivate mutating func readStrings(_ what: StaticString) throws(MalformedFrame) -> [String] {
    let count = try read(UInt16.self, what)
    var strings: [String] = []
    for _ in 0..<count { strings.append(try readString(what)) }
    return strings
  }
}

extension FrameBuffer {
  /// Adds a list of strings behind its 16-bit count.
  fileprivate mutating func append(strings: [String]) {
    append(UInt16(strings.count))
    for string in strings { append(string, length: UInt16.self) }
  }
}

extension SandboxMode {
  /// The number that stands for the mode on the worker channel.
  fileprivate var code: UInt8 {
    switch self {
    case .off: 0
    case .bestEffort: 1
    case .strict: 2
    }
  }

  /// The mode with a number, nil for an unknown one.
  fileprivate init?(code: UInt8) {
    guard let mode = SandboxMode.allCases.first(where: { $0.code == code }) else { return nil }
    self = mode
  }
}
