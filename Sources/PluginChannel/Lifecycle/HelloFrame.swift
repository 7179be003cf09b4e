/// The plugin is loaded and created. Only LOG and UPDATE frames, which `create` may send, precede
/// it.
package struct HelloFrame: Hashable, Sendable {
  package var processID: UInt32
  /// The plugin's table gives this and the three below.
  package var abiMajor: UInt32
  package var abiMinor: UInt32
  package var pluginID: String
  package var version: String
  package var sandbox: SandboxLayers
  /// Landlock's ABI in the kernel; 0 without Landlock.
  package var landlockABI: UInt32

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
