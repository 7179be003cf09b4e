/// The plugin is loaded and created; nothing but lines for the log and wishes for updates, which
/// `create` may send already, comes before it.
package struct HelloFrame: Hashable, Sendable {
  package var processID: UInt32
  /// The ABI the plugin's table names.
  package var abiMajor: UInt32
  package var abiMinor: UInt32
  package var pluginID: String
  package var version: String
  /// What shuts the worker in.
  package var sandbox: SandboxLayers
  /// The ABI of Landlock that the kernel has; 0 without.
  package var landlockABI: UInt32

  /// Creates a frame.
  package init(
    processID: UInt32, abiMajor: UInt32, abiMinor: UInt32, pluginID: String, version: String,
    sandbox: SandboxLayers = [], landlockABI: UInt32 = 0
  ) {
    self.processID = processID
    self.abiMajor = abiMajor
    self.abiMinor = abiMinor
    self.pluginID = pluginID
    self.version = version
    self.sandbox = sandbox
    self.landlockABI = landlockABI
  }

  /// Reads a payload.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    var reader = FrameReader(payload)
    processID = try reader.read(UInt32.self, "process id")
    abiMajor = try reader.read(UInt32.self, "abi major")
    abiMinor = try reader.read(UInt32.self, "abi minor")
    pluginID = try reader.readString("plugin id")
    version = try reader.readString("plugin version")
    sandbox = SandboxLayers(rawValue: try reader.read(UInt32.self, "sandbox layers"))
    landlockABI = try reader.read(UInt32.self, "landlock abi")
    try reader.finish()
  }

  /// Adds the whole frame to a buffer.
  package func write(to buffer: inout FrameBuffer) {
    let start = buffer.beginFrame(.hello)
    buffer.append(processID)
    buffer.append(abiMajor)
    buffer.append(abiMinor)
    buffer.append(pluginID, length: UInt16.self)
    buffer.append(version, length: UInt16.self)
    buffer.append(sandbox.rawValue)
    buffer.append(landlockABI)
    buffer.endFrame(start)
  }
}
